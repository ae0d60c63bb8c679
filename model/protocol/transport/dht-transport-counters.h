/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_TRANSPORT_COUNTERS_H
#define DHT_TRANSPORT_COUNTERS_H

#include "dht-transport-error.h"

#include <array>
#include <cstddef>
#include <cstdint>

/**
 * @file
 * @ingroup dht-protocol
 * What the transport counts.
 */

namespace dht
{

/**
 * Events of one endpoint since it started.
 *
 * Nothing vanishes: at any time (between two calls of the endpoint)
 *
 *     received = accepted + rejected, whatever the reason
 *     packets sent = acknowledged + lost + abandoned + in flight
 *     bytes written = acknowledged + abandoned + in flight + waiting
 *
 * where in flight and waiting are states of the endpoint. A packet that was taken for lost counts
 * as lost even if it arrives later.
 */
struct TransportCounters
{
    std::uint64_t received{0}; ///< Datagrams.
    std::uint64_t accepted{0}; ///< Of them, those in order.
    /// The others, by reason.
    std::array<std::uint64_t, static_cast<std::size_t>(TransportError::kCount)> rejected{};

    std::uint64_t connectionsRefused{0}; ///< Of others, as there were too many.

    std::uint64_t opensSent{0};   ///< Opens.
    std::uint64_t cookiesSent{0}; ///< Cookies.
    std::uint64_t acksSent{0};    ///< Acks.
    std::uint64_t resetsSent{0};  ///< Resets.
    std::uint64_t withheld{0};    ///< Cookies and resets that were too many to be sent.

    std::uint64_t packetsSent{0};      ///< Data packets.
    std::uint64_t packetsAcked{0};     ///< Of them, those that were acknowledged in time.
    std::uint64_t packetsLost{0};      ///< Those that were taken for lost.
    std::uint64_t packetsAbandoned{0}; ///< Those in flight when their link ended.
    std::uint64_t packetsLate{0};      ///< Of the lost ones, those that had arrived after all.
    std::uint64_t probesSent{0};       ///< Of the data packets, probes.
    std::uint64_t numbersSkipped{0};   ///< Packet numbers that were left out.

    std::uint64_t bytesWritten{0};   ///< Of streams.
    std::uint64_t bytesAcked{0};     ///< Of them, those that have arrived.
    std::uint64_t bytesAbandoned{0}; ///< Those in flight or waiting when their link ended.
    std::uint64_t bytesRead{0};      ///< Of others' streams.
    std::uint64_t bytesAhead{0};     ///< Of them, those before which a hole was.

    /// Links lost, by reason.
    std::array<std::uint64_t, static_cast<std::size_t>(TransportLoss::kCount)> lost{};

    /// @param error A reason. @return Datagrams rejected for it.
    std::uint64_t Rejected(TransportError error) const;
    /// @return Datagrams rejected, whatever the reason.
    std::uint64_t TotalRejected() const;
    /// @return Links lost, whatever the reason.
    std::uint64_t TotalLost() const;

    /// @param other Of another endpoint. @return The sums of both.
    TransportCounters& operator+=(const TransportCounters& other);
};

} // namespace dht

#endif // DHT_TRANSPORT_COUNTERS_H
