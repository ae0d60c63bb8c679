/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "peer-watch.h"

#include "dht-endpoint-name.h"
#include "dht-option-values.h"
#include "transfer-progress.h"

#include <cstdlib>

namespace dht
{

namespace
{

/// Lost links are told together.
constexpr Time kLinks = FromSeconds(10);
/// Between two lines on what it does.
constexpr Time kSum = FromSeconds(600);
/// A clock that is this far off was set: what slews a clock is slower.
constexpr std::chrono::seconds kJump{2};

} // namespace

PeerWatch::PeerWatch(const RealPeer& peer, Reporter& reporter)
    : m_peer(peer),
      m_reporter(reporter),
      m_origin(PresentOrigin()),
      m_sumAt(kSum)
{
}

void
PeerWatch::Look(Time now)
{
    LookAtClock();
    if (m_peer.GetMaintenance().IsJoined())
    {
        LookAtNeighbours();
    }
    LookAtLinks(now);
    Sum(now);
}

void
PeerWatch::LookAtNeighbours()
{
    const Maintenance& place = m_peer.GetMaintenance();
    const auto predecessor = place.Predecessor();
    const auto successors = place.Successors();
    const std::string neighbours =
        (predecessor ? NameOf(*predecessor) : "nobody") + " before it, " +
        (successors.empty() ? "nobody" : NameOf(successors.front())) + " after it";
    const bool hasNeighbours = predecessor || !successors.empty();
    if (neighbours == m_neighbours)
    {
        return;
    }
    m_neighbours = neighbours;
    if (hasNeighbours)
    {
        m_reporter.Say(LogLevel::kInfo, "neighbours on the ring: " + neighbours);
    }
    else if (m_hadNeighbours)
    {
        m_reporter.Say(LogLevel::kWarning,
                       "no other peer is there any more: this one is a ring by itself; others may "
                       "join it, and a restart with --join or --contacts joins them");
    }
    m_hadNeighbours = hasNeighbours;
}

void
PeerWatch::LookAtLinks(Time now)
{
    const std::uint64_t lost = m_peer.GetLimits().linksFailed;
    if (now < m_lookAtLinks || lost == m_lost)
    {
        return;
    }
    m_reporter.Say(LogLevel::kWarning,
                   "lost " + std::to_string(lost - m_lost) +
                       (lost - m_lost == 1 ? " link" : " links") +
                       " to neighbours; it tries again, or goes around them");
    m_lost = lost;
    m_lookAtLinks = now + kLinks;
}

void
PeerWatch::LookAtClock()
{
    const Origin origin = PresentOrigin();
    const auto jump = origin - m_origin;
    m_origin = origin;
    if (jump > kJump || jump < -kJump)
    {
        const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(jump).count();
        m_reporter.Say(LogLevel::kWarning,
                       "the clock was set " + std::string(seconds > 0 ? "forward" : "back") +
                           " by " + std::to_string(std::abs(seconds)) + " s");
    }
}

void
PeerWatch::Sum(Time now)
{
    if (now < m_sumAt)
    {
        return;
    }
    m_sumAt = now + kSum;
    const Peer& peer = m_peer.GetPeer();
    const std::uint64_t relayed = peer.GetCounters().forwarded;
    const PeerStorage* const storage = m_peer.GetStorage();
    m_reporter.Say(LogLevel::kInfo,
                   std::to_string(m_peer.GetMaintenance().Fingers().size()) + " neighbours, " +
                       std::to_string(m_peer.ConnectionCount()) + " connected to it, " +
                       std::to_string(relayed - m_relayed) + " requests relayed in " +
                       DurationToText(kSum) +
                       (storage ? ", " + std::to_string(storage->Kept().Count()) + " fragments, " +
                                      BytesToText(static_cast<double>(storage->Kept().Bytes()))
                                : ""));
    m_relayed = relayed;
}

PeerWatch::Origin
PeerWatch::PresentOrigin()
{
    return std::chrono::system_clock::now().time_since_epoch() -
           std::chrono::duration_cast<Origin>(std::chrono::steady_clock::now().time_since_epoch());
}

} // namespace dht
