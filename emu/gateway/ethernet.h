/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_ETHERNET_H
#define DHT_CC_ETHERNET_H

#include "tap.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace ns3
{

constexpr std::size_t ETHERNET_HEADER_BYTES = 14; ///< Destination, source, EtherType.
constexpr uint16_t ETHERTYPE_IPV4 = 0x0800;       ///< EtherType of IPv4.
constexpr uint16_t ETHERTYPE_ARP = 0x0806;        ///< EtherType of ARP.

/// What every peer believes to be the Ethernet address of all others.
constexpr EthernetAddress GATEWAY_ADDRESS{0x02, 0x00, 0x00, 0x00, 0x00, 0x01};

/**
 * @param frame An Ethernet frame, with its header.
 * @return Its EtherType.
 */
uint16_t EtherTypeOf(const uint8_t* frame);

/**
 * Write an Ethernet header for a frame from the gateway.
 *
 * @param to Where the frame goes.
 * @param type Its EtherType.
 * @param [out] frame Where the header is written.
 */
void WriteEthernetHeader(const EthernetAddress& to, uint16_t type, uint8_t* frame);

/**
 * Answer an ARP request: the address that is asked for is the gateway's.
 *
 * @param frame An Ethernet frame that holds ARP.
 * @param size Its size.
 * @return The answer, with its Ethernet header. Nothing if it is no request for an IPv4 address, or
 *         is one for the sender's own address, with which a host looks whether anybody else has it.
 */
std::optional<std::vector<uint8_t>> AnswerArp(const uint8_t* frame, std::size_t size);

/**
 * @param packet What follows an Ethernet header with the EtherType of IPv4.
 * @param size Its size, with what Ethernet may have padded it with.
 * @return The size of the IPv4 packet; nothing if it is none, or is cut short.
 */
std::optional<std::size_t> SizeOfIpv4(const uint8_t* packet, std::size_t size);

} // namespace ns3

#endif // DHT_CC_ETHERNET_H
