/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-datagram.h"
#include "dht-message-streams.h"
#include "dht-repair-link-options.h"
#include "dht-transport-packet.h"
#include "memory-ring.h"
#include "simple-window.h"

#include <algorithm>
#include <deque>
#include <gtest/gtest.h>
#include <memory>
#include <vector>

/// Messages of a store over the transport, without a host.

namespace dht
{
namespace test
{
namespace
{

/// A peer that sends messages.
struct StreamingPeer
{
    Endpoint at;                                    ///< Where it is.
    std::unique_ptr<MersenneRandom> random;         ///< What it is lent.
    std::unique_ptr<MessageStreams> streams;        ///< Its streams.
    std::vector<std::pair<Endpoint, Key>> received; ///< Who wanted which fragment, in order.
    std::vector<Endpoint> silent;                   ///< Who did not answer.
    SimpleWindow* window{nullptr};                  ///< Of all its links.
};

class MessageStreamsTest : public testing::Test
{
  protected:
    MessageStreamsTest()
    {
        for (std::size_t i = 0; i < 3; ++i)
        {
            m_peers.emplace_back();
            Start(i, {0, 5});
        }
    }

    /// A peer forgets all. @param i The peer. @param options Of its streams.
    void Start(std::size_t i, const MessageStreams::Options& options)
    {
        StreamingPeer& peer = m_peers[i];
        peer.at = Endpoint::Ipv4(0x0a000001 + static_cast<std::uint32_t>(i), 7000);
        peer.random = std::make_unique<MersenneRandom>(i + 1, 1);
        const auto makeWindow = [&peer] {
            auto window = std::make_unique<SimpleWindow>(65536, 65536, 1e9);
            peer.window = window.get();
            return window;
        };
        MessageStreams::Listeners listeners{
            [&peer](const Endpoint& from, const StorageMessage& message) {
                peer.received.emplace_back(from, BodyOf<FetchBody>(message)->key);
            },
            [&peer](const Endpoint& to) { peer.silent.push_back(to); }};
        peer.streams = std::make_unique<MessageStreams>(options,
                                                        makeWindow,
                                                        *peer.random,
                                                        std::move(listeners));
    }

    /// @param from Who wants a fragment. @param to Who has it. @param key Of which block.
    void Ask(std::size_t from, std::size_t to, std::uint64_t key)
    {
        StorageMessage question;
        question.body.Write() = FetchBody{Key(key)};
        m_peers[from].streams->Send(m_now, m_peers[to].at, question);
    }

    /// Let a peer do what it has to. @param i The peer.
    void Pump(std::size_t i)
    {
        std::vector<std::uint8_t> buffer(kMostDataSize);
        StreamingPeer& peer = m_peers[i];
        peer.streams->Poll(m_now);
        while (const auto sent = peer.streams->PollTransmit(m_now, buffer.data(), buffer.size()))
        {
            EXPECT_EQ(LaneOf(buffer.data(), sent->size), MessageStreams::kLane);
            if (m_dark.empty() || std::none_of(m_dark.begin(), m_dark.end(), [&](std::size_t dark) {
                    return dark == i || m_peers[dark].at == sent->to;
                }))
            {
                m_path.push_back({m_now + FromSeconds(0.01),
                                  peer.at,
                                  sent->to,
                                  {buffer.data(), buffer.data() + sent->size}});
            }
            peer.streams->Poll(m_now);
        }
    }

    /// @param seconds For which time passes.
    void Run(double seconds)
    {
        const Time end = m_now + FromSeconds(seconds);
        for (;;)
        {
            Time next = m_path.empty() ? kNever : m_path.front().arrival;
            for (std::size_t i = 0; i < m_peers.size(); ++i)
            {
                Pump(i);
                next = std::min(next, m_peers[i].streams->NextTimer());
            }
            next = std::min(next, m_path.empty() ? kNever : m_path.front().arrival);
            if (next > end)
            {
                m_now = end;
                return;
            }
            m_now = std::max(m_now, next);
            Step();
        }
    }

    /// What is due happens.
    void Step()
    {
        if (!m_path.empty() && m_path.front().arrival <= m_now)
        {
            const Flying first = std::move(m_path.front());
            m_path.pop_front();
            for (StreamingPeer& peer : m_peers)
            {
                if (peer.at == first.to)
                {
                    peer.streams->OnDatagram(m_now,
                                             first.from,
                                             first.packet.data(),
                                             first.packet.size());
                }
            }
        }
        for (StreamingPeer& peer : m_peers)
        {
            peer.streams->OnTimer(m_now);
        }
    }

    /// What is on its way.
    struct Flying
    {
        Time arrival;                     ///< When it arrives.
        Endpoint from;                    ///< The sender's endpoint.
        Endpoint to;                      ///< The receiver's endpoint.
        std::vector<std::uint8_t> packet; ///< Its bytes.
    };

    std::deque<StreamingPeer> m_peers; ///< All.
    std::deque<Flying> m_path;         ///< In the order of arrival.
    std::vector<std::size_t> m_dark;   ///< Peers from and to which nothing goes.
    Time m_now{FromSeconds(1)};        ///< The present.
};

TEST_F(MessageStreamsTest, MessagesArriveInOrderFromWhomTheyAre)
{
    for (std::uint64_t key = 0; key < 500; ++key)
    {
        Ask(key % 2, 2, key);
    }
    Run(2);
    StreamingPeer& receiver = m_peers[2];
    ASSERT_EQ(receiver.received.size(), 500u);
    for (std::size_t sender = 0; sender < 2; ++sender)
    {
        std::uint64_t key = sender;
        for (const auto& [from, got] : receiver.received)
        {
            if (from == m_peers[sender].at)
            {
                EXPECT_EQ(got, Key(key));
                key += 2;
            }
        }
        EXPECT_EQ(key, 500 + sender);
        EXPECT_EQ(m_peers[sender].streams->Counted().sent, 250u);
        EXPECT_TRUE(m_peers[sender].streams->Core().IdentitiesHold());
    }
    EXPECT_EQ(receiver.streams->Counted().received, 500u);
}

/// What a link has no room for is dropped and counted, so that nobody who does not read takes
/// memory without end.
TEST_F(MessageStreamsTest, WhatDoesNotFitIsDropped)
{
    m_dark = {2};
    for (std::uint64_t key = 0; key < 20000; ++key)
    {
        Ask(0, 2, key);
    }
    const MessageStreamCounts counts = m_peers[0].streams->Counted();
    EXPECT_GT(counts.dropped, 0u);
    EXPECT_EQ(counts.sent + counts.dropped, 20000u);
    EXPECT_LE(m_peers[0].streams->Core().Now().bytesWaiting, std::uint64_t{1} << 18);
}

/// As many fragments as repair ever has under way fit, though all go to one peer that is silent.
TEST_F(MessageStreamsTest, AllFragmentsThatAreUnderWayFit)
{
    RepairLinkOptions options;
    options.atOnce = RepairLinkOptions::kMostAtOnce;
    options.raiseBelow = 12;
    const std::size_t most = options.MostAtOnce(1);
    m_dark = {2};
    StorageMessage message;
    StoreBody store;
    store.fragment = Fragment();
    store.fragment->needed = 7;
    store.fragment->blockSize = kMostBlockBytes;
    store.fragment->bytes.resize(kMostBlockBytes / 7 + 1);
    message.body.Write() = store;
    for (std::size_t i = 0; i < most; ++i)
    {
        m_peers[0].streams->Send(m_now, m_peers[2].at, message);
    }
    EXPECT_EQ(m_peers[0].streams->Counted().sent, most);
    EXPECT_EQ(m_peers[0].streams->Counted().dropped, 0u);
}

TEST_F(MessageStreamsTest, WhoIsSilentIsToldAndLostAndFoundAgain)
{
    Ask(0, 2, 1);
    Run(1);
    m_dark = {2};
    Ask(0, 2, 2);
    Run(2);
    ASSERT_GE(m_peers[0].silent.size(), 1u) << "before the link is lost";
    EXPECT_EQ(m_peers[0].silent[0], m_peers[2].at);
    EXPECT_EQ(m_peers[0].streams->Counted().lost, 0u);
    Run(20);
    EXPECT_EQ(m_peers[0].streams->Counted().lost, 1u);
    m_dark.clear();
    Ask(0, 2, 3);
    Run(3);
    EXPECT_EQ(m_peers[2].received.back().second, Key(3)) << "over another link";
    EXPECT_EQ(m_peers[2].received.size(), 2u) << "what was under way is lost";
    EXPECT_TRUE(m_peers[0].streams->Core().IdentitiesHold());
}

/// Nobody keeps a link to whom nothing was sent for long; who is spoken to again gets another one.
TEST_F(MessageStreamsTest, AnIdleLinkIsClosed)
{
    Ask(0, 1, 1);
    Ask(0, 2, 1);
    Run(ToSeconds(MessageStreams::kIdleAfter) - 1);
    Ask(0, 2, 2);
    Run(2);
    const auto links = [this](std::size_t i) { return m_peers[i].streams->Core().Now().links; };
    const auto from = [this](std::size_t i) { return m_peers[i].streams->Core().Now().accepted; };
    EXPECT_EQ(links(0), 1u) << "the one that is used";
    EXPECT_EQ(from(1), 0u);
    EXPECT_EQ(from(2), 1u);
    Run(ToSeconds(MessageStreams::kIdleAfter));
    EXPECT_EQ(links(0), 0u);
    EXPECT_EQ(m_peers[0].streams->Counted().idled, 2u);
    EXPECT_EQ(m_peers[0].streams->Counted().lost, 0u);
    EXPECT_TRUE(m_peers[0].silent.empty());
    EXPECT_EQ(m_peers[0].streams->NextTimer(), kNever) << "nothing is left to do";
    Ask(0, 1, 3);
    Run(1);
    ASSERT_EQ(m_peers[1].received.size(), 2u);
    EXPECT_EQ(m_peers[1].received[1].second, Key(3));
}

/// Who ends says so, so that nobody waits for it.
TEST_F(MessageStreamsTest, WhoEndsIsKnownToBeSilentAtOnce)
{
    Ask(0, 1, 1);
    Ask(1, 0, 1);
    Run(1);
    m_peers[1].streams->AbortAll(m_now);
    Run(0.1);
    EXPECT_EQ(m_peers[0].silent, std::vector<Endpoint>{m_peers[1].at});
    EXPECT_EQ(m_peers[0].streams->Counted().lost, 1u);
    EXPECT_TRUE(m_peers[1].silent.empty());
    EXPECT_EQ(m_peers[0].streams->Core().Now().accepted, 0u);
}

/// Both what a peer sends and what it is sent are raised: its own links, and by its wish others'.
TEST_F(MessageStreamsTest, ARaisedPriorityHoldsBothWays)
{
    const auto talk = [this] {
        for (std::uint64_t key = 0; key < 40; ++key)
        {
            Ask(0, 1, key);
            Ask(1, 0, key);
        }
        Run(0.015);
    };
    talk();
    Run(1);
    m_peers[0].streams->SetPriority(m_now, 3);
    Run(0.2); // an ack brings the wish
    talk();
    EXPECT_EQ(m_peers[0].window->priority, 3);
    EXPECT_EQ(m_peers[1].window->priority, 3);
    EXPECT_EQ(m_peers[1].streams->Priority(), 0) << "its own choice";
    Run(1);
    m_peers[0].streams->SetPriority(m_now, 0);
    Run(0.2);
    talk();
    EXPECT_EQ(m_peers[0].window->priority, 0);
    EXPECT_EQ(m_peers[1].window->priority, 0);
}

/// Where two peers hurry, what either sends is as urgent as the other says: it has asked for it.
TEST_F(MessageStreamsTest, WhoAsksSaysHowUrgentItIs)
{
    for (std::size_t i = 0; i < 2; ++i)
    {
        Ask(i, 1 - i, 1);
    }
    Run(1);
    m_peers[0].streams->SetPriority(m_now, 4);
    m_peers[1].streams->SetPriority(m_now, 2);
    Run(0.2);
    for (std::size_t i = 0; i < 2; ++i)
    {
        Ask(i, 1 - i, 2);
    }
    Run(0.005);
    EXPECT_EQ(m_peers[0].window->priority, 2) << "though its own is 4";
    EXPECT_EQ(m_peers[1].window->priority, 4);
}

TEST_F(MessageStreamsTest, NobodyIsRaisedAboveWhatItGrants)
{
    Start(1, {0, 2});
    Ask(1, 0, 1);
    Run(1);
    m_peers[0].streams->SetPriority(m_now, 5);
    Run(0.2);
    Ask(1, 0, 2);
    Run(0.005);
    EXPECT_EQ(m_peers[1].window->priority, 2);
}

} // namespace
} // namespace test
} // namespace dht
