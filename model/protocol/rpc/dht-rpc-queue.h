/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_RPC_QUEUE_H
#define DHT_RPC_QUEUE_H

#include "dht-random.h"

#include <cstddef>
#include <cstdint>
#include <deque>

/**
 * @file
 * @ingroup dht-protocol
 * RPCs that wait for room in the window.
 */

namespace dht
{

/// Which of the RPCs that wait is sent next.
enum class RpcOrder : std::uint8_t
{
    kFirst,  ///< The first one.
    kRandom, ///< Any of the first hundred.
};

/// First come, first served; those that are sent again come before all others.
class RpcQueue
{
  public:
    /// @param order Which is next. @param random To draw it; must outlive this object.
    RpcQueue(RpcOrder order, Random& random);

    /// @param id An RPC that was not sent yet.
    void Add(std::uint64_t id);
    /// @param id An RPC that was, and timed out.
    void AddAgain(std::uint64_t id);
    /// @return The next one, taken out; there must be one.
    std::uint64_t Take();
    /// @param id An RPC that need not be sent, wherever it is.
    void Remove(std::uint64_t id);
    /// @return How many there are.
    std::size_t Size() const;

  private:
    RpcOrder m_order;                    ///< Which is next.
    Random& m_random;                    ///< To draw it.
    std::deque<std::uint64_t> m_waiting; ///< Those to be sent again, then the others.
    std::size_t m_again{0};              ///< How many are to be sent again.
};

} // namespace dht

#endif // DHT_RPC_QUEUE_H
