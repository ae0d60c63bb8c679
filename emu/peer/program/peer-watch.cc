/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "peer-watch.h"

#include "dht-endpoint-name.h"
#include "dht-option-values.h"
#include "spread-text.h"
#include "transfer-progress.h"

#include <cstdlib>
#include <utility>

namespace dht
{

namespace
{

/// Lost links are told together.
constexpr Time kLinks = FromSeconds(10);
/// The same for files that could not be opened.
constexpr Time kFiles = FromSeconds(60);
/// A peer before this one on the ring has a link to it after a tenth of this.
constexpr Time kUnconnected = FromSeconds(20);
/// Between two lines on what it does.
constexpr Time kSum = FromSeconds(600);
/// A clock that is this far off was set: what slews a clock is slower.
constexpr std::chrono::seconds kJump{2};

} // namespace

PeerWatch::PeerWatch(const RealPeer& peer, Reporter& reporter, std::string allowFiles)
    : m_peer(peer),
      m_reporter(reporter),
      m_allowFiles(std::move(allowFiles)),
      m_origin(PresentOrigin()),
      m_sumAt(kSum)
{
}

void
PeerWatch::Look(Time now)
{
    LookAtClock();
    if (m_peer.GetMembership().IsJoined())
    {
        LookAtNeighbours();
        LookAtConnections(now);
    }
    LookAtLinks(now);
    LookAtFiles(now);
    Sum(now);
}

void
PeerWatch::LookAtNeighbours()
{
    const Membership& place = m_peer.GetMembership();
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
PeerWatch::LookAtConnections(Time now)
{
    if (m_peer.ConnectionCount() > 0 || !m_peer.GetMembership().Predecessor())
    {
        m_connectedUntil = now;
        m_saidUnconnected = false;
    }
    if (now - m_connectedUntil >= kUnconnected && !m_saidUnconnected)
    {
        m_reporter.Say(
            LogLevel::kWarning,
            "nobody connects, though datagrams arrive: others cannot open connections to " +
                NameOf(m_peer.Self()) + "; does a firewall or a router let them through?");
        m_saidUnconnected = true;
    }
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
                   "lost " + Counted(lost - m_lost, "link") +
                       " to neighbours; it tries again, or goes around them");
    m_lost = lost;
    m_lookAtLinks = now + kLinks;
}

void
PeerWatch::LookAtFiles(Time now)
{
    const std::uint64_t lacking = m_peer.GetLimits().filesLacking;
    if (now < m_lookAtFiles || lacking == m_lacking)
    {
        return;
    }
    m_reporter.Say(LogLevel::kWarning,
                   "too many files are open: " + Counted(lacking - m_lacking, "time") +
                       ", a connection could not be taken or made; " + m_allowFiles +
                       ", or give a lower --max-connections");
    m_lacking = lacking;
    m_lookAtFiles = now + kFiles;
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
    const PeerDisk* const disk = m_peer.GetDisk();
    m_reporter.Say(LogLevel::kInfo,
                   Counted(m_peer.GetMembership().Fingers().size(), "neighbour") + ", " +
                       std::to_string(m_peer.ConnectionCount()) + " connected to it, " +
                       Counted(relayed - m_relayed, "request") + " relayed in " +
                       DurationToText(kSum) +
                       (disk ? ", " + Counted(disk->Kept().Count(), "fragment") + ", " +
                                   BytesToText(static_cast<double>(disk->Kept().Bytes()))
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
