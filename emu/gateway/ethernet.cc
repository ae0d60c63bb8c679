/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ethernet.h"

#include <algorithm>
#include <cstring>

namespace ns3
{

namespace
{

/// An ARP packet's length, and where things are in it (RFC 826, for Ethernet and IPv4).
constexpr std::size_t ARP_BYTES = 28;
constexpr std::size_t ARP_OPERATION = 7;
constexpr std::size_t ARP_SENDER = 8;
constexpr std::size_t ARP_SENDER_ADDRESS = 14;
constexpr std::size_t ARP_TARGET = 18;
constexpr std::size_t ARP_TARGET_ADDRESS = 24;
constexpr uint8_t ARP_REQUEST = 1;
constexpr uint8_t ARP_REPLY = 2;
/// How every ARP packet for Ethernet and IPv4 begins: the types and lengths of both addresses.
constexpr std::array<uint8_t, 7> ARP_START{0, 1, 8, 0, 6, 4, 0};

constexpr std::size_t IPV4_LEAST = 20; ///< Bytes of a header without options.
constexpr std::size_t IPV4_LENGTH = 2; ///< Where the packet's length is.

} // namespace

uint16_t
EtherTypeOf(const uint8_t* frame)
{
    return frame[12] << 8 | frame[13];
}

void
WriteEthernetHeader(const EthernetAddress& to, uint16_t type, uint8_t* frame)
{
    std::copy(to.begin(), to.end(), frame);
    std::copy(GATEWAY_ADDRESS.begin(), GATEWAY_ADDRESS.end(), frame + 6);
    frame[12] = type >> 8;
    frame[13] = type & 0xff;
}

std::optional<std::vector<uint8_t>>
AnswerArp(const uint8_t* frame, std::size_t size)
{
    const uint8_t* const arp = frame + ETHERNET_HEADER_BYTES;
    if (size < ETHERNET_HEADER_BYTES + ARP_BYTES ||
        !std::equal(ARP_START.begin(), ARP_START.end(), arp) || arp[ARP_OPERATION] != ARP_REQUEST)
    {
        return std::nullopt;
    }
    const bool own = std::memcmp(arp + ARP_SENDER_ADDRESS, arp + ARP_TARGET_ADDRESS, 4) == 0;
    const bool probe = std::all_of(arp + ARP_SENDER_ADDRESS, arp + ARP_TARGET, [](uint8_t byte) {
        return byte == 0;
    });
    if (own || probe)
    {
        return std::nullopt;
    }
    std::vector<uint8_t> answer(ETHERNET_HEADER_BYTES + ARP_BYTES);
    EthernetAddress asker;
    std::copy_n(arp + ARP_SENDER, asker.size(), asker.begin());
    WriteEthernetHeader(asker, ETHERTYPE_ARP, answer.data());
    uint8_t* const reply = answer.data() + ETHERNET_HEADER_BYTES;
    std::copy(ARP_START.begin(), ARP_START.end(), reply);
    reply[ARP_OPERATION] = ARP_REPLY;
    std::copy(GATEWAY_ADDRESS.begin(), GATEWAY_ADDRESS.end(), reply + ARP_SENDER);
    std::copy_n(arp + ARP_TARGET_ADDRESS, 4, reply + ARP_SENDER_ADDRESS);
    std::copy_n(arp + ARP_SENDER, ARP_TARGET - ARP_SENDER, reply + ARP_TARGET);
    return answer;
}

std::optional<std::size_t>
SizeOfIpv4(const uint8_t* packet, std::size_t size)
{
    if (size < IPV4_LEAST || packet[0] >> 4 != 4)
    {
        return std::nullopt;
    }
    const std::size_t length = packet[IPV4_LENGTH] << 8 | packet[IPV4_LENGTH + 1];
    if (length < IPV4_LEAST || length > size)
    {
        return std::nullopt;
    }
    return length;
}

} // namespace ns3
