/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-transport-packet.h"

#include <algorithm>
#include <boost/endian/conversion.hpp>
#include <cstring>

namespace dht
{

namespace
{

using boost::endian::load_big_u16;
using boost::endian::load_big_u32;
using boost::endian::load_big_u64;
using boost::endian::store_big_u16;
using boost::endian::store_big_u32;
using boost::endian::store_big_u64;

constexpr std::uint8_t kTransportVersion = 1;
constexpr std::uint8_t kCookieFollows = 1;
constexpr std::uint8_t kEndOfStream = 2;
constexpr std::uint8_t kProbe = 4;
constexpr std::uint8_t kWholeFrames = 8;
/// Offsets that a stream may have.
constexpr std::uint64_t kMostOffset = std::uint64_t{1} << 63;

void
EncodeHeader(const TransportHeader& header, std::uint8_t flags, std::uint8_t* to)
{
    store_big_u16(to, static_cast<std::uint16_t>(header.kind));
    to[2] = kTransportVersion;
    to[3] = flags;
    store_big_u32(to + 4, header.number);
    store_big_u64(to + 8, header.connection);
}

TransportError
DecodeOpen(const TransportHeader& header,
           const std::uint8_t* from,
           std::size_t size,
           TransportPacket& packet)
{
    if (size != kOpenSize)
    {
        return TransportError::kLength;
    }
    if (std::any_of(from + kTransportHeaderSize, from + size, [](auto byte) { return byte != 0; }))
    {
        return TransportError::kPadding;
    }
    packet = OpenPacket{header};
    return TransportError::kNone;
}

TransportError
DecodeCookie(const TransportHeader& header,
             const std::uint8_t* from,
             std::size_t size,
             TransportPacket& packet)
{
    if (size != kCookieSize)
    {
        return TransportError::kLength;
    }
    packet = CookiePacket{header, load_big_u64(from + 16), load_big_u32(from + 24)};
    return TransportError::kNone;
}

TransportError
DecodeData(const TransportHeader& header,
           const std::uint8_t* from,
           std::size_t size,
           TransportPacket& packet)
{
    const std::uint8_t flags = from[3];
    const std::size_t begin = PayloadPosition(flags & kCookieFollows);
    if (size < begin || size > begin + kMostPayload)
    {
        return TransportError::kLength;
    }
    DataPacket& data = packet.emplace<DataPacket>();
    data.header = header;
    if (flags & kCookieFollows)
    {
        data.cookie = load_big_u64(from + kDataHeaderSize);
    }
    data.isEnd = flags & kEndOfStream;
    data.isProbe = flags & kProbe;
    data.isWhole = flags & kWholeFrames;
    data.timestamp = load_big_u32(from + 16);
    data.offset = load_big_u64(from + 20);
    data.payload = from + begin;
    data.size = size - begin;
    return data.offset > kMostOffset - data.size ? TransportError::kWindow : TransportError::kNone;
}

/// @param ack An ack. @return Whether its ranges descend, and have room between them.
bool
AreInOrder(const AckPacket& ack)
{
    for (std::size_t i = 0; i < ack.rangeCount; ++i)
    {
        const PacketRange& range = ack.ranges[i];
        const bool isBelow = i == 0 || (range.last < ack.ranges[i - 1].first &&
                                        ack.ranges[i - 1].first - range.last > 1);
        if (range.first > range.last || !isBelow)
        {
            return false;
        }
    }
    return true;
}

TransportError
DecodeAck(const TransportHeader& header,
          const std::uint8_t* from,
          std::size_t size,
          TransportPacket& packet)
{
    if (size < kAckHeaderSize)
    {
        return TransportError::kLength;
    }
    AckPacket& ack = packet.emplace<AckPacket>();
    ack.header = header;
    ack.timestamp = load_big_u32(from + 16);
    ack.delay = load_big_u32(from + 20);
    ack.hold = load_big_u32(from + 24);
    ack.arrived = load_big_u64(from + 28);
    ack.window = load_big_u32(from + 36);
    ack.rangeCount = load_big_u16(from + 40);
    ack.wish = load_big_u16(from + 42);
    if (ack.rangeCount == 0 || ack.rangeCount > kMostRanges)
    {
        return TransportError::kRanges;
    }
    if (size != kAckHeaderSize + 8 * std::size_t{ack.rangeCount})
    {
        return TransportError::kLength;
    }
    for (std::size_t i = 0; i < ack.rangeCount; ++i)
    {
        const std::uint8_t* const at = from + kAckHeaderSize + 8 * i;
        ack.ranges[i] = {load_big_u32(at), load_big_u32(at + 4)};
    }
    if (!AreInOrder(ack))
    {
        return TransportError::kRanges;
    }
    if (ack.arrived > kMostOffset - ack.window)
    {
        return TransportError::kWindow;
    }
    return ack.hold > kMostHold ? TransportError::kHold : TransportError::kNone;
}

TransportError
DecodeReset(const TransportHeader& header,
            const std::uint8_t* /* from */,
            std::size_t size,
            TransportPacket& packet)
{
    packet = ResetPacket{header};
    return size == kTransportHeaderSize ? TransportError::kNone : TransportError::kLength;
}

/// What a kind of packet is like.
struct KindFormat
{
    std::uint8_t flags; ///< Those that may be set.
    /// Reads what follows the header.
    TransportError (*decode)(const TransportHeader& header,
                             const std::uint8_t* from,
                             std::size_t size,
                             TransportPacket& packet);
};

/// By kind, from the first.
constexpr KindFormat kKinds[] = {
    {0, DecodeOpen},
    {0, DecodeCookie},
    {kCookieFollows | kEndOfStream | kProbe | kWholeFrames, DecodeData},
    {0, DecodeAck},
    {0, DecodeReset}};

} // namespace

bool
IsTransportDatagram(const std::uint8_t* bytes, std::size_t size)
{
    return size >= 2 && load_big_u16(bytes) < kTransportHeaderSize;
}

std::uint8_t
LaneOf(const std::uint8_t* bytes, std::size_t size)
{
    return size >= kTransportHeaderSize ? bytes[kTransportHeaderSize - 1] & 1 : 0;
}

TransportError
Decode(const std::uint8_t* bytes, std::size_t size, TransportPacket& packet)
{
    if (size < kTransportHeaderSize)
    {
        return TransportError::kLength;
    }
    if (bytes[2] != kTransportVersion)
    {
        return TransportError::kVersion;
    }
    const std::uint16_t kind = load_big_u16(bytes);
    if (kind == 0 || kind > std::size(kKinds))
    {
        return TransportError::kKind;
    }
    const KindFormat& format = kKinds[kind - 1];
    if (bytes[3] & ~format.flags)
    {
        return TransportError::kFlags;
    }
    const TransportHeader header{static_cast<TransportKind>(kind),
                                 load_big_u32(bytes + 4),
                                 load_big_u64(bytes + 8)};
    return format.decode(header, bytes, size, packet);
}

std::size_t
Encode(const OpenPacket& packet, std::uint8_t* to)
{
    std::fill_n(to, kOpenSize, std::uint8_t{0});
    EncodeHeader(packet.header, 0, to);
    return kOpenSize;
}

std::size_t
Encode(const CookiePacket& packet, std::uint8_t* to)
{
    EncodeHeader(packet.header, 0, to);
    store_big_u64(to + 16, packet.cookie);
    store_big_u32(to + 24, packet.window);
    return kCookieSize;
}

std::size_t
Encode(const DataPacket& packet, std::uint8_t* to)
{
    const int flags = (packet.cookie ? kCookieFollows : 0) | (packet.isEnd ? kEndOfStream : 0) |
                      (packet.isProbe ? kProbe : 0) | (packet.isWhole ? kWholeFrames : 0);
    EncodeHeader(packet.header, static_cast<std::uint8_t>(flags), to);
    store_big_u32(to + 16, packet.timestamp);
    store_big_u64(to + 20, packet.offset);
    if (packet.cookie)
    {
        store_big_u64(to + kDataHeaderSize, *packet.cookie);
    }
    std::uint8_t* const payload = to + PayloadPosition(packet.cookie.has_value());
    if (packet.size > 0 && packet.payload != payload)
    {
        std::memcpy(payload, packet.payload, packet.size);
    }
    return static_cast<std::size_t>(payload - to) + packet.size;
}

std::size_t
Encode(const AckPacket& packet, std::uint8_t* to)
{
    EncodeHeader(packet.header, 0, to);
    store_big_u32(to + 16, packet.timestamp);
    store_big_u32(to + 20, packet.delay);
    store_big_u32(to + 24, packet.hold);
    store_big_u64(to + 28, packet.arrived);
    store_big_u32(to + 36, packet.window);
    store_big_u16(to + 40, packet.rangeCount);
    store_big_u16(to + 42, packet.wish);
    for (std::size_t i = 0; i < packet.rangeCount; ++i)
    {
        store_big_u32(to + kAckHeaderSize + 8 * i, packet.ranges[i].first);
        store_big_u32(to + kAckHeaderSize + 8 * i + 4, packet.ranges[i].last);
    }
    return kAckHeaderSize + 8 * std::size_t{packet.rangeCount};
}

std::size_t
Encode(const ResetPacket& packet, std::uint8_t* to)
{
    EncodeHeader(packet.header, 0, to);
    return kTransportHeaderSize;
}

} // namespace dht
