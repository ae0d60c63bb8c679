/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_TRANSPORT_OPTIONS_H
#define DHT_TRANSPORT_OPTIONS_H

#include "dht-parameter.h"
#include "dht-time.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * What may be set of the transport.
 */

namespace dht
{

/// Whose a window is.
enum class WindowScope : std::uint8_t
{
    kLink, ///< Each link has one.
    kNode, ///< All links of a peer share one.
};

/// When what is written at once may be read.
enum class StreamDelivery : std::uint8_t
{
    kInOrder,   ///< After all that was written before.
    kAsArrived, ///< As soon as it has arrived, if it fits into a packet.
};

/// Constants of a peer's transport.
struct TransportOptions
{
    std::uint32_t sendBuffer{65536}; ///< Bytes of a link that were written and have not arrived.
    /// Bytes of a link that were written and never sent, at the most; any number if none were.
    std::size_t unsent{std::numeric_limits<std::size_t>::max()};
    std::size_t receiveWindow{1 << 20}; ///< Bytes of a link that were not consumed.
    std::size_t maxConnections{1024};   ///< From others, at a time.
    double wishLimit{1};                ///< The greatest priority that a receiver gets by wishing.
    bool takesWishes{true};             ///< A receiver gets any.
    /// The greatest priority of a window that all links share, whatever theirs add up to.
    double sharedLimit{std::numeric_limits<double>::infinity()};
    std::uint8_t lane{0}; ///< 0 or 1: of the two endpoints that may share a port, which one it is.
    WindowScope scope{WindowScope::kLink};             ///< Whose a window is.
    StreamDelivery delivery{StreamDelivery::kInOrder}; ///< Of what this peer writes.
    Time giveUp{kNever};             ///< A link is lost after so long without an answer.
    Time keepAlive{FromSeconds(60)}; ///< A link that is silent for so long is probed.
    Time idle{FromSeconds(300)};     ///< A connection from another is forgotten after so long.

    /// @return What users may set of it: all but unsent, sharedLimit, delivery
    /// and lane.
    static const std::vector<ParameterOf<TransportOptions>>& Table();
};

} // namespace dht

#endif // DHT_TRANSPORT_OPTIONS_H
