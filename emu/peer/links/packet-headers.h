/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_EMU_PACKET_HEADERS_H
#define DHT_EMU_PACKET_HEADERS_H

#include "dht-endpoint.h"

#include <cstddef>

/**
 * @file
 * @ingroup dht-emu
 * What an uplink carries beside what a peer sends.
 */

namespace dht
{

constexpr std::size_t kEthernetHeader = 14; ///< In bytes.

/// @param to A receiver's endpoint. @return Bytes of the header of IP.
inline std::size_t
HeaderOfIp(const Endpoint& to)
{
    return to.ipv6 ? 40 : 20;
}

/// @param to A receiver's endpoint. @return Bytes of the headers of Ethernet and IP.
inline std::size_t
HeadersOfPacket(const Endpoint& to)
{
    return kEthernetHeader + HeaderOfIp(to);
}

} // namespace dht

#endif // DHT_EMU_PACKET_HEADERS_H
