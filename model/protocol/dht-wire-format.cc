/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-wire-format.h"

#include <algorithm>
#include <boost/endian/conversion.hpp>
#include <cstring>

namespace dht
{

namespace
{

enum Type : std::uint8_t
{
    kRequest = 1,
    kOverlayAck = 2,
    kRoutedAck = 3,
    kLookup = 4,
    kRedirect = 5,
};

enum Flag : std::uint8_t
{
    kMarked = 0x01,
    kIpv6 = 0x02,
    kReplyTo = 0x04,
};

/// What a type of frame is like, apart from the common header.
struct Layout
{
    Type type;                                  ///< It.
    std::uint8_t flags;                         ///< Those that may be set.
    std::size_t (*leastSize)(std::uint8_t set); ///< Bytes without payload, by the flags that are.
};

/// Places in the common header, and where the bodies begin.
enum Offset : std::size_t
{
    kLength = 0,
    kVersion = 2,
    kType = 3,
    kFlags = 4,
    kHopLimit = 5,
    kAttempt = 6,
    kReserved = 7,
    kId = 8,
    kRate = kCommonHeaderSize,
    kKey = kRate + 4,
    kSource = kKey + kKeyBits / 8,
    kResponsible = kCommonHeaderSize,
};

constexpr std::size_t
EndpointSize(std::uint8_t flags)
{
    return 2 + (flags & kIpv6 ? 16 : 4);
}

std::uint8_t
FlagsOf(bool marked, const Endpoint& endpoint)
{
    return static_cast<std::uint8_t>((marked ? kMarked : 0) | (endpoint.ipv6 ? kIpv6 : 0));
}

void
EncodeEndpoint(const Endpoint& endpoint, std::uint8_t* to)
{
    boost::endian::store_big_u16(to, endpoint.port);
    std::copy_n(endpoint.address.begin(), endpoint.AddressSize(), to + 2);
}

Endpoint
DecodeEndpoint(const std::uint8_t* from, bool ipv6)
{
    Endpoint endpoint;
    endpoint.port = boost::endian::load_big_u16(from);
    endpoint.ipv6 = ipv6;
    std::copy_n(from + 2, endpoint.AddressSize(), endpoint.address.begin());
    return endpoint;
}

/// Writes the common header of a message or an overlay-ack.
template <typename T>
void
EncodeHeader(const T& message, Type type, std::uint8_t flags, std::size_t size, std::uint8_t* frame)
{
    boost::endian::store_big_u16(frame + kLength, static_cast<std::uint16_t>(size));
    frame[kVersion] = kWireVersion;
    frame[kType] = type;
    frame[kFlags] = flags;
    frame[kHopLimit] = message.hopLimit;
    frame[kAttempt] = message.attempt;
    frame[kReserved] = 0;
    boost::endian::store_big_u64(frame + kId, message.id);
}

/// Checks and reads the common header.
template <typename T>
WireError
DecodeHeader(const std::uint8_t* frame, std::size_t size, const Layout& layout, T& message)
{
    if (size < kCommonHeaderSize || boost::endian::load_big_u16(frame + kLength) != size)
    {
        return WireError::kLength;
    }
    if (frame[kVersion] != kWireVersion)
    {
        return WireError::kVersion;
    }
    if (frame[kType] != layout.type)
    {
        return WireError::kType;
    }
    const std::uint8_t flags = frame[kFlags];
    if ((flags & ~layout.flags) != 0 || frame[kReserved] != 0 || frame[kAttempt] == 0)
    {
        return WireError::kField;
    }
    if (size < layout.leastSize(flags))
    {
        return WireError::kLength;
    }
    message.marked = (flags & kMarked) != 0;
    message.hopLimit = frame[kHopLimit];
    message.attempt = frame[kAttempt];
    message.id = boost::endian::load_big_u64(frame + kId);
    return WireError::kNone;
}

std::size_t
LeastRequestSize(std::uint8_t flags)
{
    return kSource + EndpointSize(flags) + (flags & kReplyTo ? kKeyBits / 8 : 0);
}

std::size_t
RoutedAckSize(std::uint8_t flags)
{
    return kSource + EndpointSize(flags) + 1;
}

std::size_t
AckSize(std::uint8_t flags)
{
    return kResponsible + EndpointSize(flags);
}

constexpr Layout kRequestLayout{kRequest, kMarked | kIpv6 | kReplyTo, LeastRequestSize};
constexpr Layout kRoutedAckLayout{kRoutedAck, kMarked | kIpv6, RoutedAckSize};
constexpr Layout kLookupLayout{kLookup, kMarked | kIpv6, LeastRequestSize};
constexpr Layout kAckLayout{kOverlayAck, kMarked | kIpv6, AckSize};
constexpr Layout kRedirectLayout{kRedirect, kMarked | kIpv6, AckSize};

std::uint8_t
FlagsOf(const Request& message)
{
    return static_cast<std::uint8_t>(FlagsOf(message.marked, message.source) |
                                     (message.replyTo ? kReplyTo : 0));
}

const Layout&
LayoutOf(MessageKind kind)
{
    switch (kind)
    {
    case MessageKind::kRoutedAck:
        return kRoutedAckLayout;
    case MessageKind::kLookup:
        return kLookupLayout;
    default:
        return kRequestLayout;
    }
}

/// @param frame The frame. @param size Its bytes. @return Its type; 0 if it has none.
std::uint8_t
TypeOf(const std::uint8_t* frame, std::size_t size)
{
    return size > kType ? frame[kType] : 0;
}

MessageKind
KindOf(std::uint8_t type)
{
    return type == kRoutedAck ? MessageKind::kRoutedAck
           : type == kLookup  ? MessageKind::kLookup
                              : MessageKind::kRequest;
}

/// @param from The bytes. @param size How many. @return A copy of them.
Payload
CopyPayload(const std::uint8_t* from, std::size_t size)
{
    if (size == 0)
    {
        return {};
    }
    auto bytes = boost::make_shared_noinit<std::uint8_t[]>(size);
    std::copy_n(from, size, bytes.get());
    return {std::move(bytes), size};
}

} // namespace

const char*
ToString(WireError error)
{
    constexpr const char* names[] = {"none", "length", "version", "type", "field"};
    static_assert(std::size(names) == static_cast<std::size_t>(WireError::kCount));
    return names[static_cast<std::size_t>(error)];
}

std::size_t
HeaderSize(const Request& message)
{
    return LayoutOf(message.kind).leastSize(FlagsOf(message));
}

std::size_t
FrameSize(const Request& message)
{
    return HeaderSize(message) + message.payload.size;
}

void
Encode(const Request& message, std::uint8_t* frame)
{
    const Layout& layout = LayoutOf(message.kind);
    const std::uint8_t flags = FlagsOf(message);
    EncodeHeader(message, layout.type, flags, FrameSize(message), frame);
    boost::endian::store_big_u32(frame + kRate, message.milliRate);
    KeyToBytes(message.key, frame + kKey);
    EncodeEndpoint(message.source, frame + kSource);
    std::uint8_t* const rest = frame + kSource + EndpointSize(flags);
    if (message.kind == MessageKind::kRoutedAck)
    {
        *rest = message.requestHopLimit;
    }
    if (message.replyTo)
    {
        std::copy(message.replyTo->begin(), message.replyTo->end(), rest);
    }
    std::copy_n(message.payload.bytes.get(), message.payload.size, frame + layout.leastSize(flags));
}

WireError
Decode(const std::uint8_t* frame, std::size_t size, Request& message)
{
    message.kind = KindOf(TypeOf(frame, size));
    const Layout& layout = LayoutOf(message.kind);
    const WireError error = DecodeHeader(frame, size, layout, message);
    if (error != WireError::kNone)
    {
        return error;
    }
    const std::uint8_t flags = frame[kFlags];
    const std::size_t header = layout.leastSize(flags);
    if (message.kind == MessageKind::kRoutedAck && size != header)
    {
        return WireError::kLength;
    }
    message.milliRate = boost::endian::load_big_u32(frame + kRate);
    message.key = KeyFromBytes(frame + kKey);
    message.source = DecodeEndpoint(frame + kSource, (flags & kIpv6) != 0);
    const std::uint8_t* const rest = frame + kSource + EndpointSize(flags);
    message.requestHopLimit = message.kind == MessageKind::kRoutedAck ? *rest : 0;
    message.replyTo.reset();
    if (flags & kReplyTo)
    {
        std::copy_n(rest, kKeyBits / 8, message.replyTo.emplace().begin());
    }
    message.payload = CopyPayload(frame + header, size - header);
    return WireError::kNone;
}

std::vector<std::uint8_t>
Encode(const OverlayAck& ack)
{
    const std::uint8_t flags = FlagsOf(ack.marked, ack.responsible);
    std::vector<std::uint8_t> frame(AckSize(flags));
    EncodeHeader(ack, ack.redirect ? kRedirect : kOverlayAck, flags, frame.size(), frame.data());
    EncodeEndpoint(ack.responsible, frame.data() + kResponsible);
    return frame;
}

WireError
Decode(const std::uint8_t* frame, std::size_t size, OverlayAck& ack)
{
    ack.redirect = TypeOf(frame, size) == kRedirect;
    const WireError error =
        DecodeHeader(frame, size, ack.redirect ? kRedirectLayout : kAckLayout, ack);
    if (error != WireError::kNone)
    {
        return error;
    }
    const std::uint8_t flags = frame[kFlags];
    if (size != AckSize(flags))
    {
        return WireError::kLength;
    }
    ack.responsible = DecodeEndpoint(frame + kResponsible, (flags & kIpv6) != 0);
    return WireError::kNone;
}

WireError
DecodeDatagram(const std::uint8_t* frame, std::size_t size, Datagram& datagram)
{
    if (TypeOf(frame, size) == kLookup)
    {
        return Decode(frame, size, datagram.emplace<Request>());
    }
    return Decode(frame, size, datagram.emplace<OverlayAck>());
}

WireError
DecodeStreamed(const std::uint8_t* frame, std::size_t size, Request& message)
{
    // a lookup fails where a frame of an unknown type does: before its fields are looked at
    return TypeOf(frame, size) == kLookup ? DecodeHeader(frame, size, kRequestLayout, message)
                                          : Decode(frame, size, message);
}

} // namespace dht
