/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-event-queue.h"
#include "dht-window-registry.h"
#include "message-level-streams.h"
#include "message-server.h"

#include <gtest/gtest.h>

/// Links of the overlay's own transport at message level, which yield to others.

namespace ns3
{
namespace
{

/// Requests/s that cross the queue: 600 kbit/s.
constexpr double CAPACITY = 300;
/// From the queue to the receiver, and back.
constexpr dht::Time WAY = std::chrono::milliseconds(20);

/// @param isPolite Whether links have windows. @return Buffers of 128 requests of 256 bytes.
MessageStreamOptions
Options(bool isPolite)
{
    MessageStreamOptions options;
    options.segment = 5;
    options.sendBuffer = 128;
    options.receiveBuffer = 128;
    if (isPolite)
    {
        const auto& window = dht::WindowRegistry::Get().Find("multiplicative");
        options.makeWindow = [&window] { return dht::MakeWindow(window, window.parameters, 0); };
        options.size = 256;
    }
    return options;
}

/// Flows through one queue.
class MessageWindowsTest : public testing::Test
{
  protected:
    /// Sends as much as it may while it is on; all is acknowledged at once.
    struct Flow
    {
        explicit Flow(const MessageStreamOptions& given, dht::LinkIndex links = 1)
            : options(given),
              streams(options, links)
        {
        }

        MessageStreamOptions options; ///< Of its stream.
        MessageLevelStreams streams;  ///< Its links, of which the first is used.
        uint32_t arrived{0};          ///< Requests.
        bool isOn{false};             ///< Whether it has something to send.
    };

    /// @param flow Sends what it may.
    void Pump(Flow& flow)
    {
        while (flow.isOn && flow.streams.Sender(0).HasRoom(flow.options))
        {
            flow.streams.Write(0, dht::Request());
        }
        const dht::Time sent = m_events.Now();
        for (auto segment = flow.streams.TakeSegment(sent, 0); !segment.IsEmpty();
             segment = flow.streams.TakeSegment(sent, 0))
        {
            const auto size = static_cast<uint32_t>(segment.Size());
            const dht::Time delay = m_queue.Serve(sent, size) + WAY - sent;
            m_events.At(sent + delay + WAY, [this, &flow, size, sent, delay] {
                flow.arrived += size;
                const MessageAck ack{flow.arrived,
                                     flow.arrived + flow.options.receiveBuffer,
                                     {sent, delay, dht::Time(0)}};
                flow.streams.OnAck(m_events.Now(), 0, ack);
                Pump(flow);
            });
        }
    }

    /// @param flow Begins to send.
    void Begin(Flow& flow)
    {
        flow.isOn = true;
        Pump(flow);
    }

    /// @param seconds How long both run. @param flow A flow. @return Its share of the queue since
    /// then, without the first half.
    double ShareOf(const Flow& flow, double seconds)
    {
        RunFor(seconds / 2);
        const uint32_t before = flow.arrived;
        RunFor(seconds / 2);
        return (flow.arrived - before) / (CAPACITY * seconds / 2);
    }

    void RunFor(double seconds)
    {
        m_events.RunUntil(m_events.Now() + dht::FromSeconds(seconds));
    }

    dht::EventQueue m_events;        ///< What happens.
    MessageServer m_queue{CAPACITY}; ///< What they share.
    Flow m_polite{Options(true)};    ///< Has a window.
    Flow m_greedy{Options(false)};   ///< Has TCP's buffers.
};

TEST_F(MessageWindowsTest, AloneAPoliteLinkTakesAllAndHardlyQueues)
{
    Begin(m_polite);
    EXPECT_GT(ShareOf(m_polite, 20), 0.97);
    EXPECT_LT(m_queue.Backlog(m_events.Now()), dht::FromSeconds(0.15));
}

TEST_F(MessageWindowsTest, AloneTcpFillsItsBuffer)
{
    Begin(m_greedy);
    EXPECT_GT(ShareOf(m_greedy, 20), 0.97);
    EXPECT_GT(m_queue.Backlog(m_events.Now()), dht::FromSeconds(0.3));
}

TEST_F(MessageWindowsTest, APoliteLinkYieldsAndComesBack)
{
    Begin(m_polite);
    RunFor(5);
    Begin(m_greedy);
    EXPECT_LT(ShareOf(m_polite, 20), 0.15);
    m_greedy.isOn = false;
    EXPECT_GT(ShareOf(m_polite, 40), 0.97);
}

/// A window of all links lets as many bytes out whichever link they are on.
TEST_F(MessageWindowsTest, LinksMayShareAWindow)
{
    MessageStreamOptions options = Options(true);
    options.sharesWindow = true;
    MessageLevelStreams streams(options, 2);
    const auto leave = [&](dht::LinkIndex link) {
        streams.Write(link, dht::Request());
        return streams.TakeSegment(dht::Time(0), link).Size();
    };
    int left = 0;
    for (dht::LinkIndex link = 0; leave(link) > 0; link = 1 - link)
    {
        ++left;
    }
    EXPECT_EQ(left, 2 * 1400 / 256) << "the first window: two packets";
    EXPECT_EQ(leave(0) + leave(1), 0u);
    while (streams.TakeTouched())
    {
    }
    streams.OnAck(dht::Time(WAY), 0, {1, 129, {dht::Time(0), WAY, dht::Time(0)}});
    EXPECT_EQ(*streams.TakeTouched(), 1) << "it waits for the same window";
    EXPECT_EQ(*streams.TakeTouched(), 0) << "it has had its turn";
    EXPECT_EQ(streams.TakeTouched(), std::nullopt);
}

TEST_F(MessageWindowsTest, LittleWaitsBeforeAWindow)
{
    MessageStreamOptions options = Options(true);
    options.unsent = 2;
    MessageSender sender(options);
    for (int i = 0; i < 2; ++i)
    {
        EXPECT_TRUE(sender.HasRoom(options));
        sender.Write(dht::Request());
    }
    EXPECT_FALSE(sender.HasRoom(options));
    EXPECT_EQ(sender.TakeSegment(options).Size(), 2u);
    EXPECT_TRUE(sender.HasRoom(options));
}

} // namespace
} // namespace ns3
