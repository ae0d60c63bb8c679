/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "packet-ring.h"
#include "program-run.h"

#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-l3-protocol.h"

#include <gtest/gtest.h>
#include <string>

/// What happens when the simulation is destroyed, while somebody still watches it.

namespace ns3
{
namespace
{

constexpr uint32_t PEERS = 8;
const Time END = Seconds(2);

/// A ring that is at work to the end, on either topology.
class TeardownTest : public testing::TestWithParam<std::string>
{
  protected:
    TeardownTest()
        : m_ring(PEERS, GetParam())
    {
        m_ring.Install("none", 100);
    }

    PacketRing m_ring;
};

TEST_P(TeardownTest, NobodySendsAnyMore)
{
    m_ring.Run(Seconds(1), END);
    // what would be sent now has no route any more
    uint64_t sent = 0;
    const Callback<void,
                   const Ipv4Header&,
                   Ptr<const Packet>,
                   Ipv4L3Protocol::DropReason,
                   Ptr<Ipv4>,
                   uint32_t>
        count([&sent](const Ipv4Header&,
                      Ptr<const Packet>,
                      Ipv4L3Protocol::DropReason,
                      Ptr<Ipv4>,
                      uint32_t) { ++sent; });
    Config::ConnectWithoutContext("/NodeList/*/$ns3::Ipv4L3Protocol/Drop", count);
    Simulator::Destroy();
    EXPECT_EQ(sent, 0U);
}

TEST_P(TeardownTest, PacketTracesAreNoObstacle)
{
    const ScratchDirectory scratch;
    InternetStackHelper().EnablePcapIpv4All(scratch.Path("ring"));
    m_ring.Run(Seconds(1), END);
    Simulator::Destroy();
    EXPECT_GE(scratch.FileCount(), PEERS);
}

INSTANTIATE_TEST_SUITE_P(Topologies,
                         TeardownTest,
                         testing::Values("access", "star"),
                         [](const auto& topology) { return topology.param; });

} // namespace
} // namespace ns3
