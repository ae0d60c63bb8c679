/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// A geometry of one's own whose peers join, leave and crash: everybody knows everybody, and the
// peer whose id has the least XOR with a key is responsible for it. Peers, schemes, links, hosts
// and counters are the library's.

#include <algorithm>
#include <chrono>
#include <dht-endpoint-name.h>
#include <dht-membership.h>
#include <dht-memory-net.h>
#include <iostream>
#include <memory>
#include <optional>
#include <set>
#include <vector>

namespace
{

/// How often a peer asks another one whom it knows.
constexpr dht::Time kInterval = std::chrono::seconds(1);
/// Most peers that one can know.
constexpr dht::LinkIndex kLinks = 64;

/// @return How far a key is from a peer's id.
dht::Key
Xor(const dht::Key& id, const dht::Key& key)
{
    return id ^ key;
}

/// A place among peers that all know each other.
class OneHop : public dht::Membership
{
  public:
    OneHop(const dht::Endpoint& self, dht::LiveHost& host)
        : m_self(self),
          m_host(host)
    {
    }

    std::optional<dht::LinkIndex> NextHop(const dht::Key& key) const override
    {
        std::optional<dht::LinkIndex> best;
        dht::Key nearest = Xor(dht::IdOf(m_self), key);
        for (dht::LinkIndex link = 0; link < m_links.size(); ++link)
        {
            if (m_links[link] && Xor(dht::IdOf(*m_links[link]), key) < nearest)
            {
                best = link;
                nearest = Xor(dht::IdOf(*m_links[link]), key);
            }
        }
        return best;
    }

    dht::RingNodes NearestTo(const dht::Key& key, const dht::Endpoint& asker) const override
    {
        dht::RingNodes nearer;
        for (const dht::Endpoint& peer : KnownPeers())
        {
            const dht::Key id = dht::IdOf(peer);
            if (!(peer == asker) && Xor(id, key) < Xor(dht::IdOf(m_self), key))
            {
                nearer.push_back({peer, id});
            }
        }
        std::sort(nearer.begin(), nearer.end(), [&key](const auto& a, const auto& b) {
            return Xor(a.id, key) < Xor(b.id, key);
        });
        nearer.resize(std::min(nearer.size(), dht::Search::kMostNamed));
        return nearer;
    }

    dht::Metric GetMetric() const override
    {
        return &Xor;
    }

    dht::LinkIndex LinkCount() const override
    {
        return kLinks;
    }

    bool IsDynamic() const override
    {
        return true;
    }

    dht::PeerIds Ids() const override
    {
        return dht::PeerIds::kDigests;
    }

    bool IsJoined() const override
    {
        return m_isJoined;
    }

    bool HasLeft() const override
    {
        return m_hasLeft;
    }

    void Create(dht::Time now) override
    {
        TakePlace(now);
    }

    void Join(dht::Time now,
              const std::vector<dht::Endpoint>& bootstrap,
              const std::vector<dht::Endpoint>& /* met */) override
    {
        m_bootstrap = bootstrap;
        OnWake(now);
    }

    void Leave(dht::Time /* now */) override
    {
        m_hasLeft = true;
        m_wake = dht::kNever;
        for (const dht::Endpoint& peer : KnownPeers())
        {
            Send(peer, dht::MaintenanceKind::kLeave);
        }
    }

    bool OnMessage(dht::Time now,
                   const dht::Endpoint& from,
                   const dht::MaintenanceMessage& message) override
    {
        if (message.kind == dht::MaintenanceKind::kLeave)
        {
            Forget(now, from);
            return true;
        }
        if (message.kind == dht::MaintenanceKind::kQuery && m_isJoined && !m_hasLeft)
        {
            Send(from, dht::MaintenanceKind::kNeighbours); // who asks is named from the next one on
        }
        Learn(now, from);
        if (message.kind == dht::MaintenanceKind::kNeighbours && !m_hasLeft)
        {
            OnAnswer(now, message);
        }
        return true;
    }

    void OnLinkFailed(dht::Time now, dht::LinkIndex link) override
    {
        if (const auto neighbour = NeighbourAt(link))
        {
            Forget(now, *neighbour);
        }
    }

    void OnWake(dht::Time now) override
    {
        if (now < m_wake || m_hasLeft)
        {
            return;
        }
        const std::vector<dht::Endpoint> known = m_isJoined ? KnownPeers() : m_bootstrap;
        if (!known.empty())
        {
            Send(known[m_turn++ % known.size()], dht::MaintenanceKind::kQuery);
        }
        m_wake = now + kInterval;
    }

    dht::Time NextWake() const override
    {
        return m_wake;
    }

    void SetRoutesListener(RoutesListener listener) override
    {
        m_listener = std::move(listener);
    }

    bool IsProbe(const dht::Key& key) const override
    {
        return key == dht::IdOf(m_self);
    }

    std::optional<dht::Endpoint> NeighbourAt(dht::LinkIndex link) const override
    {
        return link < m_links.size() ? m_links[link] : std::nullopt;
    }

    std::vector<dht::Endpoint> KnownPeers() const override
    {
        std::vector<dht::Endpoint> known;
        for (const auto& neighbour : m_links)
        {
            if (neighbour)
            {
                known.push_back(*neighbour);
            }
        }
        return known;
    }

  private:
    /// It has a place from now on.
    void TakePlace(dht::Time now)
    {
        m_isJoined = true;
        m_wake = now + kInterval;
        m_host.OnJoined();
    }

    /// Somebody has said whom it knows.
    void OnAnswer(dht::Time now, const dht::MaintenanceMessage& answer)
    {
        for (const dht::Endpoint& peer : answer.peers)
        {
            const bool isNew = std::count(m_links.begin(), m_links.end(), peer) == 0;
            if (isNew && !(peer == m_self))
            {
                Send(peer, dht::MaintenanceKind::kQuery); // it has to answer first
            }
        }
        if (!m_isJoined)
        {
            TakePlace(now);
        }
    }

    /// Somebody is there.
    void Learn(dht::Time now, const dht::Endpoint& peer)
    {
        const auto end = m_links.end();
        if (m_hasLeft || std::find(m_links.begin(), end, peer) != end)
        {
            return;
        }
        const auto place = std::find(m_links.begin(), end, std::nullopt);
        if (place != end)
        {
            Change(now, place, peer);
        }
    }

    /// Somebody is gone.
    void Forget(dht::Time now, const dht::Endpoint& peer)
    {
        const auto place = std::find(m_links.begin(), m_links.end(), peer);
        if (place != m_links.end())
        {
            Change(now, place, std::nullopt);
        }
    }

    /// A link leads somewhere, or nowhere any more.
    void Change(dht::Time now,
                std::vector<std::optional<dht::Endpoint>>::iterator place,
                const std::optional<dht::Endpoint>& neighbour)
    {
        const auto link = static_cast<dht::LinkIndex>(place - m_links.begin());
        *place = neighbour;
        if (neighbour)
        {
            m_host.Connect(link, *neighbour);
        }
        else
        {
            m_host.Disconnect(link);
        }
        m_listener(now, {link});
    }

    void Send(const dht::Endpoint& to, dht::MaintenanceKind kind)
    {
        dht::MaintenanceMessage message;
        message.kind = kind;
        message.key = dht::IdOf(m_self);
        if (kind == dht::MaintenanceKind::kNeighbours)
        {
            message.peers = KnownPeers();
            // another one comes first each second, so that all are named in time
            std::rotate(message.peers.begin(),
                        message.peers.begin() +
                            m_turn % std::max<std::size_t>(1, message.peers.size()),
                        message.peers.end());
            message.peers.resize(std::min(message.peers.size(), dht::kMaximumPeersInMessage));
        }
        m_host.SendDatagram(to, message);
    }

    const dht::Endpoint m_self;                                ///< Where others reach it.
    dht::LiveHost& m_host;                                     ///< Carries out its actions.
    std::vector<std::optional<dht::Endpoint>> m_links{kLinks}; ///< Whom it knows.
    std::vector<dht::Endpoint> m_bootstrap;                    ///< Whom it asks first.
    RoutesListener m_listener;                                 ///< Is told of changes.
    dht::Time m_wake{0};                                       ///< When to ask again.
    std::size_t m_turn{0};                                     ///< Which peer to ask next.
    bool m_isJoined{false};                                    ///< Whether it has a place.
    bool m_hasLeft{false};                                     ///< Whether it has left.
};

/// Forty peers join and make requests; one leaves and one crashes. @param routing How requests go.
/// @return Whether all were answered, and everybody knows all who are there.
bool
Run(dht::RoutingMode routing)
{
    constexpr std::size_t peers = 40;
    dht::MemoryNetOptions options;
    options.scheme = "credit";
    options.peer.routing = routing;
    options.workload.load = 2; // requests/s per peer
    options.place = [](const dht::Endpoint& self, dht::LiveHost& host) {
        return std::make_unique<OneHop>(self, host);
    };
    dht::MemoryNet net(options, peers);
    net.Create(0);
    for (std::size_t place = 1; place < peers; ++place)
    {
        net.Join(place, {0});
    }
    net.RunUntil(std::chrono::seconds(30));
    net.Leave(1);
    net.Crash(2);
    net.RunUntil(std::chrono::seconds(60));
    net.Stop();
    net.RunUntil(std::chrono::seconds(75));

    std::set<std::size_t> known;
    for (const std::size_t place : net.Alive())
    {
        known.insert(net.At(place).GetMembership().KnownPeers().size());
    }
    const dht::Counters sum = net.Totals();
    std::cout << sum.issued << " issued, " << sum.answered << " answered, "
              << sum.forwarded + sum.redirected << " hops, tables of " << *known.begin() << " to "
              << *known.rbegin() << '\n';
    return sum.answered == sum.issued && known == std::set<std::size_t>{peers - 3} &&
           net.Violations() == 0;
}

} // namespace

int
main()
{
    const bool recursive = Run(dht::RoutingMode::kRecursive);
    return Run(dht::RoutingMode::kIterative) && recursive ? 0 : 1;
}
