/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "access-channel.h"
#include "access-link.h"
#include "access-network-fixture.h"
#include "expect-invalid.h"
#include "network-file.h"

#include "ns3/ipv4-header.h"
#include "ns3/mac48-address.h"
#include "ns3/string.h"

#include <memory>
#include <sstream>
#include <string>
#include <utility>

namespace ns3
{
namespace
{

using test::ACCESS;
using test::Arrival;
using test::Constant;
using test::Outcome;
using test::STAR;
using test::Uniform;

using AccessNetworkTest = test::AccessNetworkFixture;
using AccessNetworkDeathTest = AccessNetworkTest;

/// An IP packet without payload.
Ptr<Packet>
MakeIpv4Packet(Ipv4Address destination, uint16_t payload)
{
    Ipv4Header header;
    header.SetDestination(destination);
    header.SetPayloadSize(payload);
    auto packet = Create<Packet>(payload);
    packet->AddHeader(header);
    return packet;
}

// A datagram of 100 bytes is 130 bytes on the link: UDP 8, IPv4 20, frame 2. That is 1.04 ms on the
// uplink at 1 Mbit/s and 2.08 ms on the downlink at 500 kbit/s.
class LatencyTest : public AccessNetworkTest
{
  protected:
    Outcome SendOne(AccessNetworkHelper helper)
    {
        helper.SetRate(Constant(1e6), Constant(500e3));
        Build(2, helper);
        const auto socket = BoundSocket(1, UdpSocketFactory::GetTypeId());
        SendUdp(0, m_network.addresses[1], 100, Seconds(1));
        return Run(Seconds(2));
    }

    static std::vector<Arrival> At(Time latency, uint32_t node = 1)
    {
        return {{(Seconds(1) + latency).GetTimeStep(), node, 128}};
    }
};

TEST_F(LatencyTest, IsSerialisationPlusSumOfAccessDelays)
{
    for (const auto topology : {ACCESS, STAR})
    {
        AccessNetworkHelper helper;
        helper.SetTopology(topology);
        const auto outcome = SendOne(helper);
        EXPECT_EQ(outcome.arrivals, At(MicroSeconds(20000 + 1040 + 2080)));
        EXPECT_EQ(outcome.received, 100U);
    }
}

TEST_F(LatencyTest, FollowsConstantDelay)
{
    for (const auto topology : {ACCESS, STAR})
    {
        AccessNetworkHelper helper;
        helper.SetTopology(topology);
        helper.SetConstantDelay(MilliSeconds(31));
        EXPECT_EQ(SendOne(helper).arrivals, At(MicroSeconds(31000 + 1040 + 2080)));
    }
}

TEST_F(LatencyTest, FollowsMatrixFromSenderToReceiver)
{
    AccessNetworkHelper helper;
    helper.SetDelayMatrix({{Time(0), MilliSeconds(3)}, {MilliSeconds(50), Time(0)}});
    EXPECT_EQ(SendOne(helper).arrivals, At(MicroSeconds(3000 + 1040 + 2080)));
}

/// @param delays In ms: rows with commas between them. @return The delays, as peers look them up.
std::shared_ptr<const dht::PeerDelays>
DelaysOf(const std::string& delays)
{
    std::istringstream rows(delays);
    return dht::ReadNetwork(rows, {}).delays;
}

TEST_F(LatencyTest, FollowsWhatAnObjectSays)
{
    AccessNetworkHelper helper;
    helper.SetPeerDelays(DelaysOf("0,7\n50,0\n"), 2);
    EXPECT_EQ(SendOne(helper).arrivals, At(MicroSeconds(7000 + 1040 + 2080)));
}

TEST_F(AccessNetworkTest, DatagramsMatchStarWithQueueInPackets)
{
    const auto access = RunDatagrams(ACCESS, QueueSize("20p"));
    const auto star = RunDatagrams(STAR, QueueSize("20p"));
    EXPECT_GT(access.drops, 100U);
    EXPECT_GT(access.arrivals.size(), 1000U);
    EXPECT_EQ(access.drops, star.drops);
    EXPECT_EQ(access.arrivals, star.arrivals);
}

TEST_F(AccessNetworkTest, DatagramsMatchStarWithQueueInBytes)
{
    const auto access = RunDatagrams(ACCESS, QueueSize("9000B"));
    const auto star = RunDatagrams(STAR, QueueSize("9000B"));
    EXPECT_GT(access.drops, 100U);
    EXPECT_EQ(access.drops, star.drops);
    EXPECT_EQ(access.arrivals, star.arrivals);
    EXPECT_NE(access.drops, RunDatagrams(ACCESS, QueueSize("20p")).drops);
}

TEST_F(AccessNetworkTest, BulkTransfersMatchStar)
{
    const auto access = RunBulk(ACCESS);
    const auto star = RunBulk(STAR);
    EXPECT_GT(access.received, 1000000U); // 20 s at 600 kbit/s or more
    EXPECT_GT(access.drops, 0U);
    EXPECT_EQ(access.received, star.received);
    EXPECT_EQ(access.drops, star.drops);
    EXPECT_EQ(access.arrivals, star.arrivals);
}

TEST_F(AccessNetworkTest, SameRunSameResults)
{
    const auto first = RunBulk(ACCESS);
    EXPECT_EQ(first.arrivals, RunBulk(ACCESS).arrivals);
    RngSeedManager::SetRun(2);
    EXPECT_NE(first.arrivals, RunBulk(ACCESS).arrivals);
}

TEST_F(AccessNetworkTest, CountersBalance)
{
    RunDatagrams(ACCESS, QueueSize("20p"));
    uint64_t sent = 0;
    uint64_t received = 0;
    uint64_t lost = 0;
    uint64_t refused = 0;
    for (uint32_t i = 0; i < 5; ++i)
    {
        sent += Device(i)->GetSent();
        received += Device(i)->GetReceived();
        lost += Device(i)->GetDropped(AccessNetDevice::DOWNLINK_FULL);
        refused += Device(i)->GetDropped(AccessNetDevice::UPLINK_FULL);
    }
    EXPECT_GT(lost, 0U);
    EXPECT_GT(refused, 0U);
    EXPECT_EQ(sent + refused, 4000U);
    EXPECT_EQ(received + lost, sent);
    EXPECT_EQ(received, m_outcome.arrivals.size());
}

TEST_F(AccessNetworkTest, UnknownDestinationIsCountedAndTakesItsUplinkTime)
{
    Build(2, AccessNetworkHelper());
    const auto socket = BoundSocket(1, UdpSocketFactory::GetTypeId());
    SendUdp(0, Ipv4Address("10.9.9.9"), 720, Seconds(1)); // 750 bytes: 10 ms
    SendUdp(0, m_network.addresses[1], 720, Seconds(1));
    EXPECT_EQ(Run(Seconds(2)).arrivals,
              (std::vector<Arrival>{{MilliSeconds(1050).GetTimeStep(), 1, 748}}));
    EXPECT_EQ(Device(0)->GetDropped(AccessNetDevice::UNKNOWN_DESTINATION), 1U);
    EXPECT_EQ(Device(0)->GetSent(), 2U);
    EXPECT_EQ(m_network.channel->GetUnknownDestinations(), 1U);
}

TEST_F(AccessNetworkTest, RefusesWhatItCannotCarry)
{
    std::vector<AccessNetDevice::DropReason> traced;
    const auto lone = CreateObject<AccessNetDevice>();
    EXPECT_FALSE(lone->Send(MakeIpv4Packet("10.0.0.2", 10), Address(), 0x0800));
    EXPECT_EQ(lone->GetDropped(AccessNetDevice::NOT_ATTACHED), 1U);

    Build(2, AccessNetworkHelper());
    const auto device = Device(0);
    device->TraceConnectWithoutContext(
        "Drop",
        Callback<void, Ptr<const Packet>, AccessNetDevice::DropReason>(
            [&](Ptr<const Packet>, AccessNetDevice::DropReason r) { traced.push_back(r); }));
    const uint8_t version6[40] = {0x60};
    EXPECT_FALSE(device->Send(MakeIpv4Packet("10.0.0.2", 10), Address(), 0x86dd));
    EXPECT_FALSE(device->Send(Create<Packet>(version6, 40), Address(), 0x0800));
    EXPECT_FALSE(device->Send(Create<Packet>(19), Address(), 0x0800));
    EXPECT_FALSE(device->Send(MakeIpv4Packet("10.0.0.2", 1481), Address(), 0x0800));
    EXPECT_TRUE(device->Send(MakeIpv4Packet("10.0.0.2", 1480), Address(), 0x0800));
    EXPECT_EQ(device->GetDropped(AccessNetDevice::NOT_IPV4), 3U);
    EXPECT_EQ(device->GetDropped(AccessNetDevice::TOO_LARGE), 1U);
    EXPECT_EQ(device->GetSent(), 1U);
    EXPECT_EQ(traced,
              (std::vector{AccessNetDevice::NOT_IPV4,
                           AccessNetDevice::NOT_IPV4,
                           AccessNetDevice::NOT_IPV4,
                           AccessNetDevice::TOO_LARGE}));
}

TEST_F(AccessNetworkTest, ServesNodesWithoutIpStack)
{
    AccessNetworkHelper helper;
    const auto channel = CreateObject<AccessChannel>();
    const auto a = helper.AddDevice(CreateObject<Node>(), channel, "192.0.2.1");
    const auto b = helper.AddDevice(CreateObject<Node>(), channel, "192.0.2.2");
    b->SetAttribute("FrameOverhead", UintegerValue(752)); // 1500 bytes on the downlink: 20 ms
    const Mac48Address bridged("02:00:00:00:00:07");
    std::vector<std::pair<Time, Address>> seen;
    b->SetPromiscReceiveCallback([&](Ptr<NetDevice>,
                                     Ptr<const Packet>,
                                     uint16_t,
                                     const Address& from,
                                     const Address& to,
                                     NetDevice::PacketType type) {
        EXPECT_EQ(to, b->GetAddress());
        EXPECT_EQ(type, NetDevice::PACKET_HOST);
        seen.emplace_back(Simulator::Now(), from);
        return true;
    });
    EXPECT_TRUE(a->Send(MakeIpv4Packet("192.0.2.2", 728), Address(), 0x0800));
    EXPECT_TRUE(a->SendFrom(MakeIpv4Packet("192.0.2.2", 728), bridged, Address(), 0x0800));
    Simulator::Run();
    ASSERT_EQ(seen.size(), 2U);
    EXPECT_EQ(seen[0], std::make_pair(MilliSeconds(50), a->GetAddress()));
    EXPECT_EQ(seen[1], std::make_pair(MilliSeconds(70), Address(bridged)));
}

TEST_F(AccessNetworkTest, DrawsTheUplinkRatesThatItInstalls)
{
    AccessNetworkHelper helper;
    helper.SetRate(Uniform(600e3, 1e6), Uniform(2e6, 3e6));
    helper.SetAccessDelay(Uniform(0.01, 0.02));
    helper.AssignStreams(7);
    Build(20, helper);
    helper.AssignStreams(7);
    const std::vector<DataRate> rates = helper.DrawUplinkRates(20);
    for (uint32_t i = 0; i < rates.size(); ++i)
    {
        DataRateValue installed;
        Device(i)->GetAttribute("UplinkRate", installed);
        EXPECT_EQ(rates[i], installed.Get());
    }
    EXPECT_NE(rates[0], rates[1]);
}

TEST_F(AccessNetworkTest, HasAddressesBeyondOneByte)
{
    Build(300, AccessNetworkHelper());
    EXPECT_EQ(m_network.addresses[299], Ipv4Address("10.0.1.44"));
    EXPECT_EQ(m_network.channel->Find("10.0.1.44"), Device(299));
    m_network.channel->Unbind("10.0.1.44");
    EXPECT_FALSE(m_network.channel->Find("10.0.1.44"));
}

TEST_F(AccessNetworkDeathTest, RejectsWrongMatrix)
{
    Build(2, AccessNetworkHelper());
    const auto channel = m_network.channel;
    const Time t = MilliSeconds(1);
    EXPECT_DEATH(channel->SetDelayMatrix({{t}}), "1 rows for 2 devices");
    EXPECT_DEATH(channel->SetDelayMatrix({{t, t}, {t}}), "Row 1 .* has 1 columns");
    EXPECT_DEATH(channel->SetDelayMatrix({{t, t}, {t - t - t, t}}),
                 "Row 1, column 0 .* is negative");
    channel->SetAttribute("DelayModel", StringValue("Matrix"));
    EXPECT_DEATH(channel->GetDelay(*Device(0), *Device(1)), "no delay matrix is set");
    channel->SetDelayMatrix({{t, t}, {t, t}});
    EXPECT_EQ(channel->GetDelay(*Device(0), *Device(1)), t);
    EXPECT_DEATH(channel->Attach(CreateObject<AccessNetDevice>()), "Attach all devices before");
}

TEST_F(AccessNetworkDeathTest, RejectsMoreDevicesThanDelaysAreKnownOf)
{
    Build(2, AccessNetworkHelper());
    const auto channel = m_network.channel;
    EXPECT_DEATH(channel->SetPeerDelays(DelaysOf("0,7\n50,0\n"), 1), "known of 1 devices");
    channel->SetAttribute("DelayModel", StringValue("Peers"));
    EXPECT_DEATH(channel->GetDelay(*Device(0), *Device(1)), "no peers' delays are set");
    channel->SetPeerDelays(DelaysOf("0,7\n50,0\n"), 2);
    EXPECT_EQ(channel->GetDelay(*Device(1), *Device(0)), MilliSeconds(50));
    EXPECT_DEATH(channel->Attach(CreateObject<AccessNetDevice>()), "known of 2 devices only");
}

TEST_F(AccessNetworkDeathTest, RejectsWrongUse)
{
    Build(2, AccessNetworkHelper());
    EXPECT_DEATH(m_network.channel->Bind(m_network.addresses[0], Device(1)),
                 "10.0.0.1 belongs to another device");
    EXPECT_DEATH(m_network.channel->Bind("10.1.1.1", CreateObject<AccessNetDevice>()),
                 "Attach the device to this channel");
}

TEST_F(AccessNetworkTest, WrongArgumentsOfTheHelperAreExceptions)
{
    AccessNetworkHelper helper;
    ExpectInvalid([&] { helper.SetTopology("ring"); }, "'ring': known are access, star");
    ExpectInvalid([&] { helper.SetConstantDelay(Seconds(-1)); }, "must not be negative");
    ExpectInvalid([&] { helper.Install(NodeContainer()); }, "1 to 1048576 nodes, not 0");
    helper.SetTopology("star");
    helper.SetDelayMatrix({{Time(0)}});
    ExpectInvalid([&] { helper.Install(NodeContainer(CreateObject<Node>())); },
                  "cannot have a delay matrix");
    helper.SetPeerDelays(DelaysOf("0,7\n50,0\n"), 2);
    ExpectInvalid([&] { helper.Install(NodeContainer(CreateObject<Node>())); },
                  "cannot have a delay matrix");
}

} // namespace
} // namespace ns3
