/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "message-batches.h"
#include "same-request.h"

#include "ns3/simulator.h"

#include <gtest/gtest.h>
#include <set>
#include <utility>
#include <vector>

/// Messages from process to process.

namespace ns3
{
namespace
{

/// @return A request in which no field is as it is by default.
dht::Request
SomeRequest()
{
    dht::Request request;
    request.id = 0x0123456789abcdef;
    request.key = (dht::Key(1) << 159) + 5;
    request.source = dht::Endpoint::Ipv4(70000, 1);
    request.milliRate = 123456;
    request.attempt = 3;
    request.hopLimit = 17;
    request.marked = true;
    return request;
}

/// A message, when and where it arrives.
struct Arrival
{
    Time time;                    ///< Time of arrival.
    uint32_t to;                  ///< Number of the peer it reaches.
    RemotePeers::Message message; ///< The message.
};

/// @param messages What to send. @return What comes out.
std::vector<Arrival>
ThroughBytes(const std::vector<Arrival>& messages)
{
    MessageBatch batch;
    for (const Arrival& arrival : messages)
    {
        batch.Add(arrival.time, arrival.to, arrival.message);
    }
    const std::vector<uint8_t> bytes = batch.Take(batch.Size());
    EXPECT_EQ(batch.Size(), 0u);
    std::vector<Arrival> read;
    MessageBatch::Read(bytes, [&](Time time, uint32_t to, const RemotePeers::Message& message) {
        read.push_back({time, to, message});
    });
    return read;
}

TEST(PeerBlocksTest, EveryPeerIsInItsBlock)
{
    for (const auto& [peers, blocks] :
         std::vector<std::pair<uint32_t, uint32_t>>{{8, 2}, {10, 3}, {7, 7}, {1000, 37}, {5, 1}})
    {
        const PeerBlocks split{peers, blocks};
        uint32_t next = 0;
        for (uint32_t block = 0; block < blocks; ++block)
        {
            const PeerRange range = split.RangeOf(block);
            EXPECT_EQ(range.first, next);
            EXPECT_GT(range.end, range.first);
            for (next = range.first; next < range.end; ++next)
            {
                EXPECT_EQ(split.BlockOf(next), block) << next << " of " << peers;
            }
        }
        EXPECT_EQ(next, peers);
    }
    const PeerBlocks most{uint32_t{1} << 31, 3};
    EXPECT_EQ(most.RangeOf(2).end, most.peers);
    EXPECT_EQ(most.BlockOf(most.peers - 1), 2u);
}

TEST(MessageBatchTest, MessagesComeOutAsTheyWentIn)
{
    dht::Request ack = SomeRequest();
    ack.kind = dht::MessageKind::kRoutedAck;
    ack.extras.Write().requestHopLimit = 9;
    dht::Request replied = SomeRequest();
    replied.extras.Write().replyTo = dht::Key(3);
    const dht::OverlayAck answer{7, 2, 30, true, dht::Endpoint::Ipv4(9, 1), false};
    dht::MaintenanceMessage query;
    query.id = 5;
    query.key = dht::Key(77);
    MessageRequests segmented;
    segmented.PushBack(ack);
    segmented.PushBack(replied);
    const auto read = ThroughBytes({{PicoSeconds(12345678901234), 3, MessageRequest{1, 0, replied}},
                                    {Time(0), 70000, MessageDatagram{12, answer}},
                                    {Seconds(1), 1, MessageSegmentAck{13, {1, 2}}},
                                    {Seconds(2), 0, MessageRequest{8, 0, ack}},
                                    {Seconds(3), 5, MessageSegment{4, 6, segmented}},
                                    {Seconds(4), 6, MessageSegmentAck{11, {70000, 70032}}},
                                    {Seconds(5), 2, MessageDatagram{1, query}}});
    ASSERT_EQ(read.size(), 7u);
    EXPECT_EQ(read[0].time, PicoSeconds(12345678901234));
    EXPECT_EQ(read[0].to, 3u);
    const auto request = std::get<MessageRequest>(read[0].message);
    EXPECT_EQ(request.from, 1u);
    dht::test::ExpectSame(replied, request.request);
    EXPECT_EQ(read[1].to, 70000u);
    const auto datagram = std::get<MessageDatagram>(read[1].message);
    EXPECT_EQ(datagram.from, 12u);
    const auto answered = std::get<dht::OverlayAck>(datagram.datagram);
    EXPECT_EQ(answered.id, 7u);
    EXPECT_EQ(answered.attempt, 2);
    EXPECT_EQ(answered.hopLimit, 30);
    EXPECT_TRUE(answered.marked);
    EXPECT_EQ(answered.responsible, answer.responsible);
    EXPECT_EQ(std::get<MessageSegmentAck>(read[2].message).stream, 13u);
    dht::test::ExpectSame(ack, std::get<MessageRequest>(read[3].message).request);
    const auto segment = std::get<MessageSegment>(read[4].message);
    EXPECT_EQ(segment.from, 4u);
    EXPECT_EQ(segment.stream, 6u);
    ASSERT_EQ(segment.requests.Size(), 2u);
    dht::test::ExpectSame(ack, segment.requests[0]);
    dht::test::ExpectSame(replied, segment.requests[1]);
    const auto segmentAck = std::get<MessageSegmentAck>(read[5].message);
    EXPECT_EQ(segmentAck.stream, 11u);
    EXPECT_EQ(segmentAck.ack.received, 70000u);
    EXPECT_EQ(segmentAck.ack.edge, 70032u);
    const auto asked = std::get<MessageDatagram>(read[6].message).datagram;
    EXPECT_EQ(std::get<dht::MaintenanceMessage>(asked).id, 5u);
    EXPECT_EQ(std::get<dht::MaintenanceMessage>(asked).key, dht::Key(77));
}

TEST(MessageBatchTest, WhatIsNotTakenStays)
{
    MessageBatch batch;
    batch.Add(Seconds(1), 1, MessageSegmentAck{1, {}});
    const std::size_t one = batch.Size();
    batch.Add(Seconds(2), 2, MessageSegmentAck{2, {}});
    EXPECT_EQ(batch.Take(one).size(), one);
    std::vector<uint32_t> left;
    MessageBatch::Read(batch.Take(batch.Size()),
                       [&](Time, uint32_t to, const auto&) { left.push_back(to); });
    EXPECT_EQ(left, std::vector<uint32_t>{2});
}

TEST(MessageBatchTest, ATruncatedBatchIsNotRead)
{
    MessageBatch batch;
    batch.Add(Seconds(1), 1, MessageRequest{1, 0, SomeRequest()});
    const auto bytes = batch.Take(batch.Size() - 1);
    EXPECT_DEATH(MessageBatch::Read(bytes, [](Time, uint32_t, const auto&) {}), "too short");
}

/// Batches to the second half of four peers, with a least delay of 8 ms.
class HalfBatches : public MessageBatches
{
  public:
    /// A batch that left.
    struct Left
    {
        Time departure; ///< Time at which it left.
        Time arrival;   ///< When it arrives.
        int messages;   ///< How many there are in it.
    };

    /// @param most Bytes of a batch.
    explicit HalfBatches(std::size_t most)
        : MessageBatches({4, 2}, dht::FromSeconds(0.008), most)
    {
    }

    std::vector<Left> left; ///< All batches.

  private:
    void Carry(uint32_t block, const std::vector<uint8_t>& batch, Time arrival) override
    {
        EXPECT_EQ(block, 1u);
        left.push_back({Simulator::Now(), arrival, 0});
        MessageBatch::Read(batch, [&](Time time, uint32_t to, const auto&) {
            EXPECT_GE(time, arrival);
            EXPECT_GE(to, 2u);
            ++left.back().messages;
        });
    }
};

/// Send messages with a least delay now and then. @param batches Takes them. @param most The last
/// one leaves then. @param number At each instant.
void
SendSome(HalfBatches& batches, Time most, int number)
{
    for (int i = 0; i < number; ++i)
    {
        batches.Send(Simulator::Now() + MilliSeconds(8), 2 + i % 2, MessageSegmentAck{1, {}});
    }
    if (Simulator::Now() < most)
    {
        Simulator::Schedule(MicroSeconds(300),
                            [&batches, most, number] { SendSome(batches, most, number); });
    }
}

TEST(MessageBatchesTest, MessagesWaitForAnEighthOfTheLeastDelay)
{
    HalfBatches batches(1000);
    Simulator::Schedule(Seconds(1), [&batches] { SendSome(batches, Seconds(1), 3); });
    Simulator::Run();
    Simulator::Destroy();
    ASSERT_EQ(batches.left.size(), 1u);
    EXPECT_EQ(batches.left[0].departure, Seconds(1) + MilliSeconds(1));
    EXPECT_EQ(batches.left[0].arrival, Seconds(1) + MilliSeconds(7));
    EXPECT_EQ(batches.left[0].messages, 3);
    EXPECT_EQ(batches.GetLookAhead(), MilliSeconds(6));
}

TEST(MessageBatchesTest, EveryMessageLeavesOnceAndInTime)
{
    HalfBatches batches(100);
    SendSome(batches, MilliSeconds(30), 20);
    Simulator::Run();
    Simulator::Destroy();
    int messages = 0;
    std::set<Time> arrivals;
    for (const auto& left : batches.left)
    {
        EXPECT_GE(left.arrival - left.departure, batches.GetLookAhead());
        EXPECT_GE(left.arrival, arrivals.empty() ? Time(0) : *arrivals.rbegin()) << "in order";
        EXPECT_TRUE(arrivals.insert(left.arrival).second) << "each at an instant of its own";
        EXPECT_LE(left.messages, 5) << "of 17 bytes each";
        messages += left.messages;
    }
    EXPECT_EQ(messages, 101 * 20);
}

} // namespace
} // namespace ns3
