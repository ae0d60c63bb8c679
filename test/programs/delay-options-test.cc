/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "access-options.h"
#include "program-run.h"

#include "ns3/node-container.h"
#include "ns3/simulator.h"

#include <cstdint>
#include <fstream>
#include <gtest/gtest.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

/// The delays between peers are the same in all programs.

namespace
{

using namespace ns3;

/// Between how many peers.
constexpr uint32_t kPeers = 20;

/// A matrix of more hosts than there are peers.
class DelayOptionsTest : public testing::TestWithParam<const char*>
{
  protected:
    DelayOptionsTest()
    {
        std::ofstream out(m_file);
        for (uint32_t i = 0; i < 30; ++i)
        {
            for (uint32_t j = 0; j < 30; ++j)
            {
                out << (j == 0 ? "" : ",") << 10 + 30 * i + j;
            }
            out << "\n";
        }
    }

    /// @param options Where the delays are to come from.
    void Choose(DelayOptions& options) const
    {
        options.delayModel = GetParam();
        options.delay = {0.01, 0.1};
        options.delayMatrix = m_file;
    }

    ScratchDirectory m_scratch;
    std::string m_file{m_scratch.Path("delays.csv")};
};

INSTANTIATE_TEST_SUITE_P(Models,
                         DelayOptionsTest,
                         testing::Values("coordinates", "matrix", "globe"),
                         [](const auto& info) { return std::string(info.param); });

TEST_P(DelayOptionsTest, PacketsTakeAsLongAsMessages)
{
    DelayOptions messages;
    Choose(messages);
    AccessOptions packets;
    Choose(packets);
    const auto delays = messages.MakeDelays(kPeers);
    NodeContainer nodes(kPeers);
    const auto network = packets.Build(nodes);
    const auto device = [&](uint32_t peer) {
        return DynamicCast<AccessNetDevice>(network.devices.Get(peer));
    };
    for (uint32_t i = 0; i < kPeers; ++i)
    {
        for (uint32_t j = 0; j < kPeers; ++j)
        {
            if (i != j)
            {
                EXPECT_EQ(network.channel->GetDelay(*device(i), *device(j)).GetNanoSeconds(),
                          delays->Get(i, j).count());
                EXPECT_GE(delays->Get(i, j), delays->Least());
            }
        }
    }
    Simulator::Destroy();
}

TEST_P(DelayOptionsTest, EveryProgramRunsWithThem)
{
    const std::string model = GetParam();
    const std::string delays = " --peers=20 --quiet --delay-model=" + model +
                               (model == "matrix" ? " --delay-matrix=" + m_file : "") +
                               (model == "coordinates" ? " --delay=10ms..100ms" : "");
    const std::string ready = delays + " --load=1 --warmup=1s --duration=60s --ids=sha1";
    const auto mean = [&](const std::string& program, const std::string& arguments) {
        const ProgramRun run = RunProgram(program, arguments);
        EXPECT_EQ(run.status, 0) << program << ": " << run.errors;
        return run.Json()["results"]["delay_s"]["mean"].get<double>();
    };
    // the same ring and the same delays; packets have their length besides
    const double packets = mean("collapse", ready + " --scheme=none --rate=100Mbps");
    const double messages = mean("million", ready + " --scheme=none --capacity=1e5");
    EXPECT_NEAR(packets, messages, 0.15 * messages);
    const ProgramRun churn =
        RunProgram("churn", delays + " --join-time=5s --warmup=5s --duration=30s --session=1h");
    ASSERT_EQ(churn.status, 0) << churn.errors;
    EXPECT_EQ(churn.Json()["options"]["delay-model"], model);
    EXPECT_GT(churn.Json()["results"]["lookups"]["right"], 5) << churn.output;
}

TEST(DelayOptionsProgramTest, TheStarHasNoSuchDelays)
{
    const ProgramRun run = RunProgram("collapse", "--topology=star --delay-model=globe");
    EXPECT_EQ(run.status, 2);
    EXPECT_NE(run.errors.find("--delay-model can only be access"), std::string::npos) << run.errors;
}

TEST(DelayOptionsProgramTest, EveryProgramNamesTheLineThatIsWrong)
{
    const ScratchDirectory scratch;
    const std::string file = scratch.Path("delays.csv");
    {
        std::ofstream out(file);
        out << "0,1,2\n1,0\n2,2,0\n";
    }
    for (const char* const program : {"collapse", "churn", "million", "delays"})
    {
        const ProgramRun run = RunProgram(program, "--delay-model=matrix --delay-matrix=" + file);
        EXPECT_EQ(run.status, 2) << program;
        EXPECT_NE(run.errors.find("delays.csv: line 2: it has 2 delays"), std::string::npos)
            << run.errors;
    }
}

} // namespace
