/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "program-run.h"

#include <fstream>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <string>

/// What files say of access links besides delays: rates, losses, traces and schedules.

namespace
{

const std::string kRun = "--peers=8 --load=20 --duration=4s --warmup=2s --scheme=none --quiet ";

class AccessFilesTest : public testing::Test
{
  protected:
    /// @param name Of a file. @param text What is to be in it. @return Its path.
    std::string Write(const std::string& name, const std::string& text) const
    {
        std::ofstream(m_scratch.Path(name)) << text;
        return m_scratch.Path(name);
    }

    /// @param loss Of the only link. @param more Of its schedule. @return A topology of two
    /// services of four hosts each.
    std::string Topology(const std::string& loss, const std::string& more = "") const
    {
        return Write("topology.xml",
                     "<experiment><services><service name='a' replicas='4'/><service name='b' "
                     "replicas='4'/></services><bridges><bridge name='s'/></bridges><links><link "
                     "origin='a' dest='s' latency='10' upload='500kbps' download='700kbps' drop='" +
                         loss +
                         "'/><link origin='b' dest='s' latency='10' upload='500kbps' "
                         "download='500kbps'/></links>" +
                         (more.empty() ? "" : "<dynamic>" + more + "</dynamic>") + "</experiment>");
    }

    ScratchDirectory m_scratch;
};

/// @param program A program. @param arguments Its arguments. @return Requests/s per peer.
double
AchievedBy(const std::string& program, const std::string& arguments)
{
    const ProgramRun run = RunProgram(program, kRun + arguments);
    EXPECT_EQ(run.status, 0) << run.errors;
    return run.Json()["results"]["achieved"];
}

/// @param program A program. @param arguments Its arguments. @param why What it has to say.
void
ExpectFileRefused(const std::string& program, const std::string& arguments, const std::string& why)
{
    const ProgramRun run = RunProgram(program, kRun + arguments);
    EXPECT_EQ(run.status, 2) << arguments;
    EXPECT_NE(run.errors.find(why), std::string::npos) << run.errors;
}

TEST_F(AccessFilesTest, RatesOfAFileAreThoseOfTheOptionForPacketsAndMessages)
{
    std::string lines;
    for (int i = 0; i < 8; ++i)
    {
        lines += "50kbps,70kbps\n";
    }
    const std::string file = Write("rates", lines);
    for (const auto& [program, model] :
         {std::pair<const char*, const char*>{"collapse", ""}, {"million", "--model=link "}})
    {
        const std::string more = model;
        const double slow = AchievedBy(program, more + "--rate=50kbps --downlink=70kbps");
        EXPECT_EQ(AchievedBy(program, more + "--rate-file=" + file), slow) << program;
        EXPECT_LT(slow, 0.9 * AchievedBy(program, more));
    }
    const std::string few = Write("few", "50kbps\n60kbps\nx\n");
    ExpectFileRefused("collapse", "--rate-file=" + few, "few: line 3: not a rate");
    ExpectFileRefused("million", "--model=link --rate-file=" + few, "few: line 3: not a rate");
    ExpectFileRefused("million", "--rate-file=" + few, "--model=link");
    ExpectFileRefused("collapse",
                      "--rate-file=" + few + " --rate=1Mbps",
                      "--rate: has an effect only");
    ExpectFileRefused("collapse", "--rate-file=matrix", "--delay-model=matrix");
}

TEST_F(AccessFilesTest, ATopologyHasRatesAndLosses)
{
    const std::string matrix = "--delay-model=matrix --delay-matrix=" + Topology("0") + " ";
    const double slow = AchievedBy("collapse", matrix + "--rate=500kbps");
    EXPECT_NEAR(AchievedBy("collapse", matrix + "--rate-file=matrix"), slow, 0.05 * slow);
    ExpectFileRefused("collapse", matrix + "--pair-loss=matrix", "has no losses");
    ExpectFileRefused("collapse", "--pair-loss=matrix", "--delay-model=matrix");
    const std::string lossy = "--delay-model=matrix --delay-matrix=" + Topology("0.2") + " ";
    EXPECT_EQ(AchievedBy("collapse", lossy + "--rate=500kbps"), slow);
    EXPECT_LT(AchievedBy("collapse", lossy + "--rate=500kbps --pair-loss=matrix"), 0.9 * slow);
    ExpectFileRefused("million", lossy + "--pair-loss=matrix", "messages are not lost");
}

TEST_F(AccessFilesTest, AScheduleChangesLinksWhenItIsTime)
{
    const auto delay = [&](const std::string& at) {
        const ProgramRun run =
            RunProgram("collapse",
                       kRun + "--load=1 --rate=100Mbps --delay-model=matrix --delay-matrix=" +
                           Topology("0",
                                    "<schedule origin='a' dest='s' time='" + at +
                                        "' latency='200'/><schedule origin='b' dest='s' time='" +
                                        at + "' latency='200'/>"));
        EXPECT_EQ(run.status, 0) << run.errors;
        return run.Json()["results"]["delay_s"]["mean"].get<double>();
    };
    const double early = delay("0");
    const double never = delay("1000");
    EXPECT_GT(early, 10 * never);
    EXPECT_GT(delay("4"), 1.5 * never);
    EXPECT_LT(delay("5"), 0.9 * early);
    ExpectFileRefused("million",
                      "--delay-model=matrix --delay-matrix=" + m_scratch.Path("topology.xml"),
                      "change over time");
}

TEST_F(AccessFilesTest, LinksFollowATraceAsTheyDoTheSameRate)
{
    // 1500 bytes in 20 ms: 600 kbit/s
    const std::string trace = Write("trace", "20\n");
    const double same = AchievedBy("collapse", "--rate=600kbps");
    EXPECT_NEAR(AchievedBy("collapse", "--rate-trace=" + trace), same, 0.05 * same);
    const std::string slow = Write("slow", "500\n");
    EXPECT_LT(AchievedBy("collapse", "--rate-trace=" + slow), 0.5 * same);
    EXPECT_LT(AchievedBy("collapse", "--rate-trace=" + trace + " --downlink-trace=" + slow),
              0.5 * same);
    ExpectFileRefused("collapse", "--rate-trace=" + Write("wrong", "3\n2\n"), "wrong: line 2");
    ExpectFileRefused("collapse", "--rate-trace=" + trace + " --rate=1Mbps", "no --rate-trace");
    ExpectFileRefused("collapse", "--topology=star --rate-trace=" + trace, "--topology=access");
    ExpectFileRefused("collapse", "--downlink-trace=" + trace, "--rate-trace");
    ExpectFileRefused("million", "--rate-trace=" + trace, "links have one rate");
}

} // namespace
