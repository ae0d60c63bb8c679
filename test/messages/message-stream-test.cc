/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "message-level-streams.h"
#include "message-stream.h"

#include <gtest/gtest.h>
#include <tuple>
#include <utility>
#include <vector>

/// TCP's part at message level.

namespace ns3
{
namespace
{

/// Requests with ids that count on.
class Requests
{
  public:
    /// @return The next one.
    dht::Request Next()
    {
        dht::Request request;
        request.id = m_next++;
        return request;
    }

    /// @param size How many. @return A segment of them.
    MessageRequests Segment(int size)
    {
        MessageRequests segment;
        for (int i = 0; i < size; ++i)
        {
            segment.PushBack(Next());
        }
        return segment;
    }

  private:
    uint64_t m_next{0}; //!< Id of the next one.
};

/// @return Small buffers, so that little fills them.
MessageStreamOptions
Small()
{
    MessageStreamOptions options;
    options.header = 0.25;
    options.segment = 2;
    options.segmentsPerAck = 2;
    options.sendBuffer = 6;
    options.receiveBuffer = 8;
    return options;
}

/// A stream with small buffers.
class MessageStreamTest : public testing::Test
{
  protected:
    /// Write. @param count How many requests.
    void Write(int count)
    {
        for (int i = 0; i < count; ++i)
        {
            ASSERT_TRUE(m_sender.HasRoom(m_options)) << i;
            m_sender.Write(m_requests.Next());
        }
    }

    /// Take whatever may be sent to the other end. @return How large the segments are.
    std::vector<std::size_t> Exchange()
    {
        std::vector<std::size_t> sizes;
        for (auto segment = m_sender.TakeSegment(m_options); !segment.IsEmpty();
             segment = m_sender.TakeSegment(m_options))
        {
            sizes.push_back(segment.Size());
            m_receiver.OnSegment(std::move(segment));
        }
        return sizes;
    }

    /// Read. @param count How many requests, which are in order.
    void Read(int count)
    {
        for (int i = 0; i < count; ++i)
        {
            ASSERT_TRUE(m_receiver.IsReadable());
            EXPECT_EQ(m_receiver.Front().id, m_read++);
            m_receiver.Pop();
        }
    }

    using Sizes = std::vector<std::size_t>;

    MessageStreamOptions m_options{Small()};
    MessageSender m_sender{m_options};
    MessageReceiver m_receiver;
    Requests m_requests;
    uint64_t m_read{0};
};

TEST_F(MessageStreamTest, ASegmentTakesWhatFitsAndCostsItsHeader)
{
    Write(5);
    EXPECT_EQ(Exchange(), (Sizes{2, 2, 1}));
    EXPECT_DOUBLE_EQ(m_options.SegmentCost(1), 1);
    EXPECT_DOUBLE_EQ(m_options.SegmentCost(2), 1.75);
    Read(5);
    EXPECT_FALSE(m_receiver.IsReadable());
}

TEST_F(MessageStreamTest, TheSendBufferHoldsWhatWasNotAcknowledged)
{
    Write(6);
    EXPECT_FALSE(m_sender.HasRoom(m_options));
    Exchange();
    EXPECT_FALSE(m_sender.HasRoom(m_options));
    Read(6);
    m_sender.OnAck(m_receiver.Acknowledge(m_options));
    Write(6);
    EXPECT_FALSE(m_sender.HasRoom(m_options));
}

TEST_F(MessageStreamTest, AWindowIsOpenForOneMoreThanWasWritten)
{
    EXPECT_TRUE(m_sender.IsOpen());
    Write(6);
    EXPECT_TRUE(m_sender.IsOpen());
    Exchange();
    m_sender.OnAck(m_receiver.Acknowledge(m_options));
    Write(1);
    EXPECT_TRUE(m_sender.IsOpen());
    Write(1);
    EXPECT_FALSE(m_sender.IsOpen());
}

TEST_F(MessageStreamTest, EverySecondSegmentIsAcknowledgedAtOnce)
{
    using Due = MessageReceiver::AckDue;
    EXPECT_EQ(m_receiver.AfterReading(m_options), Due::NEVER);
    m_receiver.OnSegment(m_requests.Segment(1));
    Read(1);
    EXPECT_EQ(m_receiver.AfterReading(m_options), Due::LATER);
    m_receiver.OnSegment(m_requests.Segment(2));
    Read(2);
    EXPECT_EQ(m_receiver.AfterReading(m_options), Due::NOW);
    EXPECT_EQ(m_receiver.Acknowledge(m_options).received, 3u);
    EXPECT_EQ(m_receiver.AfterReading(m_options), Due::NEVER);
}

TEST_F(MessageStreamTest, WhatIsNotReadClosesTheWindow)
{
    Write(6);
    Exchange();
    m_sender.OnAck(m_receiver.Acknowledge(m_options));
    Write(6);
    EXPECT_EQ(Exchange(), (Sizes{2})); // eight in all, of which none was read
    m_sender.OnAck(m_receiver.Acknowledge(m_options));
    EXPECT_FALSE(m_sender.IsOpen());
    Write(2); // those that wait for the window are in the send buffer
    EXPECT_FALSE(m_sender.HasRoom(m_options));
    EXPECT_EQ(Exchange(), Sizes{});
}

TEST_F(MessageStreamTest, ASegmentWaitsForAWindowThatTakesItAll)
{
    Write(6);
    Exchange();
    Read(1);
    m_sender.OnAck(m_receiver.Acknowledge(m_options));
    Write(4);
    EXPECT_EQ(Exchange(), (Sizes{2})); // one more would be allowed
    Write(2);
    Read(7);
    m_sender.OnAck(m_receiver.Acknowledge(m_options));
    EXPECT_EQ(Exchange(), (Sizes{2, 2}));
}

TEST_F(MessageStreamTest, AWindowThatHasOpenedByTwoSegmentsIsAnnounced)
{
    using Due = MessageReceiver::AckDue;
    Write(6);
    Exchange();
    EXPECT_EQ(m_receiver.AfterReading(m_options), Due::NOW);
    m_sender.OnAck(m_receiver.Acknowledge(m_options));
    Write(6);
    Exchange();
    m_sender.OnAck(m_receiver.Acknowledge(m_options));
    EXPECT_EQ(m_receiver.AfterReading(m_options), Due::NEVER);
    Read(3);
    EXPECT_EQ(m_receiver.AfterReading(m_options), Due::NEVER);
    Read(1);
    EXPECT_EQ(m_receiver.AfterReading(m_options), Due::NOW);
    m_sender.OnAck(m_receiver.Acknowledge(m_options));
    EXPECT_EQ(Exchange(), (Sizes{2, 2}));
    Read(8);
}

/// Requests of a segment, and of a receive buffer that is shorter than two of them.
class ShortWindowTest : public testing::TestWithParam<std::pair<uint16_t, uint16_t>>
{
};

TEST_P(ShortWindowTest, OpensAgainWhenAllIsRead)
{
    using Due = MessageReceiver::AckDue;
    MessageStreamOptions options;
    std::tie(options.segment, options.receiveBuffer) = GetParam();
    options.sendBuffer = options.receiveBuffer;
    MessageSender sender(options);
    MessageReceiver receiver;
    Requests requests;
    for (int i = 0; i < 3; ++i)
    {
        for (int written = 0; written < options.receiveBuffer; ++written)
        {
            ASSERT_TRUE(sender.IsOpen()) << i;
            sender.Write(requests.Next());
        }
        while (sender.NextSegment(options) > 0)
        {
            receiver.OnSegment(sender.TakeSegment(options));
        }
        EXPECT_EQ(receiver.AfterReading(options), Due::NOW);
        sender.OnAck(receiver.Acknowledge(options));
        EXPECT_FALSE(sender.IsOpen());
        for (int unread = options.receiveBuffer; unread > 0; --unread)
        {
            EXPECT_EQ(receiver.AfterReading(options), Due::NEVER) << unread;
            receiver.Pop();
        }
        EXPECT_EQ(receiver.AfterReading(options), Due::NOW);
        sender.OnAck(receiver.Acknowledge(options));
    }
}

INSTANTIATE_TEST_SUITE_P(Sizes,
                         ShortWindowTest,
                         testing::Values(std::pair(1, 1), std::pair(2, 2), std::pair(2, 3)));

TEST(MessageLevelStreamsTest, TimesAreKeptWhereTheyCount)
{
    const MessageStreamOptions promptly;
    MessageLevelStreams without(promptly, 1);
    EXPECT_FALSE(without.TimingOf(without.ConnectionFrom(7, 0)));
    const MessageStreamOptions late = Small();
    MessageLevelStreams with(late, 1);
    EXPECT_TRUE(with.TimingOf(with.ConnectionFrom(7, 0)));
}

TEST(MessageLevelStreamsTest, TwoLinksOfOnePeerAreTwoStreams)
{
    const MessageStreamOptions options;
    MessageLevelStreams streams(options, 3);
    const auto first = streams.ConnectionFrom(7, 0);
    const auto second = streams.ConnectionFrom(7, 1);
    EXPECT_NE(first, second);
    EXPECT_EQ(streams.ConnectionFrom(7, 0), first);
    EXPECT_EQ(streams.Get(second).from, 7u);
    EXPECT_EQ(streams.Get(second).link, 1u);
    streams.Resume(second);
    EXPECT_EQ(streams.TakeResumed(), second);
    EXPECT_EQ(streams.TakeResumed(), std::nullopt);
}

TEST(MessageLevelStreamsTest, WhatWasWrittenAtOnceGoesOutTogether)
{
    const MessageStreamOptions options = Small();
    MessageLevelStreams streams(options, 2);
    Requests requests;
    streams.Write(1, requests.Next());
    streams.Write(0, requests.Next());
    streams.Write(1, requests.Next());
    EXPECT_EQ(streams.TakeTouched(), 1);
    EXPECT_EQ(streams.TakeSegment({}, 1).Size(), 2u);
    EXPECT_EQ(streams.TakeTouched(), 0);
    EXPECT_EQ(streams.TakeSegment({}, 0).Size(), 1u);
    EXPECT_EQ(streams.TakeTouched(), 1);
    EXPECT_TRUE(streams.TakeSegment({}, 1).IsEmpty());
    EXPECT_EQ(streams.TakeTouched(), std::nullopt);
}

} // namespace
} // namespace ns3
