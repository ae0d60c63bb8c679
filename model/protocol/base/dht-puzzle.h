/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_PUZZLE_H
#define DHT_PUZZLE_H

#include "dht-endpoint.h"
#include "dht-key.h"

#include <cstdint>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * The dynamic puzzle of S/Kademlia (Baumgart and Mies, ICPADS 2007, section 4.1), by which each
 * place on the ring costs time of a processor, also where nobody routes addresses.
 */

namespace dht
{

/**
 * The puzzle of one endpoint: to find a number, its work, such that the SHA-1 digest of the work (8
 * bytes, most significant first) and the endpoint's name begins with some zero bits. It takes
 * 2^bits tries in the mean to find one, and a single one to check it.
 */
class Puzzle
{
  public:
    /// The hardest one, which takes a processor's core some twenty minutes.
    static constexpr std::uint8_t kMostBits = 32;

    /// @param endpoint Whose puzzle. @param bits Zero bits, at most kMostBits; 0: any work will do.
    Puzzle(const Endpoint& endpoint, std::uint8_t bits);

    /// @param work Some work. @return Whether it solves the puzzle.
    bool IsSolvedBy(std::uint64_t work) const;

    /// Look for the least work that solves it, and go on where the last call ended. @param tries
    /// How much to try at the most. @return Whether it is found.
    bool Solve(std::uint64_t tries = ~std::uint64_t{0});

    /// @return The least work that solves it, once Solve() has found it.
    std::uint64_t Work() const
    {
        return m_work;
    }

  private:
    std::vector<std::uint8_t> m_text; ///< What is hashed: room for the work, and the name.
    Key m_limit;                      ///< Digests below it begin with enough zero bits.
    std::uint64_t m_work{0};          ///< What to try next, or what solves it.
};

} // namespace dht

#endif // DHT_PUZZLE_H
