/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "memory-live-peer.h"

#include "dht-endpoint-name.h"
#include "dht-greedy-scheme.h"
#include "dht-scheme-registry.h"

#include <algorithm>

namespace dht
{
namespace test
{

namespace
{

PeerOptions
OptionsOf(const MemoryRingOptions& ring, const Endpoint& self)
{
    PeerOptions options = ring.peer;
    options.self = self;
    if (ring.routedAcks)
    {
        options.replyTo = IdOf(self);
    }
    return options;
}

Behaviour
BehaviourOf(const LiveRingOptions& ring, std::size_t peer)
{
    const auto found = ring.behaviours.find(peer);
    return found == ring.behaviours.end() ? Behaviour::kHonest : found->second;
}

/// @param ring A ring. @param behaviour Of a peer that begins now. @param now The present. @return
/// What it asks for: who comes late does not make up for what it has missed.
WorkloadOptions
WorkloadOf(const LiveRingOptions& ring, Behaviour behaviour, Time now)
{
    WorkloadOptions workload = WorkloadUnder(behaviour, ring.ring.workload);
    workload.start = std::max(workload.start, now);
    return workload;
}

} // namespace

LivePeer::LivePeer(LiveRing& network, std::size_t index, std::uint64_t life)
    : m_network(network),
      m_index(index),
      m_life(life),
      m_self(LiveRing::EndpointOf(index)),
      m_random(network.m_options.ring.seed, 3 * life),
      m_gaps(network.m_options.ring.seed, 3 * life + 1),
      m_keys(network.m_options.ring.seed, 3 * life + 2),
      m_workload(
          WorkloadOf(network.m_options, BehaviourOf(network.m_options, index), network.Now()),
          m_gaps,
          m_keys),
      m_watch(network, index),
      m_conduct(*this, BehaviourOf(network.m_options, index)),
      m_peer(
          OptionsOf(network.m_options.ring, m_self),
          network.m_options.maintenance,
          SchemeUnder(m_conduct.Get(),
                      MakeScheme(network.m_options.ring.scheme, network.m_options.ring.parameters)),
          m_conduct,
          m_random,
          m_random),
      m_links(network.m_options.maintenance.maximumLinks)
{
    m_conduct.Attach(m_peer);
    m_peer.SetObserver(&m_watch);
    if (const auto& store = network.m_options.store)
    {
        m_store = std::make_unique<LiveStore>(
            *store,
            GetMaintenance().MakeRingInfo(),
            m_random,
            LiveStore::Way{
                [this](const Endpoint& to, const StorageMessage& message) {
                    SendDatagram(to, message);
                },
                [this](Time time, std::function<void()> action) { At(time, std::move(action)); },
                [&network] { return network.Now(); }});
    }
}

void
LivePeer::At(Time time, std::function<void()> action)
{
    LiveRing& network = m_network;
    m_network.m_events.At(time,
                          [&network, index = m_index, life = m_life, action = std::move(action)] {
                              LivePeer* const peer = network.m_peers[index].get();
                              if (peer && peer->m_life == life)
                              {
                                  action();
                              }
                          });
}

Time
LivePeer::DelayTo(std::size_t to) const
{
    const PeerDelays* const delays = m_network.m_options.delays;
    const Time delay =
        delays ? delays->Get(static_cast<std::uint32_t>(m_index), static_cast<std::uint32_t>(to))
               : m_network.m_options.ring.delay;
    return delay + m_network.m_faults.DelayBetween(m_index, to);
}

void
LivePeer::AtPeer(std::size_t to, Time time, std::function<void(LivePeer&)> action)
{
    LiveRing& network = m_network;
    network.m_events.At(time + DelayTo(to),
                        [&network, from = m_index, to, action = std::move(action)] {
                            LivePeer* const peer = network.Find(to);
                            if (peer && network.m_faults.Reaches(from, to))
                            {
                                action(*peer);
                            }
                        });
}

void
LivePeer::Create()
{
    Enter([this](Time now) { m_peer.Create(now); });
}

void
LivePeer::Join(const std::vector<Endpoint>& bootstrap, const std::vector<Endpoint>& met)
{
    m_bootstrap = bootstrap;
    m_met = met;
    Enter([this](Time now) { m_peer.Join(now, m_bootstrap, m_met); });
}

void
LivePeer::Leave()
{
    m_left = true;
    Enter([this](Time now) { m_peer.Leave(now); });
}

void
LivePeer::Stop()
{
    Enter([this](Time now) { m_peer.Stop(now); });
}

void
LivePeer::Set(Behaviour behaviour)
{
    Enter([&](Time now) { m_conduct.Set(now, behaviour); });
}

void
LivePeer::Receive(const Endpoint& from, const Datagram& datagram)
{
    const auto* const message = std::get_if<StorageMessage>(&datagram);
    if (message && m_store)
    {
        m_store->Get().OnMessage(m_network.Now(), from, *message);
        m_network.m_violations += !m_store->Get().IdentitiesHold();
        return;
    }
    Enter([&](Time now) { m_conduct.OnDatagram(now, from, Datagram(datagram)); });
}

LiveStore&
LivePeer::Store()
{
    return *m_store;
}

const Peer&
LivePeer::GetPeer() const
{
    return m_peer;
}

const Maintenance&
LivePeer::GetMaintenance() const
{
    return *m_peer.GetMaintenance();
}

std::size_t
LivePeer::Index() const
{
    return m_index;
}

bool
LivePeer::IsHonest() const
{
    return m_conduct.Get() == Behaviour::kHonest;
}

bool
LivePeer::HasLeft() const
{
    return m_left;
}

bool
LivePeer::IsReady() const
{
    return m_ready && m_peer.IsJoined();
}

unsigned
LivePeer::JoinFailures() const
{
    return m_joinFailures;
}

LinkState
LivePeer::StateOfDatagrams(std::size_t /* size */)
{
    // the uplink holds as many datagrams as a link's window
    const double slot = 1 / m_network.m_options.ring.uplinkRate;
    const double window = static_cast<double>(m_network.m_options.ring.window);
    const Time now = m_network.Now();
    if (m_uplinkFree <= now + FromSeconds((window - 1) * slot))
    {
        return LinkState::kReady;
    }
    if (!std::exchange(m_datagramsRefused, true))
    {
        At(now + FromSeconds(slot), [this] {
            m_datagramsRefused = false;
            Enter([this](Time present) { m_peer.OnDatagramsWritable(present); });
        });
    }
    return LinkState::kBusy;
}

void
LivePeer::SendDatagram(const Endpoint& to, const Datagram& datagram)
{
    const Time sent = WaitsForRoom(datagram) ? TakeUplink() : m_network.Now();
    const std::size_t place = LiveRing::IndexOf(to);
    if (place >= m_network.m_peers.size() || !m_network.m_peers[place])
    {
        const std::size_t size = FrameSize(datagram);
        LiveRingTraffic& lost = m_network.m_toNobody[place];
        ++lost.datagrams;
        lost.bytes += size;
        lost.longest = std::max(lost.longest, size);
    }
    if (!m_network.m_faults.IsLost())
    {
        AtPeer(place, sent, [from = m_self, datagram](LivePeer& peer) {
            peer.Receive(from, datagram);
        });
    }
}

void
LivePeer::WakeAt(Time time)
{
    if (time != std::exchange(m_wake, time) && time != kNever)
    {
        At(time, [this, time] {
            if (m_wake == time)
            {
                m_wake = kNever;
                Enter([this](Time now) { m_conduct.OnWake(now); });
            }
        });
    }
}

void
LivePeer::OnJoined()
{
    m_ready = true;
    At(m_network.Now(), [this] {
        if (!m_left)
        {
            Enter([this](Time now) { m_peer.Start(now, m_workload); });
        }
    });
}

void
LivePeer::OnJoinFailed(JoinFailure /* why */)
{
    ++m_joinFailures;
    if (m_network.m_options.retry != kNever)
    {
        At(m_network.Now() + m_network.m_options.retry, [this] { Join(m_bootstrap, m_met); });
    }
}

} // namespace test
} // namespace dht
