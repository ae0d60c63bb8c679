/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_DATAGRAM_H
#define DHT_DATAGRAM_H

#include "dht-frame-header.h"
#include "dht-maintenance-message.h"
#include "dht-message.h"
#include "dht-storage-message.h"

#include <cstddef>
#include <cstdint>
#include <variant>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * What peers send each other outside of links. A host carries a datagram without looking into it:
 * a new kind is added here, and where the peer takes it (dht-peer-messages.cc).
 */

namespace dht
{

/// What may come in a datagram: an overlay-ack or redirect, a lookup, maintenance, or the store's.
using Datagram = std::variant<OverlayAck, Request, MaintenanceMessage, StorageMessage>;

/// Bytes of the headers of IPv4 and UDP before a datagram's frame.
constexpr std::uint64_t kIpAndUdpHeaders = 20 + 8;

// very many are under way where very many peers are in one process
static_assert(sizeof(StorageMessage) <= sizeof(MaintenanceMessage));

/**
 * @param datagram A datagram.
 * @return Whether its sender waits for room before (Host::StateOfDatagrams()), and it takes room
 *         until it is sent. Every other is sent at once, whatever waits.
 */
bool WaitsForRoom(const Datagram& datagram);

/**
 * @param datagram A datagram.
 * @return Bytes of its frame.
 */
std::size_t FrameSize(const Datagram& datagram);

/**
 * @param datagram A datagram whose frame has at most kMaximumFrameSize bytes.
 * @return Its frame.
 */
std::vector<std::uint8_t> EncodeDatagram(const Datagram& datagram);

/**
 * @param frame A whole datagram.
 * @param size Its bytes.
 * @param [out] datagram What it says; unspecified after an error.
 * @return What is wrong with it.
 */
WireError DecodeDatagram(const std::uint8_t* frame, std::size_t size, Datagram& datagram);

} // namespace dht

#endif // DHT_DATAGRAM_H
