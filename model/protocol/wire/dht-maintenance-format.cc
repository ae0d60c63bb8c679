/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-maintenance-format.h"

#include <algorithm>
#include <utility>

namespace dht
{

namespace
{

/// What stands where in the bodies.
enum MaintenanceOffset : std::size_t
{
    kAskedKeyAt = 0,
    kCountAt = 0,
    kEndpointsAt = kCountAt + 1,
};

std::size_t
QuerySize(std::uint8_t /* flags */)
{
    return kCommonHeaderSize + kAskedKeyAt + kKeyBits / 8;
}

std::size_t
NotifySize(std::uint8_t /* flags */)
{
    return kCommonHeaderSize;
}

std::size_t
LeastListSize(std::uint8_t flags)
{
    return kCommonHeaderSize + kEndpointsAt +
           (flags & wire::kPredecessor ? wire::EndpointSize(flags) : 0);
}

constexpr wire::Layout kLayouts[]{
    {wire::kQuery, 0, 0, QuerySize},
    {wire::kNeighbours, wire::kIpv6 | wire::kResponsible | wire::kPredecessor, 0, LeastListSize},
    {wire::kNotify, 0, 0, NotifySize},
    {wire::kLeave, wire::kIpv6 | wire::kPredecessor, 0, LeastListSize},
};

const wire::Layout&
LayoutOf(MaintenanceKind kind)
{
    return kLayouts[static_cast<std::size_t>(kind)];
}

/// What is of another type is taken for a query, and fails at its type.
MaintenanceKind
MaintenanceKindOf(std::uint8_t type)
{
    const auto found = std::find_if(std::begin(kLayouts), std::end(kLayouts), [&](const auto& l) {
        return l.type == type;
    });
    return found == std::end(kLayouts)
               ? MaintenanceKind::kQuery
               : static_cast<MaintenanceKind>(std::distance(std::begin(kLayouts), found));
}

bool
HasList(MaintenanceKind kind)
{
    return kind == MaintenanceKind::kNeighbours || kind == MaintenanceKind::kLeave;
}

std::uint8_t
FlagsOf(const MaintenanceMessage& message)
{
    const bool ipv6 = message.predecessor ? message.predecessor->ipv6
                                          : !message.peers.empty() && message.peers.front().ipv6;
    return static_cast<std::uint8_t>((ipv6 ? wire::kIpv6 : 0) |
                                     (message.responsible ? wire::kResponsible : 0) |
                                     (message.predecessor ? wire::kPredecessor : 0));
}

/// @param message The message. @param flags Its. @return Bytes of its frame.
std::size_t
SizeOf(const MaintenanceMessage& message, std::uint8_t flags)
{
    return LayoutOf(message.kind).leastSize(flags) + wire::ExtensionsSize(message.extensions) +
           message.peers.size() * wire::EndpointSize(flags);
}

void
EncodeList(const MaintenanceMessage& message, std::uint8_t flags, std::uint8_t* body)
{
    body[kCountAt] = static_cast<std::uint8_t>(message.peers.size());
    std::uint8_t* to = body + kEndpointsAt;
    if (message.predecessor)
    {
        wire::EncodeEndpoint(*message.predecessor, to);
        to += wire::EndpointSize(flags);
    }
    for (const Endpoint& peer : message.peers)
    {
        wire::EncodeEndpoint(peer, to);
        to += wire::EndpointSize(flags);
    }
}

/// Reads the body of an answer or of leave.
WireError
DecodeList(const wire::Head& head, MaintenanceMessage& message)
{
    const std::uint8_t flags = head.header.flags;
    const std::size_t count = head.body[kCountAt];
    const bool stated = (flags & wire::kPredecessor) != 0;
    message.responsible = (flags & wire::kResponsible) != 0;
    if (count > kMaximumPeersInMessage)
    {
        return WireError::kField;
    }
    // whoever is not responsible names no predecessor; where nobody is named, there is no family
    if ((stated && message.kind == MaintenanceKind::kNeighbours && !message.responsible) ||
        ((flags & wire::kIpv6) != 0 && !stated && count == 0))
    {
        return WireError::kField;
    }
    if (head.size != LeastListSize(flags) - kCommonHeaderSize + count * wire::EndpointSize(flags))
    {
        return WireError::kLength;
    }
    const std::uint8_t* from = head.body + kEndpointsAt;
    if (stated)
    {
        message.predecessor = wire::DecodeEndpoint(from, flags);
        from += wire::EndpointSize(flags);
    }
    for (std::size_t i = 0; i < count; ++i, from += wire::EndpointSize(flags))
    {
        message.peers.push_back(wire::DecodeEndpoint(from, flags));
    }
    return WireError::kNone;
}

} // namespace

std::size_t
FrameSize(const MaintenanceMessage& message)
{
    return SizeOf(message, FlagsOf(message));
}

void
Encode(const MaintenanceMessage& message, std::uint8_t* frame)
{
    const std::uint8_t flags = FlagsOf(message);
    std::uint8_t* const body =
        wire::EncodeHead({LayoutOf(message.kind).type, flags, 0, message.attempt, message.id},
                         message.extensions,
                         SizeOf(message, flags),
                         frame);
    if (message.kind == MaintenanceKind::kQuery)
    {
        message.key.ToBytes(body + kAskedKeyAt);
    }
    if (HasList(message.kind))
    {
        EncodeList(message, flags, body);
    }
}

WireError
Decode(const std::uint8_t* frame, std::size_t size, MaintenanceMessage& message)
{
    message = {};
    message.kind = MaintenanceKindOf(wire::TypeOf(frame, size));
    const wire::Layout& layout = LayoutOf(message.kind);
    wire::Head head;
    const WireError error = wire::DecodeHead(frame, size, layout, head);
    if (error != WireError::kNone)
    {
        return error;
    }
    message.id = head.header.id;
    message.attempt = head.header.attempt;
    message.extensions = std::move(head.extensions);
    if (HasList(message.kind))
    {
        return DecodeList(head, message);
    }
    if (head.size != layout.leastSize(head.header.flags) - kCommonHeaderSize)
    {
        return WireError::kLength;
    }
    if (message.kind == MaintenanceKind::kQuery)
    {
        message.key = Key::FromBytes(head.body + kAskedKeyAt);
    }
    return WireError::kNone;
}

std::optional<std::vector<std::uint8_t>>
AnswerToOtherVersion(const std::uint8_t* frame, std::size_t size)
{
    wire::Header asked;
    const auto version = wire::ReadVersion(frame, size, asked);
    if (!version || *version == kWireVersion || asked.type != wire::kQuery)
    {
        return {};
    }
    std::vector<std::uint8_t> answer(kCommonHeaderSize);
    const wire::Header header{wire::kNeighbours, 0, 0, asked.attempt, asked.id};
    wire::EncodeHeader(header, answer.size(), answer.data());
    return answer;
}

std::optional<OtherVersion>
AnswerOfOtherVersion(const std::uint8_t* frame, std::size_t size)
{
    wire::Header header;
    const auto version = wire::ReadVersion(frame, size, header);
    if (!version || *version == kWireVersion || header.type != wire::kNeighbours)
    {
        return {};
    }
    return size == kCommonHeaderSize ? std::optional(OtherVersion{*version, header.id})
                                     : std::nullopt;
}

} // namespace dht
