/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "message-level-lives.h"

#include "dht-node.h"
#include "split-mix-random.h"

#include <optional>
#include <utility>

namespace ns3
{

namespace
{

/// 10.0.0.0, and any port.
constexpr uint32_t FIRST_ADDRESS = uint32_t{10} << 24;
constexpr uint16_t PORT_OF_ALL = 1;
/// The first random stream of the first life, far from those of ready-made peers, links and delays.
constexpr uint64_t LIVES = uint64_t{1} << 41;
/// Lives of a peer are so many peers apart.
constexpr unsigned PEER_BITS = 24;
/// Random streams of one life.
constexpr uint64_t STREAMS_OF_LIFE = 4;

} // namespace

/// One life: random numbers, links, a node and what it issues.
struct MessageLevelLives::Life
{
    dht::SplitMixRandom gaps;                //!< Of the workload.
    dht::SplitMixRandom keys;                //!< Of the workload.
    dht::SplitMixRandom random;              //!< Of the core.
    dht::SplitMixRandom queryIds;            //!< Of maintenance.
    MessageLevelLinks links;                 //!< Its links.
    std::unique_ptr<dht::Workload> workload; //!< What it issues.
    std::unique_ptr<dht::Node> node;         //!< The node.
    uint64_t made{0};                        //!< Requests it has made, once none follow.

    /// @param now The present. @return Requests that it has made.
    uint64_t Made(dht::Time now) const
    {
        return workload ? workload->Made(now) : made;
    }
};

dht::Endpoint
MessageLevelLives::AddressOf(uint32_t peer)
{
    return dht::Endpoint::Ipv4(FIRST_ADDRESS + peer, PORT_OF_ALL);
}

uint32_t
MessageLevelLives::NumberOf(const dht::Endpoint& endpoint)
{
    return endpoint.Ipv4Address() - FIRST_ADDRESS;
}

MessageLevelLives::MessageLevelLives(const MessageLevelJoining& joining,
                                     uint32_t number,
                                     uint64_t seed)
    : m_joining(joining),
      m_seed(seed),
      m_number(number)
{
}

MessageLevelLives::~MessageLevelLives() = default;

void
MessageLevelLives::SetObserver(dht::Observer& observer)
{
    m_observer = &observer;
}

void
MessageLevelLives::Begin(dht::Time now, const dht::PeerOptions& options, dht::Carrier& carrier)
{
    uint32_t made = 0;
    if (m_life)
    {
        m_past = GetTotals(now);
        made = m_life->links.Made();
    }
    const uint64_t first = LIVES + ((m_count << PEER_BITS) + m_number) * STREAMS_OF_LIFE;
    m_life.reset();
    m_life = std::make_unique<Life>(Life{{m_seed, first},
                                         {m_seed, first + 1},
                                         {m_seed, first + 2},
                                         {m_seed, first + 3},
                                         MessageLevelLinks(made),
                                         nullptr,
                                         nullptr});
    m_life->node =
        std::make_unique<dht::Node>(options,
                                    dht::JoinedPlace(m_joining.maintenance, m_life->queryIds),
                                    m_joining.makeScheme(),
                                    dht::Behaviour::kHonest,
                                    carrier,
                                    m_life->random);
    m_life->node->GetPeer().SetObserver(m_observer);
    m_isUp = true;
    m_isLeaving = false;
    ++m_count;
}

void
MessageLevelLives::Join(dht::Time now)
{
    const std::vector<dht::Endpoint> bootstrap = m_joining.bootstrap();
    if (bootstrap.empty())
    {
        m_life->node->GetPeer().Create(now);
        return;
    }
    m_life->node->GetPeer().Join(now, bootstrap);
}

void
MessageLevelLives::Work(dht::Time now, dht::WorkloadOptions options, const DhtPeerWorkload& kind)
{
    if (!m_life->workload)
    {
        options.start = now;
        m_life->workload = kind.Make(options, m_life->gaps, m_life->keys);
        m_life->node->GetPeer().Start(now, *m_life->workload);
    }
}

void
MessageLevelLives::Leave(dht::Time now)
{
    m_isLeaving = true;
    m_life->node->GetPeer().Leave(now);
}

void
MessageLevelLives::Finish(dht::Time now, End how)
{
    m_life->made = m_life->Made(now);
    m_life->node->GetPeer().Stop(now);
    m_life->workload.reset();
    m_isUp = false;
    m_isLeaving = false;
    m_end = how;
    m_timers.join = dht::kNever;
    m_timers.left = dht::kNever;
}

bool
MessageLevelLives::IsUp() const
{
    return m_isUp;
}

bool
MessageLevelLives::IsLeaving() const
{
    return m_isLeaving;
}

bool
MessageLevelLives::IsMember() const
{
    return m_isUp && !m_isLeaving && GetPeer()->GetMembership().IsJoined();
}

bool
MessageLevelLives::IsOff() const
{
    return !m_isUp && m_end == End::CRASH;
}

uint64_t
MessageLevelLives::Count() const
{
    return m_count;
}

MessageLevelLives::Timers&
MessageLevelLives::GetTimers()
{
    return m_timers;
}

dht::Node&
MessageLevelLives::GetNode()
{
    return *m_life->node;
}

const dht::Peer*
MessageLevelLives::GetPeer() const
{
    return m_life ? &std::as_const(*m_life->node).GetPeer() : nullptr;
}

MessageLevelLinks&
MessageLevelLives::GetLinks()
{
    return m_life->links;
}

const MessageLevelLinks&
MessageLevelLives::GetLinks() const
{
    return m_life->links;
}

// ---- sums over all lives

dht::LifeTotals
MessageLevelLives::GetTotals(dht::Time now) const
{
    dht::LifeTotals totals = m_past;
    if (m_life)
    {
        totals += dht::LifeTotals::Of(*GetPeer(), m_life->Made(now), !m_isUp);
    }
    return totals;
}

bool
MessageLevelLives::IdentitiesHold(dht::Time now) const
{
    return (!m_life || m_life->node->IdentitiesHold()) &&
           GetTotals(now).IdentitiesHold(GetOutstanding(), GetQueued());
}

uint64_t
MessageLevelLives::GetOutstanding() const
{
    return m_isUp ? GetPeer()->Outstanding() : 0;
}

uint64_t
MessageLevelLives::GetQueued() const
{
    return m_isUp ? GetPeer()->Queued() : 0;
}

} // namespace ns3
