/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_TEST_RANDOM_BLOCK_H
#define DHT_CC_TEST_RANDOM_BLOCK_H

#include "dht-endpoint.h"
#include "dht-fragment.h"

#include <algorithm>
#include <cstddef>
#include <random>
#include <vector>

/**
 * @file
 * @ingroup dht-cc-tests
 * Blocks, and who holds fragments of them.
 */

namespace dht
{
namespace test
{

/// @param size Bytes. @param seed Seed of the generator. @return Random bytes.
inline Bytes
RandomBlock(std::size_t size, unsigned seed)
{
    std::mt19937 random(seed);
    Bytes bytes(size);
    std::generate(bytes.begin(), bytes.end(), [&] { return static_cast<std::uint8_t>(random()); });
    return bytes;
}

/// @param number Any number; the same one names the same holder. @return A holder's endpoint.
inline Endpoint
Holder(std::size_t number)
{
    return Endpoint::Ipv4(0x0a000001 + static_cast<std::uint32_t>(number), 7000);
}

/// @param left How long it is to be kept. @return A fragment that a store takes under any key:
/// only with another one would it give a block.
inline Fragment
AnyFragment(Time left)
{
    return MakeFragments(Bytes{1, 2}, 2, {{1, 1}}, left).front();
}

/// @param block A block. @param count How many. @param time When they are made. @return Fragments
/// with random rows, each made for the holder of its number.
inline std::vector<Fragment>
RandomFragments(const Bytes& block, std::size_t count, Time time = Time(0))
{
    const std::size_t needed = FragmentsNeeded(block.size());
    std::vector<FragmentRow> rows;
    for (std::size_t i = 0; i < count; ++i)
    {
        rows.push_back(RandomRow(needed, BlockKey(block), Holder(i), time));
    }
    return MakeFragments(block, needed, rows, FromSeconds(60));
}

/// @param block A block. @param count How many. @return Its fragments by the systematic code.
inline std::vector<Fragment>
SystematicFragments(const Bytes& block, std::size_t count)
{
    const std::size_t needed = FragmentsNeeded(block.size());
    std::vector<FragmentRow> rows;
    for (std::size_t i = 0; i < count; ++i)
    {
        rows.push_back(CauchyRow(needed, i));
    }
    return MakeFragments(block, needed, rows, FromSeconds(60));
}

} // namespace test
} // namespace dht

#endif // DHT_CC_TEST_RANDOM_BLOCK_H
