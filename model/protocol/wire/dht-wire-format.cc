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

/// Where the bodies begin, and what stands there.
enum MessageOffset : std::size_t
{
    kRateAt = kCommonHeaderSize,
    kKeyAt = kRateAt + 4,
    kSourceAt = kKeyAt + kKeyBits / 8,
    kResponsibleAt = kCommonHeaderSize,
};

std::uint8_t
FlagsOf(bool marked, const Endpoint& endpoint)
{
    return static_cast<std::uint8_t>((marked ? wire::kMarked : 0) |
                                     (endpoint.ipv6 ? wire::kIpv6 : 0));
}

/// Writes the common header of a message or an overlay-ack.
template <typename T>
void
EncodeHeader(const T& message,
             wire::Type type,
             std::uint8_t flags,
             std::size_t size,
             std::uint8_t* frame)
{
    wire::EncodeHeader({type, flags, message.hopLimit, message.attempt, message.id}, size, frame);
}

/// Checks and reads the common header. @param [out] flags Its.
template <typename T>
WireError
DecodeHeader(const std::uint8_t* frame,
             std::size_t size,
             const wire::Layout& layout,
             T& message,
             std::uint8_t& flags)
{
    wire::Header header;
    const WireError error = wire::DecodeHeader(frame, size, layout, header);
    flags = header.flags;
    message.marked = (flags & wire::kMarked) != 0;
    message.hopLimit = header.hopLimit;
    message.attempt = header.attempt;
    message.id = header.id;
    return error;
}

std::size_t
LeastRequestSize(std::uint8_t flags)
{
    return kSourceAt + wire::EndpointSize(flags) + (flags & wire::kReplyTo ? kKeyBits / 8 : 0);
}

std::size_t
RoutedAckSize(std::uint8_t flags)
{
    return kSourceAt + wire::EndpointSize(flags) + 1;
}

std::size_t
AckSize(std::uint8_t flags)
{
    return kResponsibleAt + wire::EndpointSize(flags);
}

constexpr std::uint8_t kFlags = wire::kMarked | wire::kIpv6;
constexpr std::uint8_t kMostHops = 255;

using wire::Layout;
constexpr Layout kRequestLayout{wire::kRequest,
                                kFlags | wire::kReplyTo,
                                kMostHops,
                                LeastRequestSize};
constexpr Layout kRoutedAckLayout{wire::kRoutedAck, kFlags, kMostHops, RoutedAckSize};
constexpr Layout kLookupLayout{wire::kLookup, kFlags, kMostHops, LeastRequestSize};
constexpr Layout kAckLayout{wire::kOverlayAck, kFlags, kMostHops, AckSize};
constexpr Layout kRedirectLayout{wire::kRedirect, kFlags, kMostHops, AckSize};

std::uint8_t
FlagsOf(const Request& message)
{
    return static_cast<std::uint8_t>(FlagsOf(message.marked, message.source) |
                                     (message.extras->replyTo ? wire::kReplyTo : 0));
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

MessageKind
MessageKindOf(std::uint8_t type)
{
    return type == wire::kRoutedAck ? MessageKind::kRoutedAck
           : type == wire::kLookup  ? MessageKind::kLookup
                                    : MessageKind::kRequest;
}

/// @param from The bytes. @param size How many, at least one. @return A copy of them.
Payload
CopyPayload(const std::uint8_t* from, std::size_t size)
{
    auto bytes = boost::make_shared_noinit<std::uint8_t[]>(size);
    std::copy_n(from, size, bytes.get());
    return {std::move(bytes), size};
}

} // namespace

std::size_t
HeaderSize(const Request& message)
{
    return LayoutOf(message.kind).leastSize(FlagsOf(message));
}

std::size_t
FrameSize(const Request& message)
{
    return HeaderSize(message) + message.extras->payload.size;
}

void
Encode(const Request& message, std::uint8_t* frame)
{
    const Layout& layout = LayoutOf(message.kind);
    const std::uint8_t flags = FlagsOf(message);
    EncodeHeader(message, layout.type, flags, FrameSize(message), frame);
    boost::endian::store_big_u32(frame + kRateAt, message.milliRate);
    message.key.ToBytes(frame + kKeyAt);
    wire::EncodeEndpoint(message.source, frame + kSourceAt);
    std::uint8_t* const rest = frame + kSourceAt + wire::EndpointSize(flags);
    if (message.kind == MessageKind::kRoutedAck)
    {
        *rest = message.extras->requestHopLimit;
    }
    if (const auto& replyTo = message.extras->replyTo)
    {
        replyTo->ToBytes(rest);
    }
    const Payload& payload = message.extras->payload;
    std::copy_n(payload.bytes.get(), payload.size, frame + layout.leastSize(flags));
}

WireError
Decode(const std::uint8_t* frame, std::size_t size, Request& message)
{
    message.kind = MessageKindOf(wire::TypeOf(frame, size));
    const Layout& layout = LayoutOf(message.kind);
    std::uint8_t flags = 0;
    const WireError error = DecodeHeader(frame, size, layout, message, flags);
    if (error != WireError::kNone)
    {
        return error;
    }
    const std::size_t header = layout.leastSize(flags);
    if (message.kind == MessageKind::kRoutedAck && size != header)
    {
        return WireError::kLength;
    }
    message.milliRate = boost::endian::load_big_u32(frame + kRateAt);
    message.key = Key::FromBytes(frame + kKeyAt);
    message.source = wire::DecodeEndpoint(frame + kSourceAt, flags);
    const std::uint8_t* const rest = frame + kSourceAt + wire::EndpointSize(flags);
    message.extras.Reset();
    if (message.kind == MessageKind::kRoutedAck)
    {
        message.extras.Write().requestHopLimit = *rest;
    }
    if (flags & wire::kReplyTo)
    {
        message.extras.Write().replyTo = Key::FromBytes(rest);
    }
    if (size > header)
    {
        message.extras.Write().payload = CopyPayload(frame + header, size - header);
    }
    return WireError::kNone;
}

std::size_t
FrameSize(const OverlayAck& ack)
{
    return AckSize(FlagsOf(ack.marked, ack.responsible));
}

void
Encode(const OverlayAck& ack, std::uint8_t* frame)
{
    const std::uint8_t flags = FlagsOf(ack.marked, ack.responsible);
    EncodeHeader(ack,
                 ack.redirect ? wire::kRedirect : wire::kOverlayAck,
                 flags,
                 AckSize(flags),
                 frame);
    wire::EncodeEndpoint(ack.responsible, frame + kResponsibleAt);
}

WireError
Decode(const std::uint8_t* frame, std::size_t size, OverlayAck& ack)
{
    ack.redirect = wire::TypeOf(frame, size) == wire::kRedirect;
    const Layout& layout = ack.redirect ? kRedirectLayout : kAckLayout;
    std::uint8_t flags = 0;
    const WireError error = DecodeHeader(frame, size, layout, ack, flags);
    if (error != WireError::kNone)
    {
        return error;
    }
    if (size != AckSize(flags))
    {
        return WireError::kLength;
    }
    ack.responsible = wire::DecodeEndpoint(frame + kResponsibleAt, flags);
    return WireError::kNone;
}

WireError
DecodeStreamed(const std::uint8_t* frame, std::size_t size, Request& message)
{
    if (wire::TypeOf(frame, size) == wire::kLookup)
    {
        // fails where a frame of an unknown type does: before its fields are looked at
        wire::Header header;
        return wire::DecodeHeader(frame, size, kRequestLayout, header);
    }
    return Decode(frame, size, message);
}

} // namespace dht
