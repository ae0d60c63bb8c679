/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_TRANSPORT_ERROR_H
#define DHT_TRANSPORT_ERROR_H

#include <cstdint>

/**
 * @file
 * @ingroup dht-protocol
 * Why a datagram of the transport is rejected, and why a link is lost.
 */

namespace dht
{

/// Why a datagram is rejected. A rejected datagram changes nothing but its counter, unless the
/// reason says otherwise.
enum class TransportError : std::uint8_t
{
    kNone,       ///< It is not.
    kLength,     ///< Too short or too long for its kind.
    kVersion,    ///< Of another version.
    kKind,       ///< Of no kind that there is.
    kFlags,      ///< A flag is set that its kind does not have.
    kPadding,    ///< What should be zero is not.
    kRanges,     ///< Ranges are empty, overlap, do not descend, or their number is not 1 to 32.
    kHold,       ///< An ack was held for more than 60 s.
    kConnection, ///< Nobody here has the connection; a reset may go back.
    kCookie,     ///< It opens nothing: its cookie is another's, or too old; a reset may go back.
    kFull,       ///< There are as many connections as there may be; a reset may go back.
    kState,      ///< The connection does not expect it now, or it names no packet of ours.
    kWindow,     ///< Data beyond the window.
    kConflict,   ///< Data or an end that contradicts what has arrived.
    kEcho,       ///< An ack repeats another timestamp than its packet had.
    kOptimistic, ///< An ack for what was never sent. It ends the connection.
    kCount       ///< How many there are.
};

/// @param error A reason. @return Its name, as counters show it.
const char* ToString(TransportError error);

/// Why a link is lost.
enum class TransportLoss : std::uint8_t
{
    kSilence,   ///< The other end did not answer for too long.
    kReset,     ///< The other end does not know the connection, or has given it up.
    kLie,       ///< The other end acknowledged what was never sent.
    kExhausted, ///< There are no packet numbers left.
    kCount      ///< How many reasons there are.
};

/// @param loss A reason. @return Its name, as counters show it.
const char* ToString(TransportLoss loss);

} // namespace dht

#endif // DHT_TRANSPORT_ERROR_H
