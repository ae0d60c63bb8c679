/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-wire-format.h"

#include <algorithm>
#include <boost/endian/conversion.hpp>
#include <utility>

namespace dht
{

namespace
{

/// What stands where in the bodies.
enum MessageOffset : std::size_t
{
    kRateAt = 0,
    kKeyAt = kRateAt + 4,
    kSourceAt = kKeyAt + kKeyBits / 8,
    kResponsibleAt = 0,
};

std::uint8_t
FlagsOf(bool marked, const Endpoint& endpoint)
{
    return static_cast<std::uint8_t>((marked ? wire::kMarked : 0) |
                                     (endpoint.ipv6 ? wire::kIpv6 : 0));
}

/// Writes what stands before the body of a message or an overlay-ack. @return Where that begins.
template <typename T>
std::uint8_t*
EncodeHead(const T& message,
           wire::Type type,
           std::uint8_t flags,
           std::size_t size,
           std::uint8_t* frame)
{
    return wire::EncodeHead({type, flags, message.hopLimit, message.attempt, message.id},
                            message.extras->extensions,
                            size,
                            frame);
}

/// Takes what stands before the body of a message or an overlay-ack. @param head The head read,
/// moved from.
template <typename T>
void
TakeHead(wire::Head& head, T& message)
{
    message.marked = (head.header.flags & wire::kMarked) != 0;
    message.hopLimit = head.header.hopLimit;
    message.attempt = head.header.attempt;
    message.id = head.header.id;
    message.extras.Reset();
    if (!head.extensions.Area().empty())
    {
        message.extras.Write().extensions = std::move(head.extensions);
    }
}

std::size_t
LeastLookupSize(std::uint8_t flags)
{
    return kCommonHeaderSize + kSourceAt + wire::EndpointSize(flags);
}

std::size_t
LeastRequestSize(std::uint8_t flags)
{
    return LeastLookupSize(flags) + (flags & wire::kReplyTo ? kKeyBits / 8 : 0);
}

std::size_t
RoutedAckSize(std::uint8_t flags)
{
    return kCommonHeaderSize + kSourceAt + wire::EndpointSize(flags) + 1;
}

std::size_t
AckSize(std::uint8_t flags)
{
    return kCommonHeaderSize + kResponsibleAt + wire::EndpointSize(flags);
}

constexpr std::uint8_t kFlags = wire::kMarked | wire::kIpv6;
constexpr std::uint8_t kMostHops = 255;
/// Peers that a redirect names besides the first one, at the most.
constexpr std::size_t kMaximumFurther = 3;

using wire::Layout;
constexpr Layout kRequestLayout{wire::kRequest,
                                kFlags | wire::kReplyTo,
                                kMostHops,
                                LeastRequestSize};
constexpr Layout kRoutedAckLayout{wire::kRoutedAck, kFlags, kMostHops, RoutedAckSize};
constexpr Layout kLookupLayout{wire::kLookup, kFlags | wire::kWithheld, kMostHops, LeastLookupSize};
constexpr Layout kAckLayout{wire::kOverlayAck, kFlags, kMostHops, AckSize};
constexpr Layout kRedirectLayout{wire::kRedirect, kFlags, kMostHops, AckSize};

std::uint8_t
FlagsOf(const Request& message)
{
    return static_cast<std::uint8_t>(FlagsOf(message.marked, message.source) |
                                     (message.extras->replyTo ? wire::kReplyTo : 0) |
                                     (message.extras->isWithheld ? wire::kWithheld : 0));
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
    return LayoutOf(message.kind).leastSize(FlagsOf(message)) +
           wire::ExtensionsSize(message.extras->extensions);
}

std::size_t
FrameSize(const Request& message)
{
    return HeaderSize(message) + message.extras->payload.size;
}

void
Encode(const Request& message, std::uint8_t* frame)
{
    const std::uint8_t flags = FlagsOf(message);
    std::uint8_t* const body =
        EncodeHead(message, LayoutOf(message.kind).type, flags, FrameSize(message), frame);
    boost::endian::store_big_u32(body + kRateAt, message.milliRate);
    message.key.ToBytes(body + kKeyAt);
    wire::EncodeEndpoint(message.source, body + kSourceAt);
    std::uint8_t* rest = body + kSourceAt + wire::EndpointSize(flags);
    if (message.kind == MessageKind::kRoutedAck)
    {
        *rest++ = message.extras->requestHopLimit;
    }
    if (const auto& replyTo = message.extras->replyTo)
    {
        replyTo->ToBytes(rest);
        rest += kKeyBits / 8;
    }
    const Payload& payload = message.extras->payload;
    std::copy_n(payload.bytes.get(), payload.size, rest);
}

WireError
Decode(const std::uint8_t* frame, std::size_t size, Request& message)
{
    message.kind = MessageKindOf(wire::TypeOf(frame, size));
    wire::Head head;
    const WireError error = wire::DecodeHead(frame, size, LayoutOf(message.kind), head);
    if (error != WireError::kNone)
    {
        return error;
    }
    const std::uint8_t flags = head.header.flags;
    const bool isWithheld = message.kind == MessageKind::kLookup && (flags & wire::kWithheld) != 0;
    if (isWithheld && head.size != LeastLookupSize(flags) - kCommonHeaderSize)
    {
        return WireError::kLength;
    }
    TakeHead(head, message);
    message.milliRate = boost::endian::load_big_u32(head.body + kRateAt);
    message.key = Key::FromBytes(head.body + kKeyAt);
    message.source = wire::DecodeEndpoint(head.body + kSourceAt, flags);
    const std::uint8_t* rest = head.body + kSourceAt + wire::EndpointSize(flags);
    if (message.kind == MessageKind::kRoutedAck)
    {
        message.extras.Write().requestHopLimit = *rest++;
    }
    if (isWithheld)
    {
        message.extras.Write().isWithheld = true;
    }
    else if (flags & wire::kReplyTo)
    {
        message.extras.Write().replyTo = Key::FromBytes(rest);
        rest += kKeyBits / 8;
    }
    if (const auto left = static_cast<std::size_t>(frame + size - rest))
    {
        message.extras.Write().payload = CopyPayload(rest, left);
    }
    return WireError::kNone;
}

std::size_t
FrameSize(const OverlayAck& ack)
{
    return AckSize(FlagsOf(ack.marked, ack.responsible)) +
           wire::ExtensionsSize(ack.extras->extensions) + ack.extras->payload.size +
           ack.extras->further.size() * wire::EndpointSize(FlagsOf(false, ack.responsible));
}

void
Encode(const OverlayAck& ack, std::uint8_t* frame)
{
    const std::uint8_t flags = FlagsOf(ack.marked, ack.responsible);
    const auto type = ack.redirect ? wire::kRedirect : wire::kOverlayAck;
    std::uint8_t* const body = EncodeHead(ack, type, flags, FrameSize(ack), frame);
    wire::EncodeEndpoint(ack.responsible, body + kResponsibleAt);
    std::uint8_t* rest = body + kResponsibleAt + wire::EndpointSize(flags);
    for (const Endpoint& peer : ack.extras->further)
    {
        wire::EncodeEndpoint(peer, rest);
        rest += wire::EndpointSize(flags);
    }
    const Payload& payload = ack.extras->payload;
    std::copy_n(payload.bytes.get(), payload.size, rest);
}

WireError
Decode(const std::uint8_t* frame, std::size_t size, OverlayAck& ack)
{
    ack.redirect = wire::TypeOf(frame, size) == wire::kRedirect;
    wire::Head head;
    const WireError error =
        wire::DecodeHead(frame, size, ack.redirect ? kRedirectLayout : kAckLayout, head);
    if (error != WireError::kNone)
    {
        return error;
    }
    const std::uint8_t flags = head.header.flags;
    const std::size_t fixed = kResponsibleAt + wire::EndpointSize(flags);
    const std::size_t rest = head.size - fixed;
    if (ack.redirect && (rest % wire::EndpointSize(flags) != 0 ||
                         rest / wire::EndpointSize(flags) > kMaximumFurther))
    {
        return WireError::kLength;
    }
    TakeHead(head, ack);
    ack.responsible = wire::DecodeEndpoint(head.body + kResponsibleAt, flags);
    if (ack.redirect)
    {
        for (std::size_t at = fixed; at < head.size; at += wire::EndpointSize(flags))
        {
            ack.extras.Write().further.push_back(wire::DecodeEndpoint(head.body + at, flags));
        }
    }
    else if (rest > 0)
    {
        ack.extras.Write().payload = CopyPayload(head.body + fixed, head.size - fixed);
    }
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
