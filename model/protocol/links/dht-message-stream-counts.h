/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_MESSAGE_STREAM_COUNTS_H
#define DHT_MESSAGE_STREAM_COUNTS_H

#include <cstdint>

/**
 * @file
 * @ingroup dht-protocol
 * What is counted of messages of a store over the transport.
 */

namespace dht
{

/// What has happened to such messages.
struct MessageStreamCounts
{
    std::uint64_t sent{0};     ///< Messages that were written to a link.
    std::uint64_t dropped{0};  ///< Messages for which a link had no room.
    std::uint64_t received{0}; ///< Messages that came.
    std::uint64_t rejected{0}; ///< Frames that are none, or have broken a link.
    std::uint64_t lost{0};     ///< Links to others that were lost.
    std::uint64_t idled{0};    ///< Links to others that were closed, as nothing was sent.
    std::uint64_t refused{0};  ///< Links of others whose site has too many.

    /// @param other Those of another peer. @return The sum.
    MessageStreamCounts& operator+=(const MessageStreamCounts& other);
};

} // namespace dht

#endif // DHT_MESSAGE_STREAM_COUNTS_H
