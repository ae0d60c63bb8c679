/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-conduct.h"

#include <algorithm>
#include <utility>

namespace dht
{

namespace
{

/// @param answer An answer to a query of maintenance. @param asker Whom it goes to. @return The
/// same of a peer that knows nobody but that one: it is responsible for every key but the asker's
/// own ones.
MaintenanceMessage
AsIfAlone(const MaintenanceMessage& answer, const Endpoint& asker)
{
    MaintenanceMessage lie = answer;
    lie.responsible = true;
    lie.predecessor = asker;
    lie.peers = {asker};
    return lie;
}

} // namespace

Conduct::Conduct(LiveHost& host, Behaviour behaviour)
    : m_host(&host),
      m_behaviour(behaviour),
      m_reader(behaviour)
{
}

void
Conduct::Attach(Peer& peer)
{
    m_peer = &peer;
}

void
Conduct::Set(Time now, Behaviour behaviour)
{
    m_behaviour = behaviour;
    m_reader = HostileReader(behaviour);
    m_rests.clear();
    for (const ConnectionId connection : std::exchange(m_unread, {}))
    {
        m_host->Resume(connection); // which refuses again what is still not read
    }
    if (!IsStopped())
    {
        m_peer->OnWake(now);
        m_peer->OnDatagramsWritable(now);
        for (const LinkIndex link : std::exchange(m_unwritable, {}))
        {
            m_peer->OnWritable(now, link);
        }
    }
}

Behaviour
Conduct::Get() const
{
    return m_behaviour;
}

bool
Conduct::IsStopped() const
{
    return m_behaviour == Behaviour::kStopped;
}

bool
Conduct::OnRequest(Time now, ConnectionId from, Request& request)
{
    switch (m_behaviour)
    {
    case Behaviour::kDeaf:
    case Behaviour::kStopped:
        m_unread.insert(from);
        return false;
    case Behaviour::kSlowReader:
        return ReadSlowly(now, from, request);
    default:
        return m_reader.Keeps(now, *m_peer, request) || m_peer->OnRequest(now, from, request);
    }
}

bool
Conduct::ReadSlowly(Time now, ConnectionId from, Request& request)
{
    Time& rest = m_rests.try_emplace(from, now).first->second;
    if (now < rest)
    {
        m_unread.insert(from);
        Rearm();
        return false;
    }
    const bool isAccepted = m_peer->OnRequest(now, from, request);
    rest = isAccepted ? now + kSlowReaderRest : now;
    return isAccepted;
}

WireError
Conduct::OnDatagram(Time now, const Endpoint& from, Datagram&& datagram)
{
    if (IsStopped())
    {
        return WireError::kNone;
    }
    const auto* const lookup = std::get_if<Request>(&datagram);
    if (m_behaviour == Behaviour::kLying && lookup && lookup->source == from &&
        HostileReader::Lie(now, *m_peer, *lookup))
    {
        return WireError::kNone;
    }
    return m_peer->OnDatagram(now, from, std::move(datagram));
}

void
Conduct::OnWake(Time now)
{
    if (IsStopped())
    {
        return;
    }
    m_wake = now < m_wake ? m_wake : kNever;
    for (auto& [connection, rest] : m_rests)
    {
        if (rest <= now && m_unread.erase(connection) > 0)
        {
            m_host->Resume(connection);
        }
    }
    m_peer->OnWake(now);
    if (!m_rests.empty())
    {
        Rearm();
    }
}

void
Conduct::Rearm()
{
    Time next = m_wake;
    for (const auto& [connection, rest] : m_rests)
    {
        next = m_unread.count(connection) > 0 ? std::min(next, rest) : next;
    }
    m_host->WakeAt(next);
}

void
Conduct::OnClosed(Time now, ConnectionId connection)
{
    m_unread.erase(connection);
    m_rests.erase(connection);
    m_peer->OnClosed(now, connection);
}

LinkState
Conduct::StateOf(LinkIndex link, const Request& request)
{
    if (IsStopped())
    {
        m_unwritable.insert(link);
        return LinkState::kBusy;
    }
    return m_host->StateOf(link, request);
}

void
Conduct::Send(LinkIndex link, const Request& request)
{
    m_host->Send(link, request);
}

std::size_t
Conduct::Backlog(LinkIndex link) const
{
    return m_host->Backlog(link);
}

Time
Conduct::UplinkIdleAt() const
{
    return m_host->UplinkIdleAt();
}

Endpoint
Conduct::EndpointOf(LinkIndex link)
{
    return m_host->EndpointOf(link);
}

LinkState
Conduct::StateOfDatagrams(std::size_t size)
{
    return IsStopped() ? LinkState::kBusy : m_host->StateOfDatagrams(size);
}

void
Conduct::SendDatagram(const Endpoint& to, const Datagram& datagram)
{
    if (IsStopped())
    {
        return;
    }
    const auto* const message = std::get_if<MaintenanceMessage>(&datagram);
    if (m_behaviour == Behaviour::kLying && message &&
        message->kind == MaintenanceKind::kNeighbours)
    {
        m_host->SendDatagram(to, AsIfAlone(*message, to));
        return;
    }
    m_host->SendDatagram(to, datagram);
}

void
Conduct::WakeAt(Time time)
{
    m_wake = time;
    Rearm();
}

void
Conduct::Resume(ConnectionId connection)
{
    m_host->Resume(connection);
}

void
Conduct::Connect(LinkIndex link, const Endpoint& neighbour)
{
    m_host->Connect(link, neighbour);
}

void
Conduct::Disconnect(LinkIndex link)
{
    m_unwritable.erase(link);
    m_host->Disconnect(link);
}

void
Conduct::OnJoined()
{
    m_host->OnJoined();
}

void
Conduct::OnJoinFailed(JoinFailure why)
{
    m_host->OnJoinFailed(why);
}

void
Conduct::OnWayOut(bool isOpen)
{
    m_host->OnWayOut(isOpen);
}

} // namespace dht
