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
#include <gtest/gtest.h>

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

/// Requests that nobody has business with, on the way on one link.
constexpr std::size_t kJunkWindow = 32;
/// The life of a connection's other end that was never a peer.
constexpr std::uint64_t kNobodysLife = ~std::uint64_t{0};

} // namespace

std::size_t
LivePeer::Link::Count(bool junk) const
{
    return std::count(inWindow.begin(), inWindow.end(), junk);
}

LivePeer::Watch::Watch(LiveRing& network, std::size_t index)
    : EventDigest(network.m_digest, index),
      m_network(network),
      m_index(index)
{
}

void
LivePeer::Watch::OnAnswered(const EventContext& at, const Answer& answer)
{
    EventDigest::OnAnswered(at, answer);
    const LivePeer* owner = nullptr;
    const auto distance = [&](const LivePeer& peer) {
        return Distance(peer.GetMaintenance().Id(), answer.key);
    };
    for (const std::size_t peer : m_network.Alive())
    {
        const LivePeer& live = m_network.At(peer);
        if (live.IsReady() && (!owner || distance(live) < distance(*owner)))
        {
            owner = &live;
        }
    }
    if (owner && owner->IsHonest() && m_network.At(m_index).IsHonest())
    {
        const bool right = IdOf(answer.responsible) == owner->GetMaintenance().Id();
        ++(right ? m_network.m_results.right : m_network.m_results.wrong);
    }
}

void
LivePeer::Watch::OnGivenUp(const EventContext& at, std::uint64_t id)
{
    EventDigest::OnGivenUp(at, id);
    ++m_network.m_results.givenUp;
}

LivePeer::LivePeer(LiveRing& network, std::size_t index, std::uint64_t life)
    : m_network(network),
      m_index(index),
      m_life(life),
      m_self(LiveRing::EndpointOf(index)),
      m_random(network.m_options.ring.seed, 3 * life),
      m_gaps(network.m_options.ring.seed, 3 * life + 1),
      m_keys(network.m_options.ring.seed, 3 * life + 2),
      m_workload(
          WorkloadUnder(BehaviourOf(network.m_options, index), network.m_options.ring.workload),
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

void
LivePeer::AtPeer(std::size_t to, Time time, std::function<void(LivePeer&)> action)
{
    LiveRing& network = m_network;
    const PeerDelays* const delays = network.m_options.delays;
    const Time delay =
        delays ? delays->Get(static_cast<std::uint32_t>(m_index), static_cast<std::uint32_t>(to))
               : network.m_options.ring.delay;
    m_network.m_events.At(time + delay, [&network, from = m_index, to, action = std::move(action)] {
        if (LivePeer* const peer = network.Reach(from, to))
        {
            action(*peer);
        }
    });
}

template <typename Call>
void
LivePeer::Enter(Call call)
{
    call(m_network.Now());
    m_network.m_violations += !m_peer.IdentitiesHold();
}

void
LivePeer::Create()
{
    Enter([this](Time now) { m_peer.Create(now); });
}

void
LivePeer::Join(const std::vector<Endpoint>& bootstrap)
{
    m_bootstrap = bootstrap;
    Enter([this](Time now) { m_peer.Join(now, m_bootstrap); });
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
LivePeer::Flood(std::size_t links, double rate)
{
    std::vector<Endpoint> fingers = GetMaintenance().Fingers();
    fingers.erase(fingers.begin(), fingers.end() - std::min(links, fingers.size()));
    for (LinkIndex link = 0; link < m_links.size(); ++link)
    {
        const Link& out = m_links[link];
        if (out.open && std::find(fingers.begin(), fingers.end(), out.to) != fingers.end() &&
            out.Count(true) < kJunkWindow)
        {
            Transmit(link, Junk(m_self), m_network.Now(), true);
        }
    }
    At(m_network.Now() + FromSeconds(1 / rate), [this, links, rate] { Flood(links, rate); });
}

void
LivePeer::TakeFlood(const Endpoint& source, double rate)
{
    const ConnectionId connection = m_nextConnection;
    OnOpened(LiveRing::IndexOf(source), kNobodysLife, 0, 0);
    TakeJunk(connection, source, rate);
}

void
LivePeer::TakeJunk(ConnectionId connection, const Endpoint& source, double rate)
{
    auto& waiting = m_connections.at(connection).requests;
    if (waiting.size() < kJunkWindow)
    {
        waiting.push_back(Junk(source));
        Read(connection);
    }
    At(m_network.Now() + FromSeconds(1 / rate),
       [this, connection, source, rate] { TakeJunk(connection, source, rate); });
}

Request
LivePeer::Junk(const Endpoint& source)
{
    Request junk;
    junk.id = DrawBits(m_keys);
    junk.key = DrawKey(m_keys);
    junk.source = source;
    junk.hopLimit = m_network.m_options.ring.peer.hopLimit;
    return junk;
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
    return m_ready;
}

unsigned
LivePeer::JoinFailures() const
{
    return m_joinFailures;
}

std::size_t
LivePeer::OnTheWay() const
{
    std::size_t sum = 0;
    for (const auto& entry : m_connections)
    {
        sum += entry.second.requests.size();
    }
    return sum;
}

std::size_t
LivePeer::Blocked() const
{
    return std::count_if(m_connections.begin(), m_connections.end(), [](const auto& entry) {
        return entry.second.blocked;
    });
}

LinkState
LivePeer::StateOf(LinkIndex link, const Request& /* request */)
{
    const Link& out = m_links.at(link);
    EXPECT_TRUE(out.used) << "a link that leads nowhere is asked";
    return out.open && out.Count(false) < m_network.m_options.ring.window ? LinkState::kReady
                                                                          : LinkState::kBusy;
}

void
LivePeer::Send(LinkIndex link, const Request& request)
{
    Transmit(link, request, TakeUplink(), false);
}

void
LivePeer::Transmit(LinkIndex link, const Request& request, Time time, bool junk)
{
    Link& out = m_links.at(link);
    out.inWindow.push_back(junk);
    const auto to = LiveRing::IndexOf(out.to);
    AtPeer(to, time, [request, connection = out.connection, life = out.life](LivePeer& peer) {
        const auto found = peer.m_connections.find(connection);
        if (peer.m_life == life && found != peer.m_connections.end())
        {
            found->second.requests.push_back(request);
            peer.Read(connection);
        }
    });
}

Time
LivePeer::TakeUplink()
{
    m_uplinkFree = std::max(m_uplinkFree, m_network.Now()) +
                   FromSeconds(1 / m_network.m_options.ring.uplinkRate);
    return m_uplinkFree;
}

Endpoint
LivePeer::EndpointOf(LinkIndex link)
{
    return m_links.at(link).to;
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
    if (!m_network.IsLost())
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
LivePeer::Resume(ConnectionId connection)
{
    At(m_network.Now(), [this, connection] {
        const auto found = m_connections.find(connection);
        if (found != m_connections.end())
        {
            found->second.blocked = false;
            Read(connection);
        }
    });
}

void
LivePeer::Read(ConnectionId connection)
{
    Connection& from = m_connections.at(connection);
    while (!from.requests.empty() && !from.blocked)
    {
        Enter([&](Time now) {
            from.blocked = !m_conduct.OnRequest(now, connection, from.requests.front());
        });
        if (!from.blocked)
        {
            from.requests.pop_front();
            AtPeer(from.from,
                   m_network.Now(),
                   [life = from.life, link = from.link, use = from.use](LivePeer& peer) {
                       if (peer.m_life == life)
                       {
                           peer.OnWindow(link, use);
                       }
                   });
        }
    }
    if (from.closed && from.requests.empty())
    {
        m_connections.erase(connection);
        Enter([&](Time now) { m_conduct.OnClosed(now, connection); });
    }
}

void
LivePeer::OnWindow(LinkIndex link, std::uint64_t use)
{
    Link& out = m_links.at(link);
    if (out.use == use && out.open)
    {
        out.inWindow.pop_front();
        Enter([&](Time now) { m_peer.OnWritable(now, link); });
    }
}

void
LivePeer::Connect(LinkIndex link, const Endpoint& neighbour)
{
    Link& out = m_links.at(link);
    EXPECT_FALSE(out.used) << "a link is used twice";
    EXPECT_FALSE(neighbour == m_self) << "a link leads back";
    out.used = true;
    out.to = neighbour;
    out.pause = FromSeconds(0.1);
    Open(link);
}

void
LivePeer::Open(LinkIndex link)
{
    Link& out = m_links.at(link);
    out.use = ++m_uses;
    out.open = false;
    out.inWindow.clear();
    const Time now = m_network.Now();
    const auto to = LiveRing::IndexOf(out.to);
    if (!m_network.Reach(m_index, to))
    {
        // refused at once, unless nobody is there to refuse
        const bool silent = m_network.m_options.silentCrashes || m_network.m_groups > 1;
        At(now + (silent ? FromSeconds(5) : 2 * m_network.m_options.ring.delay),
           [this, link, use = out.use] { Fail(link, use); });
        return;
    }
    AtPeer(to, now, [from = m_index, life = m_life, link, use = out.use](LivePeer& peer) {
        peer.OnOpened(from, life, link, use);
    });
}

void
LivePeer::OnOpened(std::size_t from, std::uint64_t life, LinkIndex link, std::uint64_t use)
{
    const ConnectionId connection = m_nextConnection++;
    m_connections[connection] = {from, life, link, use, {}, false, false};
    AtPeer(from, m_network.Now(), [life, link, use, connection, own = m_life](LivePeer& peer) {
        if (peer.m_life != life || peer.m_links.at(link).use != use)
        {
            return;
        }
        Link& out = peer.m_links.at(link);
        out.open = true;
        out.life = own;
        out.connection = connection;
        out.pause = FromSeconds(0.1);
        peer.Enter([&](Time now) { peer.m_peer.OnLinkConnected(now, link); });
        peer.Enter([&](Time now) { peer.m_peer.OnWritable(now, link); });
    });
}

void
LivePeer::Fail(LinkIndex link, std::uint64_t use)
{
    Link& out = m_links.at(link);
    if (!out.used || out.use != use)
    {
        return;
    }
    out.open = false;
    out.use = ++m_uses;
    out.pause = 2 * out.pause;
    At(m_network.Now() + out.pause, [this, link, mine = out.use] {
        if (m_links[link].used && m_links[link].use == mine)
        {
            Open(link);
        }
    });
    Enter([&](Time now) { m_peer.OnLinkFailed(now, link); });
}

void
LivePeer::Disconnect(LinkIndex link)
{
    Link& out = m_links.at(link);
    EXPECT_TRUE(out.used) << "a link is closed twice";
    if (out.open)
    {
        const auto to = LiveRing::IndexOf(out.to);
        AtPeer(to,
               std::max(m_uplinkFree, m_network.Now()),
               [connection = out.connection, life = out.life](LivePeer& peer) {
                   const auto found = peer.m_connections.find(connection);
                   if (peer.m_life == life && found != peer.m_connections.end())
                   {
                       found->second.closed = true;
                       peer.Read(connection);
                   }
               });
    }
    out = Link();
    out.use = ++m_uses;
}

void
LivePeer::OnReset(const LivePeer& who)
{
    for (LinkIndex link = 0; link < m_links.size(); ++link)
    {
        if (m_links[link].used && m_links[link].open && m_links[link].life == who.m_life)
        {
            Fail(link, m_links[link].use);
        }
    }
    std::vector<ConnectionId> gone;
    for (const auto& [connection, from] : m_connections)
    {
        if (from.life == who.m_life)
        {
            gone.push_back(connection);
        }
    }
    for (const ConnectionId connection : gone)
    {
        m_connections.erase(connection);
        Enter([&](Time now) { m_conduct.OnClosed(now, connection); });
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
        At(m_network.Now() + m_network.m_options.retry, [this] { Join(m_bootstrap); });
    }
}

} // namespace test
} // namespace dht
