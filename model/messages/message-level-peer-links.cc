/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// A message-level peer whose links come and go.

#include "dht-node.h"
#include "dht-present-time.h"
#include "message-level-peer.h"

#include <utility>

namespace ns3
{

namespace
{

using Kind = MessageSignal::Kind;

} // namespace

// ---- its own links

MessageWay
MessageLevelPeer::WayOf(dht::LinkIndex link) const
{
    if (const MessageLevelLives* const lives = GetLives())
    {
        const auto& out = lives->GetLinks().Get(link);
        return {out.to, out.stream};
    }
    return {m_carrier.Neighbour(m_number, link), link};
}

void
MessageLevelPeer::Connect(dht::LinkIndex link, const dht::Endpoint& neighbour)
{
    Lives()->GetLinks().Connect(link, MessageLevelLives::NumberOf(neighbour));
    if (m_options.peer.routing == dht::RoutingMode::kRecursive)
    {
        OpenLink(link);
    }
}

void
MessageLevelPeer::OpenLink(dht::LinkIndex link)
{
    MessageLevelLinks& links = Lives()->GetLinks();
    const uint32_t stream = links.Open(link);
    if (m_streams)
    {
        m_streams->Open(link);
    }
    Tell(links.Get(link).to, stream, Kind::OPEN);
}

void
MessageLevelPeer::Disconnect(dht::LinkIndex link)
{
    MessageLevelLinks& links = Lives()->GetLinks();
    if (links.IsOpen(link))
    {
        SendRest(link);
        Tell(links.Get(link).to, links.Get(link).stream, Kind::CLOSE);
    }
    if (m_hold)
    {
        m_hold->links.Set(link, 0);
    }
    links.Free(link);
}

void
MessageLevelPeer::SendRest(dht::LinkIndex link)
{
    if (!m_streams)
    {
        return;
    }
    for (auto rest = m_streams->TakeRest(link); !rest.IsEmpty(); rest = m_streams->TakeRest(link))
    {
        const dht::Time departure = Charge(m_options.stream.SegmentCost(rest.Size()));
        m_carrier.CarrySegment(m_number, WayOf(link), departure, std::move(rest));
    }
}

void
MessageLevelPeer::FailLink(dht::LinkIndex link)
{
    if (m_hold)
    {
        m_hold->links.Set(link, 0);
    }
    if (m_streams)
    {
        m_streams->Open(link); // what it held is lost
    }
    Lives()->GetLinks().Fail(m_now, link);
    ArmLinks();
    ThePeer().OnLinkFailed(m_now, link);
}

void
MessageLevelPeer::ArmLinks()
{
    const dht::Time next = Lives()->GetLinks().NextDue();
    dht::Time& timer = Lives()->GetTimers().links;
    if (next < timer)
    {
        timer = next;
        m_carrier.SetTimer(m_number, next, LINKS);
    }
}

void
MessageLevelPeer::SeeToLinks()
{
    MessageLevelLives& lives = *Lives();
    if (m_now >= lives.GetTimers().links)
    {
        lives.GetTimers().links = dht::kNever;
    }
    if (!lives.IsUp())
    {
        return;
    }
    MessageLevelLinks& links = lives.GetLinks();
    while (const auto link = links.FindDue(m_now))
    {
        const MessageWay way = WayOf(*link);
        switch (links.TakeDue(m_now, *link))
        {
        case MessageLevelLinks::Due::OPEN:
            OpenLink(*link);
            break;
        case MessageLevelLinks::Due::PROBE:
            Tell(way.to, way.stream, links.IsOpen(*link) ? Kind::PROBE : Kind::OPEN);
            if (links.TakeTold(*link))
            {
                ThePeer().OnLinkSilent(m_now, *link);
            }
            break;
        case MessageLevelLinks::Due::FAIL:
            FailLink(*link);
            break;
        }
    }
    ArmLinks();
}

// ---- what is said of links

void
MessageLevelPeer::Tell(uint32_t to, uint32_t stream, MessageSignal::Kind kind)
{
    const bool isPacket = m_options.areStreams && kind != Kind::SILENCE;
    const dht::Time departure = isPacket ? Charge(m_options.stream.header) : m_now;
    const uint32_t since = kind == Kind::OPEN ? Lives()->GetLinks().Since() : 0;
    m_carrier.CarrySignal(to, departure, {m_number, stream, kind, since});
}

void
MessageLevelPeer::OnNobody(uint32_t from, uint32_t stream)
{
    Tell(from, stream, Lives()->IsOff() ? Kind::SILENCE : Kind::RESET);
}

void
MessageLevelPeer::OnSignal(const MessageSignal& signal)
{
    m_now = DhtPresent();
    const bool asks = signal.kind == Kind::OPEN || signal.kind == Kind::PROBE;
    if (!IsThere())
    {
        if (asks)
        {
            OnNobody(signal.from, signal.stream);
        }
        return;
    }
    MessageLevelLinks& links = Lives()->GetLinks();
    const auto link = links.Find(signal.stream);
    switch (signal.kind)
    {
    case Kind::OPEN:
        Accept(signal);
        break;
    case Kind::OPENED:
        OnOpened(signal);
        break;
    case Kind::CLOSE:
        if (const auto connection = links.FindConnection(signal.from, signal.stream))
        {
            links.OnClose(*connection);
            CloseIfRead(*connection);
        }
        break;
    case Kind::PROBE:
        FindConnection(signal.from, signal.stream);
        break;
    case Kind::RESET:
        if (link)
        {
            FailLink(*link);
        }
        break;
    case Kind::SILENCE:
        if (link && links.OnSilence(m_now, *link))
        {
            ArmLinks();
        }
        break;
    }
    Finish();
}

void
MessageLevelPeer::Accept(const MessageSignal& signal)
{
    MessageLevelLinks& links = Lives()->GetLinks();
    // it does not know of them any more
    while (const auto outlived = links.FindOutlived(signal.from, signal.since))
    {
        CloseConnection(*outlived);
    }
    if (!links.FindConnection(signal.from, signal.stream))
    {
        const dht::ConnectionId connection = links.Accept(signal.from, signal.stream);
        if (m_streams)
        {
            m_streams->Accept(connection, signal.from, signal.stream);
        }
    }
    Tell(signal.from, signal.stream, Kind::OPENED);
}

void
MessageLevelPeer::OnOpened(const MessageSignal& signal)
{
    MessageLevelLinks& links = Lives()->GetLinks();
    const auto link = links.Find(signal.stream);
    if (!link)
    {
        Tell(signal.from, signal.stream, Kind::CLOSE); // it has been given up
        return;
    }
    if (!links.IsOpen(*link))
    {
        links.OnOpened(*link);
        ThePeer().OnLinkConnected(m_now, *link);
        ThePeer().OnWritable(m_now, *link);
    }
}

// ---- links of others

std::optional<dht::ConnectionId>
MessageLevelPeer::FindConnection(uint32_t from, uint32_t stream)
{
    if (!IsThere())
    {
        OnNobody(from, stream);
        return std::nullopt;
    }
    const auto connection = Lives()->GetLinks().FindConnection(from, stream);
    if (!connection)
    {
        Tell(from, stream, Kind::RESET);
    }
    return connection;
}

bool
MessageLevelPeer::CloseIfRead(dht::ConnectionId connection)
{
    const MessageLevelLives* const lives = GetLives();
    if (!lives || !lives->GetLinks().GetConnections()[connection].isClosed ||
        (m_streams && m_streams->Get(connection).receiver.IsReadable()))
    {
        return false;
    }
    CloseConnection(connection);
    return true;
}

void
MessageLevelPeer::CloseConnection(dht::ConnectionId connection)
{
    if (m_streams)
    {
        m_streams->Forget(connection);
    }
    Lives()->GetLinks().Drop(connection);
    Lives()->GetNode().OnClosed(m_now, connection);
}

} // namespace ns3
