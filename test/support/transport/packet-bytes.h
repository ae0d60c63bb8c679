/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_TEST_PACKET_BYTES_H
#define DHT_CC_TEST_PACKET_BYTES_H

#include "dht-transport-packet.h"

#include <cstdint>
#include <vector>

/**
 * @file
 * @ingroup dht-cc-tests
 * Packets of the transport, as they are on the wire.
 */

namespace dht
{
namespace test
{

/// @param packet A packet. @return Its bytes.
template <typename Packet>
std::vector<std::uint8_t>
BytesOfPacket(const Packet& packet)
{
    std::vector<std::uint8_t> bytes(kMostDataSize);
    bytes.resize(Encode(packet, bytes.data()));
    return bytes;
}

} // namespace test
} // namespace dht

#endif // DHT_CC_TEST_PACKET_BYTES_H
