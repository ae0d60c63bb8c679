/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-transport-replies.h"

#include <algorithm>
#include <variant>

namespace dht
{

namespace
{

/// Replies that wait to be sent.
constexpr std::size_t kMostReplies = 1024;
/// Resets in a second.
constexpr unsigned kMostResets = 100;

} // namespace

TransportReplies::TransportReplies(TransportCounters& counters)
    : m_counters(counters)
{
}

void
TransportReplies::Send(const Endpoint& to, const CookiePacket& packet)
{
    if (HasRoom())
    {
        Reply reply{to, {}, 0};
        reply.size = Encode(packet, reply.bytes.data());
        m_replies.Push(reply);
        ++m_counters.cookiesSent;
    }
}

void
TransportReplies::Send(Time now, const Endpoint& to, const ResetPacket& packet)
{
    if (m_second < Time(0) || now - m_second >= FromSeconds(1))
    {
        m_second = now;
        m_resets = 0;
    }
    if (m_resets >= kMostResets)
    {
        ++m_counters.withheld;
    }
    else if (HasRoom())
    {
        Reply reply{to, {}, 0};
        reply.size = Encode(packet, reply.bytes.data());
        m_replies.Push(reply);
        ++m_resets;
        ++m_counters.resetsSent;
    }
}

void
TransportReplies::Refuse(Time now, const Endpoint& to, const std::uint8_t* bytes, std::size_t size)
{
    TransportPacket packet;
    if (Decode(bytes, size, packet) != TransportError::kNone)
    {
        return;
    }
    const auto reset = [&](const TransportHeader& header) {
        Send(now, to, ResetPacket{{TransportKind::kReset, header.number, header.connection}});
    };
    if (const auto* const open = std::get_if<OpenPacket>(&packet))
    {
        reset(open->header);
    }
    else if (const auto* const data = std::get_if<DataPacket>(&packet))
    {
        reset(data->header);
    }
    else if (const auto* const ack = std::get_if<AckPacket>(&packet))
    {
        reset(ack->header);
    }
}

std::size_t
TransportReplies::Take(Endpoint& to, std::uint8_t* buffer)
{
    const Reply& reply = m_replies.Front();
    to = reply.to;
    const std::size_t size = reply.size;
    std::copy_n(reply.bytes.begin(), size, buffer);
    m_replies.Pop();
    return size;
}

bool
TransportReplies::HasRoom()
{
    const bool hasRoom = m_replies.Size() < kMostReplies;
    m_counters.withheld += hasRoom ? 0 : 1;
    return hasRoom;
}

} // namespace dht
