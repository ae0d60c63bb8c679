/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-transport-endpoint.h"

#include <algorithm>
#include <variant>

namespace dht
{

namespace
{

/// Connections of others that have ended and are remembered, unless more may be open.
constexpr std::size_t kTransportRemembered = 1024;

} // namespace

void
TransportEndpoint::OnDatagram(Time now,
                              const Endpoint& from,
                              const std::uint8_t* bytes,
                              std::size_t size)
{
    now = Advance(now);
    ++m_counters.received;
    TransportPacket packet;
    TransportError error = Decode(bytes, size, packet);
    if (error == TransportError::kNone)
    {
        error = std::visit(
            [&](const auto& decoded) {
                if constexpr (std::is_same_v<std::decay_t<decltype(decoded)>, std::monostate>)
                {
                    return TransportError::kKind;
                }
                else
                {
                    return Take(now, from, decoded);
                }
            },
            packet);
    }
    if (error == TransportError::kNone)
    {
        ++m_counters.accepted;
        return;
    }
    ++m_counters.rejected[static_cast<std::size_t>(error)];
}

void
TransportEndpoint::OnTooLong(Time now, const Endpoint& to, std::size_t size)
{
    Advance(now);
    m_outgoing.ForEach([&](Outgoing& link) {
        if (link.key.peer == to)
        {
            link.sender.Shorten(size);
        }
    });
}

TransportError
TransportEndpoint::Take(Time now, const Endpoint& from, const OpenPacket& packet)
{
    const std::uint64_t connection = packet.header.connection;
    const TransportHeader header{TransportKind::kCookie, packet.header.number, connection};
    const auto window = static_cast<std::uint32_t>(m_options.receiveWindow);
    m_replies.Send(from, CookiePacket{header, m_mint.Make(now, from, connection), window});
    return TransportError::kNone;
}

TransportError
TransportEndpoint::Take(Time now, const Endpoint& from, const CookiePacket& packet)
{
    Outgoing* const link = m_outgoing.Find({packet.header.connection, from});
    if (!link)
    {
        return TransportError::kConnection;
    }
    const TransportError error = link->sender.OnCookie(now, packet);
    Touch(*link);
    return error;
}

TransportError
TransportEndpoint::Take(Time now, const Endpoint& from, const DataPacket& packet)
{
    Incoming* link = m_incoming.Find({packet.header.connection, from});
    TransportError error = TransportError::kNone;
    if (!link)
    {
        error = Accept(now, from, packet, link);
    }
    else
    {
        error = link->receiver.IsBroken() ? TransportError::kConnection
                                          : link->receiver.OnData(now, packet);
    }
    if (error == TransportError::kConnection || error == TransportError::kCookie ||
        error == TransportError::kFull)
    {
        Reset(now, from, packet.header);
    }
    if (link)
    {
        Touch(now, *link);
    }
    return error;
}

TransportError
TransportEndpoint::Accept(Time now, const Endpoint& from, const DataPacket& packet, Incoming*& link)
{
    if (!packet.cookie)
    {
        return TransportError::kConnection;
    }
    const std::uint64_t connection = packet.header.connection;
    if (m_mint.Judge(now, from, *packet.cookie, connection) == TokenMint::Worth::kNone)
    {
        return TransportError::kCookie;
    }
    // those that have ended have places of their own
    if (m_incoming.Size() - m_remembered >= m_options.maxConnections ||
        m_remembered >= std::max(m_options.maxConnections, kTransportRemembered))
    {
        m_counters.connectionsRefused += connection != m_refused ? 1 : 0;
        m_refused = connection;
        return TransportError::kFull;
    }
    const auto clock = static_cast<std::uint32_t>(DrawBits(m_random));
    auto record = std::make_unique<Incoming>(now, m_options, clock);
    const TransportError error = record->receiver.OnData(now, packet);
    if (error == TransportError::kNone)
    {
        record->link = m_nextLink++;
        record->key = {connection, from};
        link = &m_incoming.Add(std::move(record));
        Tell(*link, TransportEvent::Kind::kAccepted);
    }
    return error;
}

TransportError
TransportEndpoint::Take(Time now, const Endpoint& from, const AckPacket& packet)
{
    Outgoing* const link = m_outgoing.Find({packet.header.connection, from});
    if (!link)
    {
        Reset(now, from, packet.header);
        return TransportError::kConnection;
    }
    const TransportError error = link->sender.OnAck(now, packet);
    if (error == TransportError::kOptimistic)
    {
        Reset(now, from, packet.header);
    }
    Touch(*link);
    return error;
}

TransportError
TransportEndpoint::Take(Time now, const Endpoint& from, const ResetPacket& packet)
{
    const ConnectionKey key{packet.header.connection, from};
    Outgoing* const outgoing = m_outgoing.Find(key);
    if (outgoing && outgoing->sender.IsOwn(packet.header.number))
    {
        Lose(*outgoing, TransportLoss::kReset);
        return TransportError::kNone;
    }
    Incoming* const incoming = m_incoming.Find(key);
    if (!incoming || incoming->receiver.HasEnded() ||
        !incoming->receiver.IsOwn(packet.header.number))
    {
        return outgoing || incoming ? TransportError::kState : TransportError::kConnection;
    }
    Break(now, *incoming);
    ++m_counters.lost[static_cast<std::size_t>(TransportLoss::kReset)];
    Tell(*incoming, TransportEvent::Kind::kLost);
    return TransportError::kNone;
}

void
TransportEndpoint::Reset(Time now, const Endpoint& to, const TransportHeader& header)
{
    const TransportHeader named{TransportKind::kReset, header.number, header.connection};
    m_replies.Send(now, to, ResetPacket{named});
}

} // namespace dht
