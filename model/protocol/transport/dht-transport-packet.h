/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_TRANSPORT_PACKET_H
#define DHT_TRANSPORT_PACKET_H

#include "dht-transport-error.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <variant>

/**
 * @file
 * @ingroup dht-protocol
 * The packets of the transport, byte by byte: doc/transport.rst has their tables. A packet is a
 * datagram.
 */

namespace dht
{

/// Bytes every packet begins with.
constexpr std::size_t kTransportHeaderSize = 16;
/// Bytes of an open: not fewer than those of its answer, or others could be flooded with answers.
constexpr std::size_t kOpenSize = 64;
/// Bytes of a cookie.
constexpr std::size_t kCookieSize = 28;
/// Bytes of a data packet before its cookie and payload.
constexpr std::size_t kDataHeaderSize = 28;
/// Bytes of a cookie in a data packet.
constexpr std::size_t kDataCookieSize = 8;
/// The most bytes of a stream in a packet: with all headers, they fit into 1500 bytes over IPv6.
constexpr std::size_t kMostPayload = 1400;
/// Bytes of the longest data packet.
constexpr std::size_t kMostDataSize = kDataHeaderSize + kDataCookieSize + kMostPayload;
/// Ranges that an ack may have.
constexpr std::size_t kMostRanges = 32;
/// Bytes of an ack before its ranges.
constexpr std::size_t kAckHeaderSize = 44;
/// Bytes of the longest ack.
constexpr std::size_t kMostAckSize = kAckHeaderSize + 8 * kMostRanges;
/// The wish of who has none.
constexpr std::uint16_t kNoWish = 0xffff;
/// The longest hold of an ack, in microseconds; it stands for longer ones too.
constexpr std::uint32_t kMostHold = 60000000;

/// What a packet is.
enum class TransportKind : std::uint8_t
{
    kOpen = 1,   ///< Asks for a cookie.
    kCookie = 2, ///< Gives one.
    kData = 3,   ///< Bytes of the stream.
    kAck = 4,    ///< What has arrived.
    kReset = 5,  ///< There is no such connection.
};

/// What all packets have.
struct TransportHeader
{
    TransportKind kind{};        ///< What it is.
    std::uint32_t number{0};     ///< Of the packet; of a cookie or reset: of the one it answers.
    std::uint64_t connection{0}; ///< The opener's choice.
};

/// Asks for a cookie.
struct OpenPacket
{
    TransportHeader header; ///< What all have.
};

/// Gives a cookie.
struct CookiePacket
{
    TransportHeader header; ///< What all have.
    std::uint64_t cookie;   ///< To be repeated in data packets.
    std::uint32_t window;   ///< Bytes that may be sent at first.
};

/// Bytes of the stream.
struct DataPacket
{
    TransportHeader header;               ///< What all have.
    std::optional<std::uint64_t> cookie;  ///< Until the first ack.
    bool isEnd{false};                    ///< The stream ends behind the payload.
    bool isProbe{false};                  ///< It is to be acknowledged at once.
    bool isWhole{false};                  ///< The payload may be read before what precedes it.
    std::uint32_t timestamp{0};           ///< The sender's clock, in microseconds modulo 2^32.
    std::uint64_t offset{0};              ///< Of the payload in the stream.
    const std::uint8_t* payload{nullptr}; ///< Its bytes; not copied.
    std::size_t size{0};                  ///< Length of the payload [bytes].
};

/// Packet numbers that follow each other.
struct PacketRange
{
    std::uint32_t first; ///< The least.
    std::uint32_t last;  ///< The greatest; in the range.
};

/// What has arrived.
struct AckPacket
{
    TransportHeader header;      ///< What all have; acks have numbers of their own.
    std::uint32_t timestamp{0};  ///< Of the newest packet.
    std::uint32_t delay{0};      ///< The receiver's clock at its arrival less that, modulo 2^32 us.
    std::uint32_t hold{0};       ///< From its arrival to this ack, in microseconds.
    std::uint64_t arrived{0};    ///< All bytes of the stream before this offset have arrived.
    std::uint32_t window{0};     ///< Bytes from there on that fit.
    std::uint16_t wish{kNoWish}; ///< The priority that the receiver wants, in 1/256; or kNoWish.
    std::uint16_t rangeCount{0}; ///< How many of the ranges there are: 1 to 32.
    std::array<PacketRange, kMostRanges> ranges; ///< Newest first.
};

/// There is no such connection.
struct ResetPacket
{
    TransportHeader header; ///< What all have.
};

/// Any packet; nothing before it is decoded.
using TransportPacket =
    std::variant<std::monostate, OpenPacket, CookiePacket, DataPacket, AckPacket, ResetPacket>;

/// @param bytes A datagram. @param size Its bytes. @return Whether it is the transport's: frames
/// begin with their length, which is 16 or more.
bool IsTransportDatagram(const std::uint8_t* bytes, std::size_t size);

/// Two endpoints may share a port. Which of them a packet is for, the last bit of its connection
/// says. @param bytes A datagram of the transport. @param size Its bytes. @return 0 or 1; 0 if it
/// is too short to say.
std::uint8_t LaneOf(const std::uint8_t* bytes, std::size_t size);

/// @param connection Any. @param lane 0 or 1. @return The same connection, but for the last bit.
inline std::uint64_t
InLane(std::uint64_t connection, std::uint8_t lane)
{
    return (connection & ~std::uint64_t{1}) | (lane & 1U);
}

/**
 * @param bytes A datagram of the transport.
 * @param size Its bytes.
 * @param [out] packet What it is; unspecified after an error.
 * @return What is wrong with it.
 */
TransportError Decode(const std::uint8_t* bytes, std::size_t size, TransportPacket& packet);

/// @param packet What to write. @param to Where kOpenSize bytes go. @return How many.
std::size_t Encode(const OpenPacket& packet, std::uint8_t* to);
/// @param packet What to write. @param to Where kCookieSize bytes go. @return How many.
std::size_t Encode(const CookiePacket& packet, std::uint8_t* to);
/// @param packet What to write; its payload may be at its place already. @param to Where up to
/// kMostDataSize bytes go. @return How many.
std::size_t Encode(const DataPacket& packet, std::uint8_t* to);
/// @param packet What to write. @param to Where up to kMostAckSize bytes go. @return How many.
std::size_t Encode(const AckPacket& packet, std::uint8_t* to);
/// @param packet What to write. @param to Where kTransportHeaderSize bytes go. @return How many.
std::size_t Encode(const ResetPacket& packet, std::uint8_t* to);

/// @param hasCookie Whether a data packet repeats a cookie. @return Where its payload begins.
constexpr std::size_t
PayloadPosition(bool hasCookie)
{
    return kDataHeaderSize + (hasCookie ? kDataCookieSize : 0);
}

} // namespace dht

#endif // DHT_TRANSPORT_PACKET_H
