/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_WIRE_FORMAT_H
#define DHT_WIRE_FORMAT_H

#include "dht-frame-header.h"
#include "dht-maintenance-format.h"
#include "dht-message.h"

#include <cstddef>
#include <cstdint>
#include <variant>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * Requests, overlay-acks and all datagrams: doc/wire-protocol.rst describes every byte.
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

/// What may come in a datagram: an answer, a lookup or maintenance.
using Datagram = std::variant<OverlayAck, Request, MaintenanceMessage>;

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
