/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_TEST_MAINTENANCE_WORLD_H
#define DHT_CC_TEST_MAINTENANCE_WORLD_H

#include "dht-endpoint-name.h"
#include "dht-maintenance.h"
#include "idle-host.h"
#include "memory-ring.h"
#include "token-keeper.h"

#include <algorithm>
#include <deque>
#include <functional>
#include <map>
#include <set>

/**
 * @file
 * @ingroup dht-cc-tests
 * One peer's maintenance, and a ring around it that answers as a test wants.
 */

namespace dht
{
namespace test
{

/// One peer, and others that answer its queries rightly unless the test intervenes.
class MaintenanceWorld : private IdleHost
{
  public:
    /// Says whether the query to a peer has been dealt with otherwise.
    using Hook = std::function<bool(std::size_t to, const MaintenanceMessage& query)>;

    /// @param count How many other peers there are. @param options How the peer keeps its place.
    explicit MaintenanceWorld(std::size_t count, const MaintenanceOptions& options = {})
        : up(count, true),
          maintenance(options, Endpoint::Ipv4(0x0a000001, 7000), *this, m_random)
    {
        for (std::uint32_t i = 0; i < count; ++i)
        {
            others.push_back(Endpoint::Ipv4(0x0a000002 + i, 7000));
        }
        std::sort(others.begin(), others.end(), [this](const Endpoint& a, const Endpoint& b) {
            return DistanceTo(a) < DistanceTo(b);
        });
    }

    /// @param endpoint A peer. @return How far it is from the one that is looked at.
    Key DistanceTo(const Endpoint& endpoint) const
    {
        return Distance(maintenance.Id(), IdOf(endpoint));
    }

    /// @param endpoint A peer. @return Its index; that of nobody if it is none of the others.
    std::size_t IndexOf(const Endpoint& endpoint) const
    {
        return std::find(others.begin(), others.end(), endpoint) - others.begin();
    }

    /// @param seconds For how long at the most. @param until When to stop earlier, if ever.
    void Run(double seconds, const std::function<bool()>& until = {})
    {
        const Time end = now + FromSeconds(seconds);
        while (now < end && !(until && until()))
        {
            if (!m_sent.empty())
            {
                Deliver();
                continue;
            }
            Time next = std::min(maintenance.NextWake(), end);
            for (const auto& [link, time] : m_broken)
            {
                next = std::min(next, time);
            }
            now = std::max(now, next);
            BreakLinks();
            maintenance.OnWake(now);
        }
    }

    /// A peer answers a query as it should. @param from The answering peer's place. @param query
    /// The query.
    void Answer(std::size_t from, const MaintenanceMessage& query)
    {
        MaintenanceMessage answer;
        answer.kind = MaintenanceKind::kNeighbours;
        answer.id = query.id;
        answer.attempt = query.attempt;
        answer.responsible = query.key == IdOf(others[from]) || from == Responsible(query.key);
        if (!answer.responsible)
        {
            answer.peers = {others[Responsible(query.key)]};
        }
        for (std::size_t i = 1; answer.responsible && i <= others.size(); ++i)
        {
            const std::size_t place = (from + i) % (others.size() + 1);
            const bool self = place == others.size();
            if (answer.peers.size() < 8 && (self || up[place]))
            {
                answer.peers.push_back(self ? Self() : others[place]);
            }
        }
        if (answer.responsible && (from == 0 || up[from - 1]))
        {
            answer.predecessor = from == 0 ? Self() : others[from - 1];
        }
        maintenance.OnMessage(now, others[from], answer);
    }

    /// A peer says something, with the token that it got for a query. @param from The sender's
    /// endpoint. @param message The message, without its token.
    void Say(const Endpoint& from, const MaintenanceMessage& message)
    {
        MaintenanceMessage query;
        query.kind = MaintenanceKind::kQuery;
        query.key = IdOf(from);
        maintenance.OnMessage(now, from, query);
        maintenance.OnMessage(now, from, m_tokens.Sign(from, message));
    }

    /// A connection breaks now. @param link The link's number.
    void Break(LinkIndex link)
    {
        m_broken[link] = now;
    }

    /// @return Where the peer is that is looked at.
    static Endpoint Self()
    {
        return Endpoint::Ipv4(0x0a000001, 7000);
    }

    /// @param neighbour A peer. @return Whether a link leads to it.
    bool IsLinked(const Endpoint& neighbour) const
    {
        return std::any_of(links.begin(), links.end(), [&](const auto& link) {
            return link.second == neighbour;
        });
    }

    void SendDatagram(const Endpoint& to, const Datagram& datagram) override
    {
        m_sent.emplace_back(to, std::get<MaintenanceMessage>(datagram));
        m_tokens.Hear(to, m_sent.back().second);
    }

    void Connect(LinkIndex link, const Endpoint& neighbour) override
    {
        links[link] = neighbour;
        ++connects[link];
        m_broken[link] = now + (deaf.count(IndexOf(neighbour)) ? FromSeconds(1) : Time(0));
    }

    void Disconnect(LinkIndex link) override
    {
        links.erase(link);
        m_broken.erase(link);
    }

    Time now{0};                         ///< The present.
    std::vector<Endpoint> others;        ///< The other peers, nearest first.
    std::vector<bool> up;                ///< Which of them are there.
    std::set<std::size_t> deaf;          ///< Which of them take no connections.
    std::map<LinkIndex, Endpoint> links; ///< Where links lead.
    std::map<LinkIndex, int> connects;   ///< How often each was made.
    Hook hook;                           ///< Sees queries first, if there is one.

  private:
    /// @param key A key. @return Who of the others is responsible for it, were the peer not there.
    std::size_t Responsible(const Key& key) const
    {
        std::size_t best = others.size() - 1;
        for (std::size_t i = 0; i < others.size(); ++i)
        {
            const bool before = DistanceTo(others[i]) <= Distance(maintenance.Id(), key);
            best = up[i] && before ? i : best;
        }
        return best;
    }

    /// The first datagram on its way arrives.
    void Deliver()
    {
        const auto [to, message] = m_sent.front();
        m_sent.pop_front();
        const std::size_t index = IndexOf(to);
        if (message.kind != MaintenanceKind::kQuery || index == others.size())
        {
            return;
        }
        now += FromSeconds(0.005);
        if (!(hook && hook(index, message)) && up[index])
        {
            Answer(index, message);
        }
    }

    /// Connections that nobody takes fail, once a second.
    void BreakLinks()
    {
        const auto broken = m_broken;
        for (const auto& [link, time] : broken)
        {
            if (time <= now && m_broken.count(link))
            {
                if (deaf.count(IndexOf(links.at(link))))
                {
                    m_broken[link] = now + FromSeconds(1);
                    maintenance.OnLinkFailed(now, link);
                }
                else
                {
                    m_broken.erase(link);
                    maintenance.OnLinkConnected(now, link);
                }
            }
        }
    }

    MersenneRandom m_random{7};                                 ///< For ids of queries.
    TokenKeeper m_tokens;                                       ///< What the others got.
    std::deque<std::pair<Endpoint, MaintenanceMessage>> m_sent; ///< Datagrams on their way.
    std::map<LinkIndex, Time> m_broken;                         ///< When links fail next.

  public:
    Maintenance maintenance; ///< The peer's.
};

} // namespace test
} // namespace dht

#endif // DHT_CC_TEST_MAINTENANCE_WORLD_H
