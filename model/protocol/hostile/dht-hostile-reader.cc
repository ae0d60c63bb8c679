/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-hostile-reader.h"

#include "dht-peer.h"

namespace dht
{

HostileReader::HostileReader(Behaviour behaviour)
    : m_behaviour(behaviour)
{
}

bool
HostileReader::Keeps(Time now, Peer& peer, const Request& request)
{
    const bool keeps = Handle(now, peer, request);
    m_kept += keeps ? 1 : 0;
    return keeps;
}

bool
HostileReader::Lie(Time now, Peer& peer, const Request& request)
{
    if (!peer.GetMembership().IsJoined() || request.kind == MessageKind::kRoutedAck)
    {
        return false;
    }
    peer.Respond(now, request, {});
    return true;
}

std::uint64_t
HostileReader::Kept() const
{
    return m_kept;
}

bool
HostileReader::Handle(Time now, Peer& peer, const Request& request)
{
    switch (m_behaviour)
    {
    case Behaviour::kBlackHole:
        return true;
    case Behaviour::kDropping:
        m_losesNext = !m_losesNext;
        return !m_losesNext;
    case Behaviour::kLying:
        return Lie(now, peer, request);
    default:
        return false;
    }
}

} // namespace dht
