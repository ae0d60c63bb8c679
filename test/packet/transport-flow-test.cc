/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-dumbbell-helper.h"
#include "dht-transport-endpoint.h"
#include "dht-transport-flow-helper.h"

#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/pointer.h"
#include "ns3/queue-size.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <gtest/gtest.h>
#include <map>
#include <optional>
#include <stdexcept>
#include <vector>

/// The overlay's own transport over ns-3's UDP, across a dumbbell.

namespace ns3
{
namespace
{

/// Of the slow link, in bit/s.
constexpr double BOTTLENECK_RATE = 5e6;
/// Of a full packet there: payload, the transport's header, UDP's and IP's, the link's.
constexpr double PACKET_BITS = 8 * (1400 + 28 + 28 + 2);

/// What a flow needs to know of where it is.
struct FlowPath
{
    uint64_t maxBytes{0}; //!< Of the stream; 0: no end.
    double loss{0};       //!< Share of the packets that is lost.
    uint32_t queue{40};   //!< Packets.
    double drift{0};      //!< Of the sink's clock, in ppm.
};

/// One flow over 5 Mbit/s and 25 ms.
class TransportFlowTest : public testing::Test
{
  protected:
    ~TransportFlowTest() override
    {
        m_flow = {};
        Simulator::Destroy();
    }

    /// @param path Where the flow is.
    void Make(const FlowPath& path)
    {
        DhtDumbbellHelper dumbbell;
        ObjectFactory queue;
        queue.SetTypeId("ns3::FifoQueueDisc");
        queue.Set("MaxSize", QueueSizeValue(QueueSize(QueueSizeUnit::PACKETS, path.queue)));
        dumbbell.SetQueueDisc(queue);
        dumbbell.SetLoss(path.loss);
        dumbbell.AssignStreams(0);
        m_network = dumbbell.Install(1);
        DhtTransportFlowHelper helper;
        helper.SetSourceAttribute("MaxBytes", UintegerValue(path.maxBytes));
        helper.SetSinkAttribute("ClockDrift", DoubleValue(path.drift));
        m_flow = helper.Install(m_network.left[0].node,
                                m_network.right[0].node,
                                m_network.right[0].address);
        DhtTransportFlowHelper::AssignStreams(m_flow, 10);
        m_flow.source->TraceConnectWithoutContext(
            "Event",
            MakeCallback(&TransportFlowTest::OnSourceEvent, this));
        m_flow.sink->TraceConnectWithoutContext("Received",
                                                MakeCallback(&TransportFlowTest::OnReceived, this));
        m_network.rightward->TraceConnectWithoutContext(
            "Dequeue",
            MakeCallback(&TransportFlowTest::OnDequeue, this));
    }

    /// @param until When to stop.
    static void RunUntil(Time until)
    {
        Simulator::Stop(until - Simulator::Now());
        Simulator::Run();
    }

    /// @param from A time. @param to A later one. @return What arrived between them, in bit/s.
    double RateBetween(Time from, Time to)
    {
        RunUntil(from);
        const uint64_t before = m_flow.sink->GetReceived();
        RunUntil(to);
        return 8 * static_cast<double>(m_flow.sink->GetReceived() - before) /
               (to - from).GetSeconds();
    }

    DhtDumbbellHelper::Network m_network;     //!< The dumbbell.
    DhtTransportFlowHelper::Flow m_flow;      //!< The flow.
    uint64_t m_received{0};                   //!< Bytes that arrived.
    bool m_isInOrder{true};                   //!< And were those that were sent, in order.
    std::optional<dht::TransportEvent> m_end; //!< How the link ended.
    std::vector<int64_t> m_departures;        //!< Of packets from the bottleneck's queue.

  private:
    void OnReceived(uint64_t /* link */, const uint8_t* bytes, std::size_t size)
    {
        for (std::size_t i = 0; i < size; ++i)
        {
            m_isInOrder = m_isInOrder && bytes[i] == static_cast<uint8_t>(m_received + i);
        }
        m_received += size;
    }

    void OnSourceEvent(const dht::TransportEvent& event)
    {
        using Kind = dht::TransportEvent::Kind;
        if (event.kind == Kind::kClosed || event.kind == Kind::kLost)
        {
            m_end = event;
        }
    }

    void OnDequeue(Ptr<const QueueDiscItem> /* item */)
    {
        m_departures.push_back(Simulator::Now().GetNanoSeconds());
    }
};

TEST_F(TransportFlowTest, EveryByteArrivesOnceAndInOrderAndThenTheLinkIsClosed)
{
    constexpr uint64_t BYTES = 1000003;
    Make({BYTES, 0.1});
    RunUntil(Minutes(5));
    EXPECT_EQ(m_received, BYTES);
    EXPECT_TRUE(m_isInOrder);
    ASSERT_TRUE(m_end);
    EXPECT_EQ(m_end->kind, dht::TransportEvent::Kind::kClosed);
    EXPECT_EQ(m_flow.source->GetCounters().bytesAcked, BYTES);
    EXPECT_GT(m_flow.source->GetCounters().packetsLost, 70u);
    EXPECT_EQ(m_flow.sink->GetCounters().TotalRejected(), 0u);
    EXPECT_TRUE(m_flow.source->IdentitiesHold());
    EXPECT_TRUE(m_flow.sink->IdentitiesHold());
}

TEST_F(TransportFlowTest, AGreedyFlowFillsTheBottleneck)
{
    Make({0, 0, 100});
    EXPECT_NEAR(RateBetween(Seconds(5), Seconds(20)),
                BOTTLENECK_RATE * 8 * 1400 / PACKET_BITS,
                0.01 * BOTTLENECK_RATE);
}

TEST_F(TransportFlowTest, APriorityMayBeSetBeforeDuringAndAfterAFlow)
{
    Make({0, 0.01, 100});
    m_flow.source->SetPriority(0.25);
    m_flow.source->SetStopTime(Seconds(40));
    DhtTransportFlowHelper::ChangePriority(m_flow, Seconds(20), 4);
    DhtTransportFlowHelper::ChangePriority(m_flow, Seconds(41), 0);
    const double low = RateBetween(Seconds(1), Seconds(20));
    EXPECT_GT(RateBetween(Seconds(20), Seconds(40)), 2 * low);
    EXPECT_EQ(RateBetween(Seconds(41), Seconds(50)), 0);
    EXPECT_EQ(m_flow.source->GetPriority(), 0);
    EXPECT_EQ(m_flow.source->GetWindow(), nullptr);
    EXPECT_GT(m_flow.source->GetCounters().packetsSent, 1000u);
    EXPECT_TRUE(m_flow.source->IdentitiesHold());
}

TEST_F(TransportFlowTest, TheSinkMayWishForAPriority)
{
    Make({0, 0.01, 100});
    m_flow.source->SetPriority(0.25);
    m_flow.source->SetAttribute("TransportWishLimit", DoubleValue(4));
    m_flow.sink->SetAttribute("Wish", DoubleValue(0.25));
    DhtTransportFlowHelper::ChangeWish(m_flow, Seconds(20), 100);
    DhtTransportFlowHelper::ChangeWish(m_flow, Seconds(40), -1);
    const double low = RateBetween(Seconds(1), Seconds(20));
    EXPECT_GT(RateBetween(Seconds(21), Seconds(40)), 2 * low);
    EXPECT_LT(RateBetween(Seconds(45), Seconds(60)), 1.5 * low) << "it has its own priority again";
    EXPECT_EQ(m_flow.source->GetPriority(), 0.25);
    EXPECT_EQ(m_flow.sink->GetWish(), -1);
}

TEST_F(TransportFlowTest, AClockThatLosesTimeHidesAsMuchOfTheQueue)
{
    Make({0, 0, 250, -1000});
    RunUntil(Seconds(60));
    ASSERT_NE(m_flow.source->GetWindow(), nullptr);
    const double believed = m_flow.source->GetWindow()->QueueingDelay().count() / 1e6;
    const double waiting = 1e3 * m_network.rightward->GetNPackets() * PACKET_BITS / BOTTLENECK_RATE;
    EXPECT_LT(believed, 110);
    EXPECT_NEAR(waiting - believed, 60, 8);
}

TEST_F(TransportFlowTest, AClockThatGainsTimeMakesNoQueueOutOfNothing)
{
    Make({0, 0, 250, 1000});
    RunUntil(Seconds(120));
    ASSERT_NE(m_flow.source->GetWindow(), nullptr);
    const double waiting = 1e3 * m_network.rightward->GetNPackets() * PACKET_BITS / BOTTLENECK_RATE;
    EXPECT_NEAR(waiting, 75, 30);
}

TEST_F(TransportFlowTest, TheSameRunGivesTheSamePackets)
{
    Make({0, 0.01});
    RunUntil(Seconds(10));
    const std::vector<int64_t> first = m_departures;
    m_flow = {};
    m_network = {};
    m_departures.clear();
    Simulator::Destroy();
    Make({0, 0.01});
    RunUntil(Seconds(10));
    EXPECT_GT(first.size(), 1000u);
    EXPECT_EQ(m_departures, first);
}

TEST(TransportFlowHelperTest, AWindowOfNoSuchNameIsRefused)
{
    DhtTransportFlowHelper helper;
    EXPECT_THROW(helper.SetPoliteWindow("nosuch"), std::invalid_argument);
}

TEST(DumbbellHelperTest, WhatIsNoDumbbellIsRefused)
{
    DhtDumbbellHelper dumbbell;
    EXPECT_THROW(dumbbell.Install(0), std::invalid_argument);
    EXPECT_THROW(dumbbell.Install(10001), std::invalid_argument);
    EXPECT_THROW(dumbbell.SetLoss(1.1), std::invalid_argument);
}

TEST(WindowObjectTest, EveryWindowHasATypeWithItsConstants)
{
    for (const auto& kind : dht::WindowRegistry::Get().All())
    {
        const Ptr<DhtWindow> window = DhtWindow::Create(kind->name);
        EXPECT_EQ(window->GetName(), kind->name);
        for (const dht::Parameter& parameter : kind->parameters.Table())
        {
            DoubleValue value;
            window->GetAttribute(parameter.name, value);
            EXPECT_EQ(value.Get(), parameter.value) << kind->name << " " << parameter.name;
        }
    }
    EXPECT_EQ(DhtWindow::Find("plusplus").GetName(), "ns3::DhtPlusplusTransportWindow");
    EXPECT_THROW(DhtWindow::Create("nosuch"), std::invalid_argument);
}

TEST(WindowObjectTest, ItsConstantsAreThoseOfTheWindowsItMakes)
{
    const Ptr<DhtWindow> polite = DhtWindow::Create("linear");
    const Ptr<DhtWindow> variable = DhtWindow::Create("multcp");
    polite->SetAttribute("InitialWindow", DoubleValue(5));
    variable->SetAttribute("InitialWindow", DoubleValue(7));
    const dht::PriorityWindows windows = polite->With(*variable);
    EXPECT_EQ(windows(0)->Bytes(), 5u * 1400);
    EXPECT_EQ(windows(1)->Bytes(), 7u * 1400);
}

} // namespace
} // namespace ns3
