/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_WIRE_FORMAT_H
#define DHT_WIRE_FORMAT_H

#include "dht-message.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <variant>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * Frames and datagrams: doc/wire-protocol.rst describes every byte.
 */

namespace dht
{

/// The version of the wire protocol.
constexpr std::uint8_t kWireVersion = 1;
/// Bytes every frame begins with.
constexpr std::size_t kCommonHeaderSize = 16;
/// Bytes of the longest frame that the length field can state.
constexpr std::size_t kMaximumFrameSize = 65535;

/// What may be wrong with a frame.
enum class WireError : std::uint8_t
{
    kNone,    ///< Nothing.
    kLength,  ///< Shorter than its header, longer than allowed, or not as long as it says.
    kVersion, ///< Of another protocol version.
    kType,    ///< Of a type that is not expected here.
    kField,   ///< A reserved bit or byte is set, or a field has an impossible value.
    kCount    ///< How many kinds there are.
};

/// How often each kind of error occurred.
using WireErrorCounts = std::array<std::uint64_t, static_cast<std::size_t>(WireError::kCount)>;

/**
 * @param error A kind of error.
 * @return Its name, as counters show it.
 */
const char* ToString(WireError error);

/**
 * @param message A message of the overlay.
 * @return Bytes of its frame without its payload.
 */
std::size_t HeaderSize(const Request& message);

/**
 * @param message A message of the overlay.
 * @return Bytes of its frame; at most kMaximumFrameSize if its payload respects that.
 */
std::size_t FrameSize(const Request& message);

/**
 * @param message A message of the overlay whose frame has at most kMaximumFrameSize bytes; a routed
 *        overlay-ack has neither payload nor replyTo.
 * @param frame Where its FrameSize() bytes go.
 */
void Encode(const Request& message, std::uint8_t* frame);

/**
 * @param frame A whole frame.
 * @param size Its bytes.
 * @param [out] message The message, of any kind; unspecified after an error.
 * @return What is wrong with it.
 */
WireError Decode(const std::uint8_t* frame, std::size_t size, Request& message);

/**
 * @param ack An overlay-ack.
 * @return Its datagram.
 */
std::vector<std::uint8_t> Encode(const OverlayAck& ack);

/**
 * @param frame A whole datagram.
 * @param size Its bytes.
 * @param [out] ack The overlay-ack or redirect; unspecified after an error.
 * @return What is wrong with it.
 */
WireError Decode(const std::uint8_t* frame, std::size_t size, OverlayAck& ack);

/// What may come in a datagram: an answer or a lookup.
using Datagram = std::variant<OverlayAck, Request>;

/**
 * @param frame A whole datagram.
 * @param size Its bytes.
 * @param [out] datagram What it says; unspecified after an error.
 * @return What is wrong with it.
 */
WireError DecodeDatagram(const std::uint8_t* frame, std::size_t size, Datagram& datagram);

/**
 * @param frame A whole frame that came on a connection, where lookups do not belong.
 * @param size Its bytes.
 * @param [out] message The request or routed overlay-ack; unspecified after an error.
 * @return What is wrong with it.
 */
WireError DecodeStreamed(const std::uint8_t* frame, std::size_t size, Request& message);

} // namespace dht

#endif // DHT_WIRE_FORMAT_H
