/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_WIRE_FORMAT_H
#define DHT_WIRE_FORMAT_H

#include "dht-frame-header.h"
#include "dht-message.h"

#include <cstddef>
#include <cstdint>

/**
 * @file
 * @ingroup dht-protocol
 * Requests and overlay-acks: doc/wire-protocol.rst describes every byte.
 */

namespace dht
{

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
 *        overlay-ack has no replyTo.
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

/// @param ack An overlay-ack or redirect. @return Bytes of its frame.
std::size_t FrameSize(const OverlayAck& ack);

/// @param ack An overlay-ack or redirect. @param frame Where its FrameSize() bytes go.
void Encode(const OverlayAck& ack, std::uint8_t* frame);

/**
 * @param frame A whole datagram.
 * @param size Its bytes.
 * @param [out] ack The overlay-ack or redirect; unspecified after an error.
 * @return What is wrong with it.
 */
WireError Decode(const std::uint8_t* frame, std::size_t size, OverlayAck& ack);

/**
 * @param frame A whole frame that came on a connection, where lookups do not belong.
 * @param size Its bytes.
 * @param [out] message The request or routed overlay-ack; unspecified after an error.
 * @return What is wrong with it.
 */
WireError DecodeStreamed(const std::uint8_t* frame, std::size_t size, Request& message);

} // namespace dht

#endif // DHT_WIRE_FORMAT_H
