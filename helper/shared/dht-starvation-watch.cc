/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-starvation-watch.h"

namespace dht
{

StarvationWatch::StarvationWatch(std::size_t peers)
    : m_peers(peers)
{
}

StarvationWatch::Change
StarvationWatch::Look(Time now, std::size_t number, const PeerState& peer)
{
    Memory& memory = m_peers[number];
    const bool waits = peer.presence != Presence::kAway &&
                       (peer.outstanding > 0 || peer.made > peer.counters.issued);
    if (!waits || peer.counters.answered != memory.answered)
    {
        const bool did = memory.starves;
        memory = {peer.counters.answered, now, false};
        return did ? Change::kEnds : Change::kNone;
    }
    if (memory.starves || now - memory.since < kStarvation)
    {
        return Change::kNone;
    }
    memory.starves = true;
    return Change::kBegins;
}

bool
StarvationWatch::Starves(std::size_t number) const
{
    return m_peers[number].starves;
}

Time
StarvationWatch::Since(std::size_t number) const
{
    return m_peers[number].since;
}

} // namespace dht
