/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-chord.h"
#include "dht-present-time.h"
#include "message-level-peer.h"
#include "recording-host.h"

#include "ns3/simulator.h"

#include <functional>
#include <gtest/gtest.h>
#include <map>
#include <vector>

/// When a message-level peer lets held requests cross.

namespace ns3
{
namespace
{

/// Writes down when segments are sent, and keeps the time.
class NotingCarrier : public MessageCarrier
{
  public:
    uint32_t Neighbour(uint32_t /* peer */, dht::LinkIndex link) const override
    {
        return 1U << link;
    }

    void CarryRequest(uint32_t /* from */,
                      const MessageWay& /* way */,
                      dht::Time /* departure */,
                      const dht::Request& /* request */) override
    {
    }

    void CarrySegment(uint32_t /* from */,
                      const MessageWay& way,
                      dht::Time /* departure */,
                      MessageRequests /* requests */) override
    {
        sent[way.stream].push_back(DhtPresent());
    }

    void CarrySegmentAck(uint32_t /* from */,
                         const MessageWay& /* way */,
                         dht::Time /* departure */,
                         const MessageAck& /* ack */) override
    {
    }

    void CarryDatagram(uint32_t /* from */,
                       uint32_t /* to */,
                       dht::Time /* departure */,
                       const dht::Datagram& /* datagram */) override
    {
    }

    void CarrySignal(uint32_t /* to */,
                     dht::Time /* departure */,
                     const MessageSignal& /* signal */) override
    {
    }

    void SetTimer(uint32_t /* peer */, dht::Time time, int timer) override
    {
        Simulator::Schedule(NanoSeconds((time - DhtPresent()).count()),
                            [this, timer] { peer->OnTimer(timer); });
    }

    MessageLevelPeer* peer{nullptr};                       ///< Whose timers they are.
    std::map<dht::LinkIndex, std::vector<dht::Time>> sent; ///< Instants of segments, by link.
};

/// Peer 0 of eight, which takes its uplink for one of ten requests/s.
class MessageLevelHoldTest : public testing::Test
{
  protected:
    MessageLevelHoldTest()
        : m_options(MakeOptions()),
          m_peer(m_options,
                 m_carrier,
                 0,
                 {10},
                 {dht::ChordOverlay(dht::Ring::Even(8)).MakeTable(0), dht::MakeScheme("none")},
                 {1, 0})
    {
        m_carrier.peer = &m_peer;
    }

    ~MessageLevelHoldTest() override
    {
        Simulator::Destroy();
    }

    static MessageLevelOptions MakeOptions()
    {
        MessageLevelOptions options;
        options.areStreams = true;
        options.uplinkBuffer = 0;
        options.stream.segment = 5;
        options.peer.hold = 2;
        options.holdRate = 1;
        return options;
    }

    /// @param time In seconds. @param what What happens then.
    static void At(double time, const std::function<void()>& what)
    {
        Simulator::Schedule(Seconds(time), what);
    }

    /// Requests come that are to be relayed. @param count How many. @param to For which peer.
    void Relay(unsigned count, uint64_t to)
    {
        MessageRequests requests;
        for (; count > 0; --count)
        {
            requests.PushBack(dht::test::PeerFixture::Foreign(++m_last, to));
        }
        m_peer.OnSegment(7, 0, std::move(requests), DhtPresent());
    }

    MessageLevelOptions m_options; ///< Of the peer.
    NotingCarrier m_carrier;       ///< Takes what it sends.
    MessageLevelPeer m_peer;       ///< The peer.
    uint64_t m_last{0};            ///< Id of the last request.
};

TEST_F(MessageLevelHoldTest, WhatIsHeldCrossesWhenThePacerTakesTheUplinkToIdle)
{
    Relay(5, 5); // they fill a segment, which takes half a second
    Relay(1, 1);
    Simulator::Run();
    EXPECT_EQ(m_carrier.sent[2], std::vector<dht::Time>{dht::Time(0)});
    EXPECT_EQ(m_carrier.sent[0], std::vector<dht::Time>{dht::FromSeconds(0.5)});
}

TEST_F(MessageLevelHoldTest, AnAcknowledgementLetsItCrossEarlier)
{
    Relay(5, 5);
    Relay(1, 1);
    At(0.1, [this] { m_peer.OnSegmentAck(2, {3, 35}); }); // two are on their way
    At(0.2, [this] { Relay(1, 1); });
    Simulator::Run();
    EXPECT_EQ(m_carrier.sent[0], std::vector<dht::Time>{dht::FromSeconds(0.3)}) << "not 0.5 s";
}

} // namespace
} // namespace ns3
