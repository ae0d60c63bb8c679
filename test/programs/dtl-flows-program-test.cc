/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "program-run.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <string>

/// The program dtl-flows, as a user meets it.

namespace
{

const char* const kFlowsProgram = "dtl-flows";

class BadFlowsOptionTest : public testing::TestWithParam<BadOption>
{
};

TEST_P(BadFlowsOptionTest, EndsWithOneLineThatNamesItAndSaysWhatIsAllowed)
{
    ExpectRefused(kFlowsProgram, GetParam(), "--summary");
}

INSTANTIATE_TEST_SUITE_P(
    Options,
    BadFlowsOptionTest,
    testing::Values(
        BadOption{"--flows=", "--flows", "value is missing"},
        BadOption{"--flows=udp", "--flows", "dtl or tcp"},
        BadOption{"--flows=dtl,", "--flows", "dtl or tcp"},
        BadOption{"--flows=dtl,,tcp", "--flows", "dtl or tcp"},
        BadOption{"'--flows=0*dtl'", "--flows", "from 1 to 100"},
        BadOption{"--flows=60*dtl,60*tcp", "--flows", "1 to 100 flows"},
        BadOption{"--flows='dtl:-1'", "--flows", "from 0 to 255"},
        BadOption{"--flows='dtl:0/9;1/5'", "--flows", "rise"},
        BadOption{"--flows='dtl:0/9;1/99999'", "--flows", "rise"},
        BadOption{"--flows='dtl:0;1'", "--flows", "time at which it ends"},
        BadOption{"--flows='dtl:0/9'", "--flows", "the last priority"},
        BadOption{"--flows='dtl:0/9;'", "--flows", "from 0 to 255"},
        BadOption{"--flows='dtl:0/9;1@10'", "--flows", "rise"},
        BadOption{"--flows='dtl:wish=-1'", "--flows", "from 0 to 255"},
        BadOption{"--flows='dtl:wish'", "--flows", "from 0 to 255"},
        BadOption{"--flows=dtl@200", "--flows", "--duration"},
        BadOption{"--flows=dtl@9-5", "--flows", "ends after it starts"},
        BadOption{"--flows=dtl@x", "--flows", "from 0 to"},
        BadOption{"--flows=9*tcp+50", "--flows", "too late"},
        BadOption{"--flows=tcp:vegas", "--flows", "reno, cubic"},
        BadOption{"--window=quic", "--window", "plusplus"},
        BadOption{"--rate=5", "--rate", "kbps"},
        BadOption{"--rate=1Mbps..2Mbps", "--rate", "a data rate"},
        BadOption{"--queue=lifo", "--queue", "fq-codel"},
        BadOption{"--queue-size=60", "--queue-size", "60p"},
        BadOption{"--queue-size=0p", "--queue-size", "from 1 to"},
        BadOption{"--queue-size=1us --queue=fifo", "--queue-size", "1 to"},
        BadOption{"--queue=fifo --red-min=9p", "--red-min", "--queue=red"},
        BadOption{"--red-min=500ms", "--red-min", "less than --red-max"},
        BadOption{"--red-max=700ms", "--red-max", "--queue-size"},
        BadOption{"--red-drops=0", "--red-drops", "from 0.001 to 1"},
        BadOption{"--loss=91", "--loss", "from 0 to 90"},
        BadOption{"--rtt=0s", "--rtt", "at least"},
        BadOption{"--host-delay=2s", "--host-delay", "up to 1s"},
        BadOption{"--warmup=120s", "--warmup", "--duration"},
        BadOption{"--interval=2s", "--interval", "--series"},
        BadOption{"--ns3::DhtTransportFlowSource::Priority=1", "Priority", "--flows"},
        BadOption{"--ns3::DhtLinearTransportWindow::TargetDelay=99", "TargetDelay", "allowed is"}));

/// @param arguments Of the program. @return Its summary.
nlohmann::json
FlowsSummary(const std::string& arguments)
{
    const ProgramRun run = RunProgram(kFlowsProgram, arguments + " --quiet");
    EXPECT_EQ(run.status, 0) << run.errors;
    return run.Json();
}

/// @param flows Of a span. @param name A flow. @return What it got, in bit/s.
double
ThroughputOf(const nlohmann::json& span, const std::string& name)
{
    for (const auto& flow : span["flows"])
    {
        if (flow["name"] == name)
        {
            return flow["throughput_bps"];
        }
    }
    ADD_FAILURE() << "there is no flow " << name;
    return 0;
}

TEST(DtlFlowsProgramTest, AFlowYieldsThenSharesThenGetsTwiceAsMuch)
{
    const auto phases = FlowsSummary("--flows=\"dtl:0/60;1/180;2@0,tcp@1\" --duration=300s "
                                     "--settle=20s")["phases"];
    ASSERT_EQ(phases.size(), 4u);
    const auto ratio = [&](std::size_t phase) {
        return ThroughputOf(phases[phase], "dtl-1") / ThroughputOf(phases[phase], "tcp-1");
    };
    EXPECT_LT(ratio(1), 0.1);
    EXPECT_NEAR(ratio(2), 1, 0.35);
    EXPECT_NEAR(ratio(3), 2, 0.6);
    for (const std::size_t phase : {1, 2, 3})
    {
        EXPECT_GT(phases[phase]["utilisation"], 0.95);
    }
    EXPECT_EQ(phases[0]["flows"].size(), 1u);
    EXPECT_EQ(phases[3]["flows"][0]["priority"], 2);
    EXPECT_TRUE(phases[3]["flows"][1]["priority"].is_null());
}

TEST(DtlFlowsProgramTest, ASinkMayWishForAPriorityAndForNoneAgain)
{
    const auto phases = FlowsSummary("--flows=\"dtl:0/60;wish=2/120;0@0,tcp@1\" --duration=180s "
                                     "--settle=20s")["phases"];
    ASSERT_EQ(phases.size(), 4u);
    const auto ratio = [&](std::size_t phase) {
        return ThroughputOf(phases[phase], "dtl-1") / ThroughputOf(phases[phase], "tcp-1");
    };
    EXPECT_LT(ratio(1), 0.1);
    EXPECT_NEAR(ratio(2), 2, 0.7);
    EXPECT_LT(ratio(3), 0.3);
    EXPECT_EQ(phases[2]["flows"][0]["priority"], 2);
}

TEST(DtlFlowsProgramTest, OnAShortQueueAFlowDoesNotYield)
{
    const auto results = FlowsSummary("--flows=\"dtl@5,tcp\" --rate=1Mbps --queue=fifo "
                                      "--queue-size=5p --duration=120s --warmup=30s")["results"];
    EXPECT_GT(ThroughputOf(results, "dtl-1"), 0.25 * ThroughputOf(results, "tcp-1"));
}

TEST(DtlFlowsProgramTest, TcpGetsWhatItsFormulaSays)
{
    const auto results = FlowsSummary("--flows=tcp,dtl:1 --rate=100Mbps --queue=fifo --rtt=43ms "
                                      "--loss=1 --duration=120s --warmup=5s "
                                      "--host-delay=0s")["results"];
    // sqrt(3/2p) packets a round trip
    const double expected = 12.25 * 1400 * 8 / 0.043;
    EXPECT_NEAR(ThroughputOf(results, "tcp-1"), expected, 0.25 * expected);
    EXPECT_NEAR(ThroughputOf(results, "dtl-1"), expected, 0.25 * expected);
    for (const auto& flow : results["flows"])
    {
        EXPECT_NEAR(flow["loss_percent"], 1, 0.3);
        EXPECT_GT(flow["retransmitted_packets"], 300);
        EXPECT_LT(flow["queueing_ms"], 1);
    }
    EXPECT_LT(results["utilisation"], 0.1);
}

TEST(DtlFlowsProgramTest, TwoRunsGiveTheSameSeriesAndAnotherOneAnother)
{
    const ScratchDirectory scratch;
    const auto series = [&](const std::string& name, const std::string& more) {
        const std::string file = scratch.Path(name);
        FlowsSummary("--flows=dtl,tcp:cubic@1-9,reverse-tcp@2,reverse-dtl:1@3 --loss=1 "
                     "--duration=10s --warmup=1s --series=" +
                     file + more);
        return ReadFile(file);
    };
    const std::string first = series("a", "");
    EXPECT_EQ(series("b", ""), first);
    EXPECT_NE(series("c", " --RngRun=2"), first);
    // one flow for 10 s, others for 8, 8 and 7
    EXPECT_EQ(std::count(first.begin(), first.end(), '\n'), 1 + 10 + 8 + 8 + 7) << first;
    EXPECT_EQ(first.find("time_s,flow,priority,throughput_bps"), 0u);
}

TEST(DtlFlowsProgramTest, EveryQueueHoldsWhatItIsTold)
{
    for (const std::string queue : {"fifo", "red", "codel", "fq-codel"})
    {
        const auto results =
            FlowsSummary("--flows=3*tcp+1 --queue=" + queue +
                         (queue == "red" ? " --red-min=20p --red-max=60p" : "") +
                         " --queue-size=100p --duration=20s --warmup=5s")["results"];
        EXPECT_GT(results["utilisation"], 0.9) << queue;
        EXPECT_GT(results["jain"], 0.5) << queue;
        for (const auto& flow : results["flows"])
        {
            EXPECT_LT(flow["queueing_ms"], 240) << queue;
            EXPECT_EQ(flow["queueing_ms"] > 100, queue == "fifo") << queue << flow;
        }
    }
}

TEST(DtlFlowsProgramTest, AWindowAndItsConstantsCount)
{
    const auto queueing = [](const std::string& more) {
        return FlowsSummary("--flows=dtl --queue=fifo --duration=60s --warmup=30s " +
                            more)["results"]["flows"][0]["queueing_ms"]
            .get<double>();
    };
    EXPECT_NEAR(queueing("--window=linear"), 100, 25);
    EXPECT_GT(queueing("--window=linear --ns3::DhtLinearTransportWindow::TargetDelay=0.2"), 180);
    EXPECT_LT(queueing("--window=fixed --ns3::DhtFixedTransportWindow::InitialWindow=5"), 1);
}

} // namespace
