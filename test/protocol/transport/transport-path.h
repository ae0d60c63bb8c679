/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_TEST_TRANSPORT_PATH_H
#define DHT_CC_TEST_TRANSPORT_PATH_H

#include "dht-time.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

/**
 * @file
 * @ingroup dht-cc-tests
 * What lies between the endpoints of a TransportWorld.
 */

namespace dht
{
namespace test
{

/// What a path does to datagrams.
struct PathFaults
{
    Time delay{FromSeconds(0.02)};                  ///< Of every datagram.
    Time jitter{0};                                 ///< Up to so much more, at random: reorders.
    double loss{0};                                 ///< Probability that one is lost.
    double duplication{0};                          ///< Probability that one comes twice.
    std::vector<std::pair<Time, Time>> blackouts{}; ///< From when to when nothing leaves.
};

/// The link by which a host sends: a queue in front of it, and packets leave at its rate.
struct Uplink
{
    double rate{0};        ///< Bit/s of datagrams; 0: they leave at once.
    double queue{0};       ///< Bytes that may wait and leave.
    Time idle{0};          ///< When all that was sent has left.
    Time waited{0};        ///< Of all datagrams, together.
    std::uint64_t sent{0}; ///< Datagrams that leave.

    /// @param now The present. @param size Bytes of a datagram. @return When it has left; nothing
    /// if there is no room.
    std::optional<Time> Send(Time now, std::size_t size)
    {
        if (rate == 0)
        {
            return now;
        }
        const Time wait = std::max(idle - now, Time(0));
        if (ToSeconds(wait) * rate / 8 + static_cast<double>(size) > queue)
        {
            return std::nullopt;
        }
        waited += wait;
        ++sent;
        idle = now + wait + FromSeconds(static_cast<double>(size) * 8 / rate);
        return idle;
    }
};

} // namespace test
} // namespace dht

#endif // DHT_CC_TEST_TRANSPORT_PATH_H
