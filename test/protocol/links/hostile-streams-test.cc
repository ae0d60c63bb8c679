/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-datagram.h"
#include "dht-message-streams.h"
#include "dht-transport-packet.h"
#include "memory-ring.h"
#include "simple-window.h"

#include <algorithm>
#include <deque>
#include <gtest/gtest.h>
#include <memory>
#include <vector>

/// What outsiders can make of a peer's links that carry repair.

namespace dht
{
namespace test
{
namespace
{

/// Time passes in such steps.
constexpr Time kPause = FromSeconds(0.005);

/// A peer of no ring, which asks over a link, and takes as much of the answers as it likes.
struct Outsider
{
    Endpoint at;                                 ///< Where it is.
    std::unique_ptr<TransportEndpoint> endpoint; ///< Its transport.
    TransportLink link{0};                       ///< By which it asks.
};

class HostileStreamsTest : public testing::Test
{
  protected:
    /// @return A window.
    std::unique_ptr<TransportWindow> MakeWindow()
    {
        auto window = std::make_unique<SimpleWindow>(65536, 65536, 1e9);
        m_window = window.get();
        return window;
    }

    /// A peer begins that answers all that it is asked. @param options Of its streams.
    void Start(const MessageStreams::Options& options)
    {
        MessageStreams::Listeners listeners{
            [this](const Endpoint& from, const StorageMessage& question) {
                StorageMessage answer;
                answer.id = question.id;
                answer.body.Write() = FragmentBody{};
                m_streams->Send(m_now, from, answer);
            },
            [](const Endpoint&) {}};
        m_streams = std::make_unique<MessageStreams>(
            options,
            [this] { return MakeWindow(); },
            m_random,
            std::move(listeners));
    }

    /// An outsider asks. @param at Where it is. @param window Bytes of answers that it takes.
    void Come(const Endpoint& at, std::size_t window)
    {
        TransportOptions options;
        options.lane = MessageStreams::kLane;
        options.receiveWindow = window;
        m_outsiders.push_back({at,
                               std::make_unique<TransportEndpoint>(
                                   options,
                                   [] { return std::make_unique<SimpleWindow>(65536, 65536, 1e9); },
                                   m_random)});
        Outsider& outsider = m_outsiders.back();
        outsider.link = outsider.endpoint->Open(m_now, m_at, 0);
        Ask(outsider);
    }

    /// @param outsider Who asks once more.
    void Ask(Outsider& outsider)
    {
        StorageMessage question;
        question.body.Write() = FetchBody{Key(7)};
        const auto frame = EncodeDatagram(question);
        outsider.endpoint->Write(m_now, outsider.link, frame.data(), frame.size());
    }

    /// @param from Who may send. @param poll Gives what it sends.
    template <typename Poll>
    void Take(const Endpoint& from, const Poll& poll)
    {
        std::vector<std::uint8_t> buffer(kMostDataSize);
        while (const auto sent = poll(buffer))
        {
            m_path.push_back({m_now + FromSeconds(0.01),
                              from,
                              sent->to,
                              {buffer.data(), buffer.data() + sent->size}});
        }
    }

    /// All do what they have to.
    void Pump()
    {
        m_streams->Poll(m_now);
        Take(m_at, [&](auto& buffer) {
            const auto sent = m_streams->PollTransmit(m_now, buffer.data(), buffer.size());
            m_streams->Poll(m_now);
            return sent;
        });
        for (Outsider& outsider : m_outsiders)
        {
            while (const auto event = outsider.endpoint->PollEvent())
            {
                if (event->kind == TransportEvent::Kind::kAccepted && m_wish)
                {
                    outsider.endpoint->Wish(m_now, event->link, m_wish);
                }
            }
            Take(outsider.at, [&](auto& buffer) {
                return outsider.endpoint->PollTransmit(m_now, buffer.data(), buffer.size());
            });
        }
    }

    /// @param seconds For which time passes.
    void Run(double seconds)
    {
        for (const Time end = m_now + FromSeconds(seconds); m_now < end; m_now += kPause)
        {
            Step();
            Pump();
        }
    }

    /// What is due happens.
    void Step()
    {
        while (!m_path.empty() && m_path.front().arrival <= m_now)
        {
            const Flying first = std::move(m_path.front());
            m_path.pop_front();
            const std::uint8_t* const bytes = first.packet.data();
            if (first.to == m_at)
            {
                m_streams->OnDatagram(m_now, first.from, bytes, first.packet.size());
            }
            for (Outsider& outsider : m_outsiders)
            {
                if (outsider.at == first.to)
                {
                    outsider.endpoint->OnDatagram(m_now, first.from, bytes, first.packet.size());
                }
            }
        }
        m_streams->OnTimer(m_now);
        for (Outsider& outsider : m_outsiders)
        {
            outsider.endpoint->OnTimer(m_now);
        }
    }

    /// @return Links of the peer.
    std::size_t Links() const
    {
        return m_streams->Core().Now().links;
    }

    /// What is on its way.
    struct Flying
    {
        Time arrival;                     ///< When it arrives.
        Endpoint from;                    ///< The sender's endpoint.
        Endpoint to;                      ///< The receiver's endpoint.
        std::vector<std::uint8_t> packet; ///< Its bytes.
    };

    const Endpoint m_at = Endpoint::Ipv4(0x0a000001, 7000); ///< Where the peer is.
    MersenneRandom m_random{1, 1};                          ///< What all are lent.
    std::unique_ptr<MessageStreams> m_streams;              ///< The peer's.
    SimpleWindow* m_window{nullptr};                        ///< Of all its links.
    std::deque<Outsider> m_outsiders;                       ///< The others.
    std::optional<double> m_wish;                           ///< What they wish for.
    std::deque<Flying> m_path;                              ///< In the order of arrival.
    Time m_now{FromSeconds(1)};                             ///< The present.
};

/// @param i Which outsider. @return Where it is.
Endpoint
PlaceOfOutsider(std::uint16_t i)
{
    return Endpoint::Ipv4(0x0a000002, 1000 + i);
}

/// Whoever asks from ever new ports, and takes nothing of the answers, leaves nothing behind.
TEST_F(HostileStreamsTest, AnswersEndWithTheLinkThatAsks)
{
    Start({});
    for (std::uint16_t i = 0; i < 50; ++i)
    {
        Come(PlaceOfOutsider(i), 0);
    }
    Run(2);
    EXPECT_EQ(Links(), 50u);
    for (Outsider& outsider : m_outsiders)
    {
        outsider.endpoint->Close(m_now, outsider.link);
    }
    Run(5);
    EXPECT_EQ(m_streams->Core().Now().accepted, 0u);
    EXPECT_EQ(Links(), 0u);
    EXPECT_TRUE(m_streams->Core().IdentitiesHold());
    StorageMessage answer;
    answer.body.Write() = FragmentBody{};
    m_streams->Send(m_now, PlaceOfOutsider(0), answer);
    EXPECT_EQ(Links(), 0u) << "nobody waits for it any more";
    EXPECT_EQ(m_streams->Counted().dropped, 1u);
}

/// Who acknowledges for ever that it has no room has lost the link, however often it asks.
TEST_F(HostileStreamsTest, WhoTakesNothingLosesTheLinkThatAnswersIt)
{
    Start({});
    Come(PlaceOfOutsider(0), 0);
    Come(PlaceOfOutsider(1), 1 << 20);
    Outsider& other = m_outsiders[1];
    for (int i = 0; i < 24; ++i)
    {
        Run(10);
        Ask(m_outsiders[0]);
        Ask(other);
    }
    EXPECT_EQ(m_streams->Counted().lost, 1u);
    EXPECT_EQ(m_streams->Counted().idled, 0u) << "the other one takes its answers";
    Run(2 * ToSeconds(MessageStreams::kIdleAfter) + 1);
    EXPECT_EQ(m_streams->Counted().lost, 2u) << "it has begun anew";
    EXPECT_EQ(m_streams->Counted().idled, 1u);
    EXPECT_EQ(Links(), 0u);
}

/// A host whose address is routed has as many links as places on the ring.
TEST_F(HostileStreamsTest, AHostHasEightLinks)
{
    Start({});
    for (std::uint16_t port = 1; port <= 20; ++port)
    {
        Come(Endpoint::Ipv4(0x08080808, port), 1 << 20);
    }
    Come(Endpoint::Ipv4(0x08080809, 1), 1 << 20);
    Run(2);
    EXPECT_EQ(m_streams->Counted().refused, 12u);
    EXPECT_EQ(m_streams->Core().Now().accepted, 9u);
    EXPECT_EQ(Links(), 9u);
}

TEST_F(HostileStreamsTest, ManyWishesRaiseNoFurtherThanTheLimit)
{
    Start({0, 5, 30});
    m_wish = 5;
    for (std::uint16_t i = 0; i < 20; ++i)
    {
        Come(PlaceOfOutsider(i), 1 << 20);
    }
    Run(2); // acks bring the wishes
    const auto ask = [this](std::size_t count) {
        for (std::size_t i = 0; i < count; ++i)
        {
            Ask(m_outsiders[i]);
        }
        Run(0.015);
        const double priority = m_window->priority;
        Run(1);
        return priority;
    };
    EXPECT_EQ(ask(5), 25);
    EXPECT_EQ(ask(20), 30);
}

} // namespace
} // namespace test
} // namespace dht
