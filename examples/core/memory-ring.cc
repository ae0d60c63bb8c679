/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// A ring of 64 peers in memory, under a virtual clock: each message takes 20 ms, and each peer
// issues ten requests.

#include <deque>
#include <dht-chord.h>
#include <dht-peer.h>
#include <dht-scheme-registry.h>
#include <dht-workload.h>
#include <functional>
#include <iostream>
#include <map>
#include <random>

namespace
{

/// Random numbers of the host's choice: the core owns none.
class MyRandom : public dht::Random
{
  public:
    double Uniform() override
    {
        return std::uniform_real_distribution<>()(m_engine);
    }

  private:
    std::mt19937_64 m_engine{1};
};

MyRandom g_random;                                        // of all peers
dht::Time g_now{0};                                       // the clock
std::multimap<dht::Time, std::function<void()>> g_events; // what will happen

void
After(dht::Time delay, std::function<void()> what)
{
    g_events.emplace(g_now + delay, std::move(what));
}

/// A peer, and what carries its messages.
class MyPeer : public dht::Host
{
  public:
    MyPeer(std::deque<MyPeer>& ring, const dht::Overlay& overlay, std::uint32_t index)
        : m_ring(ring),
          m_neighbours(overlay.Neighbours(index)),
          m_options(OptionsOf(index)),
          m_workload({/* requests/s */ 1, dht::Arrivals::kPoisson, /* requests */ 10},
                     g_random,
                     g_random),
          m_peer(m_options, overlay.MakeTable(index), MakeScheme(), *this, g_random)
    {
        After(dht::Time(0), [this] { m_peer.Start(g_now, m_workload); });
    }

    const dht::Counters& GetCounters() const
    {
        return m_peer.GetCounters();
    }

  private:
    static dht::PeerOptions OptionsOf(std::uint32_t index)
    {
        dht::PeerOptions options;
        options.self = dht::Endpoint::Ipv4(0x0a000001 + index, 7000);
        return options;
    }

    static std::unique_ptr<dht::CongestionControl> MakeScheme()
    {
        const dht::Scheme& scheme = dht::SchemeRegistry::Get().Find("credit");
        return scheme.make(scheme.parameters);
    }

    dht::LinkState StateOf(dht::LinkIndex, const dht::Request&) override
    {
        return dht::LinkState::kReady;
    }

    void Send(dht::LinkIndex link, const dht::Request& request) override
    {
        MyPeer& to = m_ring[m_neighbours[link]];
        After(std::chrono::milliseconds(20),
              [&to, copy = request]() mutable { to.m_peer.OnRequest(g_now, 0, copy); });
    }

    dht::Endpoint EndpointOf(dht::LinkIndex link) override
    {
        return m_ring[m_neighbours[link]].m_options.self;
    }

    dht::LinkState StateOfDatagrams(std::size_t) override
    {
        return dht::LinkState::kReady;
    }

    void SendDatagram(const dht::Endpoint& to, const dht::Datagram& datagram) override
    {
        MyPeer& peer = m_ring[to.Ipv4Address() - 0x0a000001];
        After(std::chrono::milliseconds(20), [this, &peer, copy = datagram]() mutable {
            peer.m_peer.OnDatagram(g_now, m_options.self, std::move(copy));
        });
    }

    void WakeAt(dht::Time time) override
    {
        if (time != dht::kNever)
        {
            After(std::max(time, g_now) - g_now,
                  [this] { m_peer.OnWake(g_now); }); // too early does no harm
        }
    }

    void Resume(dht::ConnectionId) override
    {
    } // nothing is ever refused here

    std::deque<MyPeer>& m_ring;
    std::vector<std::size_t> m_neighbours; // by link
    dht::PeerOptions m_options;
    dht::Workload m_workload;
    dht::Peer m_peer;
};

} // namespace

int
main()
{
    const dht::ChordOverlay overlay(dht::Ring::Even(64));
    std::deque<MyPeer> ring;
    for (std::uint32_t index = 0; index < 64; ++index)
    {
        ring.emplace_back(ring, overlay, index);
    }
    while (!g_events.empty() && g_now < std::chrono::minutes(1))
    {
        const auto next = g_events.extract(g_events.begin());
        g_now = next.key();
        next.mapped()();
    }
    dht::Counters sum;
    for (const MyPeer& peer : ring)
    {
        sum += peer.GetCounters();
    }
    std::cout << sum.issued << " issued, " << sum.answered << " answered, " << sum.forwarded
              << " hops\n";
    return sum.answered == sum.issued ? 0 : 1;
}
