/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_TEST_MAINTENANCE_DIALOGUE_H
#define DHT_CC_TEST_MAINTENANCE_DIALOGUE_H

#include "dht-endpoint-name.h"
#include "dht-maintenance.h"
#include "dht-mersenne-random.h"
#include "recording-host.h"
#include "token-keeper.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <utility>
#include <vector>

/**
 * @file
 * @ingroup dht-cc-tests
 * One peer that keeps its place, and what it says to others, message by message.
 */

namespace dht
{
namespace test
{

/// Messages, and to whom.
using Messages = std::vector<std::pair<Endpoint, MaintenanceMessage>>;

/// A peer at 10.0.0.1:7000, and others that say what a test wants.
class MaintenanceDialogue : public testing::Test
{
  protected:
    explicit MaintenanceDialogue(const MaintenanceOptions& options = {})
        : peer(options, Endpoint::Ipv4(0x0a000001, 7000), host, m_random)
    {
        for (std::uint32_t i = 2; i < 40; ++i)
        {
            others.push_back(Endpoint::Ipv4(0x0a000000 + i, 7000));
        }
        std::sort(others.begin(), others.end(), [this](const Endpoint& a, const Endpoint& b) {
            return Distance(peer.Id(), IdOf(a)) < Distance(peer.Id(), IdOf(b));
        });
    }

    /// @return What the peer has said since the last call.
    Messages TakeSaid()
    {
        return std::exchange(host.said, {});
    }

    /// @return How much of what the peer has said is of some kind, and to somebody.
    static std::size_t Count(const Messages& said, MaintenanceKind kind, const Endpoint& to)
    {
        return std::count_if(said.begin(), said.end(), [&](const auto& message) {
            return message.second.kind == kind && message.first == to;
        });
    }

    /// @param asked A query, and of whom. @param responsible Whether that one is. @param peers Whom
    /// it names. @param predecessor Who is before it.
    void Answer(const std::pair<Endpoint, MaintenanceMessage>& asked,
                bool responsible,
                const std::vector<Endpoint>& peers = {},
                const std::optional<Endpoint>& predecessor = {})
    {
        MaintenanceMessage answer;
        answer.kind = MaintenanceKind::kNeighbours;
        answer.id = asked.second.id;
        answer.attempt = asked.second.attempt;
        answer.responsible = responsible;
        answer.peers = peers;
        answer.predecessor = predecessor;
        peer.OnMessage(now, asked.first, answer);
    }

    /// Somebody asks, to get a token, and then says something with it. @param from The sender's
    /// endpoint. @param message The message, without its token.
    void Say(const Endpoint& from, MaintenanceMessage message)
    {
        TokenKeeper tokens;
        MaintenanceMessage query;
        query.kind = MaintenanceKind::kQuery;
        query.key = IdOf(from);
        SetToken(query.extensions, 0);
        Messages before = TakeSaid();
        peer.OnMessage(now, from, query);
        for (const auto& [to, answer] : TakeSaid())
        {
            tokens.Hear(to, answer);
        }
        host.said = std::move(before);
        peer.OnMessage(now, from, tokens.Sign(from, std::move(message)));
    }

    /// The same, with nothing to say but that it may be a neighbour. @param from The sender's
    /// endpoint.
    void Notify(const Endpoint& from)
    {
        MaintenanceMessage notify;
        notify.kind = MaintenanceKind::kNotify;
        Say(from, notify);
    }

    /// The peer joins a ring of one other peer. @param other The other peer's endpoint.
    void JoinAlone(const Endpoint& other)
    {
        peer.Join(now, {other});
        const Messages said = TakeSaid();
        ASSERT_EQ(said.size(), 1u);
        Answer(said[0], true);
        ASSERT_TRUE(peer.IsJoined());
        ASSERT_EQ(peer.Successors(), std::vector<Endpoint>({other}));
    }

    /// The time goes on. @param seconds How long. @param answer What becomes of each query.
    template <typename F>
    void Run(double seconds, F answer)
    {
        for (const Time end = now + FromSeconds(seconds); peer.NextWake() <= end;)
        {
            now = std::max(now, peer.NextWake());
            peer.OnWake(now);
            for (Messages said = TakeSaid(); !said.empty(); said = TakeSaid())
            {
                for (const auto& message : said)
                {
                    if (message.second.kind == MaintenanceKind::kQuery)
                    {
                        answer(message);
                    }
                }
            }
        }
    }

    static void Silence(const std::pair<Endpoint, MaintenanceMessage>& /* asked */)
    {
    }

    Time now{0};                  ///< The present.
    std::vector<Endpoint> others; ///< Nearest first.
    RecordingHost host;           ///< The peer's.

  private:
    MersenneRandom m_random{7}; ///< For ids of queries.

  public:
    Maintenance peer; ///< The one that is looked at.
};

} // namespace test
} // namespace dht

#endif // DHT_CC_TEST_MAINTENANCE_DIALOGUE_H
