/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "places.h"
#include "program-run.h"
#include "test-name.h"

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sys/wait.h>

/// The program collapse, as a user meets it.

namespace
{

/// A run that takes a moment.
const std::string kSmallCollapse = "--peers=8 --rate=600kbps --warmup=1s --duration=3s --quiet ";

TEST(CollapseProgramTest, TheSummarySaysWhatCameOutAndHowItWasMade)
{
    const ProgramRun run = RunProgram(
        "collapse",
        kSmallCollapse + "--scheme=credit --RngRun=7 --ns3::DhtCredit::InitialSsthresh=30");
    ASSERT_EQ(run.status, 0) << run.errors;
    EXPECT_EQ(run.errors, "");
    const auto summary = run.Json();
    for (const std::string key : {"/results/offered",
                                  "/results/achieved",
                                  "/results/retransmitted_percent",
                                  "/results/delay_s/mean",
                                  "/results/delay_s/p50",
                                  "/results/delay_s/p99",
                                  "/results/outstanding_mean",
                                  "/results/hops_mean",
                                  "/counters/issued",
                                  "/counters/redirected",
                                  "/counters/dropped/queue_full",
                                  "/run/version",
                                  "/run/commit",
                                  "/run/ns3",
                                  "/run/seed",
                                  "/run/simulated_s",
                                  "/run/wall_s",
                                  "/run/cpu_s",
                                  "/run/events"})
    {
        EXPECT_TRUE(summary.contains(nlohmann::json::json_pointer(key))) << key;
    }
    EXPECT_EQ(summary["run"]["run"], 7);
    EXPECT_EQ(summary["options"]["scheme"], "credit");
    EXPECT_EQ(summary["attributes"]["ns3::DhtCredit::InitialSsthresh"], "30");
    EXPECT_TRUE(summary["counters"]["identities_hold"]);
}

/// @param arguments Of a small run. @return All that it writes, but for the time it took.
std::string
CollapseOutput(const std::string& arguments)
{
    const ScratchDirectory scratch;
    const ProgramRun run =
        RunProgram("collapse",
                   kSmallCollapse + arguments + " --summary=" + scratch.Path("s.json") +
                       " --series=" + scratch.Path("s.csv"));
    EXPECT_EQ(run.status, 0) << run.errors;
    auto summary = nlohmann::json::parse(ReadFile(scratch.Path("s.json")));
    EXPECT_GT(summary["counters"]["answered"], 0);
    EXPECT_TRUE(summary["counters"]["identities_hold"]);
    for (const char* time : {"wall_s", "cpu_s"})
    {
        EXPECT_GT(summary["run"][time], 0);
        summary["run"].erase(time);
    }
    return summary.dump() + ReadFile(scratch.Path("s.csv"));
}

class EverySchemeProgramTest : public testing::TestWithParam<std::string>
{
};

TEST_P(EverySchemeProgramTest, TheSameRunTwiceGivesTheSameBytes)
{
    for (const std::string options :
         {"",
          "--overlay=small-world --wrong-entries=5 --cross-load=20 --acks=overlay "
          "--processing=1ms..3ms --processing-times=exponential",
          "--overlay=tree --routing=iterative --cross-load=20 --pause=50ms --processing=1ms"})
    {
        const std::string arguments = "--load=90 --scheme=" + GetParam() + " " + options;
        EXPECT_EQ(CollapseOutput(arguments), CollapseOutput(arguments)) << options;
    }
}

INSTANTIATE_TEST_SUITE_P(Collapse,
                         EverySchemeProgramTest,
                         testing::Values("none", "credit", "back-pressure", "marking"),
                         [](const auto& info) { return TestName(info.param); });

TEST(CollapseProgramTest, AnotherRunNumberGivesAnotherRun)
{
    const std::string arguments = kSmallCollapse + "--scheme=none --load=50 --RngRun=";
    EXPECT_NE(RunProgram("collapse", arguments + "1").Json()["counters"],
              RunProgram("collapse", arguments + "2").Json()["counters"]);
}

TEST(CollapseProgramTest, LinksAreOverTcpUnlessAnotherTransportIsAskedFor)
{
    const std::string arguments = kSmallCollapse + "--scheme=none --load=50";
    const auto plain = RunProgram("collapse", arguments).Json();
    const auto tcp = RunProgram("collapse", arguments + " --transport=tcp").Json();
    EXPECT_EQ(plain["options"], tcp["options"]);
    EXPECT_EQ(plain["results"], tcp["results"]);
    EXPECT_EQ(plain["counters"], tcp["counters"]);
    EXPECT_EQ(plain["run"]["events"], tcp["run"]["events"]);
    EXPECT_NE(RunProgram("collapse", arguments + " --transport=dtl").Json()["results"],
              tcp["results"]);
}

TEST(CollapseProgramTest, RequestsAreAllAnsweredAndEndTheRun)
{
    for (const std::string scheme : {"credit", "back-pressure", "marking"})
    {
        const ProgramRun run =
            RunProgram("collapse", "--peers=8 --quiet --requests=100 --scheme=" + scheme);
        ASSERT_EQ(run.status, 0) << run.errors;
        EXPECT_EQ(run.Json()["counters"]["answered"], 800) << scheme;
        EXPECT_LT(run.Json()["run"]["simulated_s"], 100) << scheme;
    }
}

TEST(CollapseProgramTest, ASummaryThatCannotBeWrittenIsAFailureAndNotLost)
{
    const ScratchDirectory scratch;
    const std::string run = kSmallCollapse + "--quiet --scheme=none --load=5 ";
    const auto whole = RunProgram("collapse", run).Json()["results"];
    const std::string errors = scratch.Path("errors");
    for (const std::string to : {">/dev/full", "--summary=/dev/full"})
    {
        const std::string command =
            "'" + places::Examples() + "/collapse' " + run + to + " 2>'" + errors + "'";
        EXPECT_EQ(WEXITSTATUS(std::system(command.c_str())), 1);
        const std::string printed = ReadFile(errors);
        const auto end = printed.rfind("\n}\n");
        ASSERT_NE(end, std::string::npos) << printed;
        EXPECT_EQ(nlohmann::json::parse(printed.substr(0, end + 3))["results"], whole);
        const std::string said = printed.substr(end + 3);
        EXPECT_NE(said.find("No space left on device: the summary is above instead\n"),
                  std::string::npos)
            << said;
    }
    EXPECT_TRUE(std::filesystem::is_character_file("/dev/full"));
    const ProgramRun series = RunProgram("collapse", run + "--series=/dev/full");
    EXPECT_EQ(series.status, 1);
    EXPECT_EQ(nlohmann::json::parse(series.output)["results"], whole);
    EXPECT_NE(series.errors.find("--series=/dev/full: cannot be written: No space left on device"),
              std::string::npos)
        << series.errors;
}

TEST(CollapseProgramTest, ASymbolicLinkIsFollowed)
{
    const ScratchDirectory scratch;
    std::filesystem::create_symlink(scratch.Path("target.json"), scratch.Path("link.json"));
    std::ofstream(scratch.Path("target.json")) << "old";
    const std::string option = " --summary=" + scratch.Path("link.json");
    ASSERT_EQ(RunProgram("collapse", kSmallCollapse + "--scheme=none --load=5" + option).status, 0);
    EXPECT_TRUE(std::filesystem::is_symlink(scratch.Path("link.json")));
    EXPECT_TRUE(nlohmann::json::parse(ReadFile(scratch.Path("target.json"))).contains("results"));
}

/// A measurement that would have no length is an error, not a division by zero.
TEST(CollapseProgramTest, AWarmupThatOutlastsTheRequestsIsAnError)
{
    const ProgramRun run =
        RunProgram("collapse", "--peers=4 --quiet --requests=3 --load=10 --warmup=20s");
    EXPECT_EQ(run.status, 2);
    EXPECT_NE(run.errors.find("--warmup"), std::string::npos);
}

/// The socket of ns-3.37 crashes here: DhtTcpSocket must not.
TEST(CollapseProgramTest, BackPressureSurvivesLossyAccessLinks)
{
    for (const std::string run : {"1", "2", "3"})
    {
        const ProgramRun lossy = RunProgram("collapse",
                                            "--peers=8 --warmup=1s --duration=20s --quiet "
                                            "--scheme=back-pressure --RngRun=" +
                                                run + " --ns3::AccessNetDevice::UplinkQueue=3p" +
                                                " --ns3::AccessNetDevice::DownlinkQueue=5p");
        EXPECT_EQ(lossy.status, 0) << lossy.errors;
    }
}

/// The socket of ns-3.37 crashes here, too: where nothing moves, all is sent and no window opens.
TEST(CollapseProgramTest, BackPressureSurvivesADeadlock)
{
    const ProgramRun locked = RunProgram("collapse",
                                         "--overlay=small-world --peers=32 --RngRun=3 --quiet "
                                         "--scheme=back-pressure --warmup=40s --duration=10s");
    ASSERT_EQ(locked.status, 0) << locked.errors;
    EXPECT_EQ(locked.Json()["results"]["achieved"], 0);
    EXPECT_GT(locked.Json()["counters"]["queued"], 0);
}

TEST(CollapseProgramTest, TheSummaryShowsTheDefaultsThatRequestsChange)
{
    const auto summary = RunProgram("collapse", "--peers=4 --quiet --requests=10").Json();
    EXPECT_EQ(summary["options"]["warmup"], "0s");
    EXPECT_EQ(summary["options"]["duration"], "3600s");
}

/// The nearest peers are neighbours, whoever they are on the ring.
TEST(CollapseProgramTest, ProximityShortensLookups)
{
    const std::string options = "--peers=64 --ids=sha1 --delay-model=globe --load=1 --warmup=1s "
                                "--duration=10s --rate=10Mbps --quiet --overlay=";
    const auto meanOf = [&](const std::string& overlay) {
        const ProgramRun run = RunProgram("collapse", options + overlay);
        EXPECT_EQ(run.status, 0) << run.errors;
        return run.Json()["results"]["delay_s"]["mean"].get<double>();
    };
    const double chord = meanOf("chord");
    EXPECT_DOUBLE_EQ(meanOf("chord-pns --pns-candidates=1"), chord);
    EXPECT_LT(meanOf("chord-pns"), 0.8 * chord);
}

TEST(CollapseProgramTest, AnAttributeOfTheAccessLinksHasItsEffectInBothTopologies)
{
    for (const std::string topology : {"access", "star"})
    {
        const std::string arguments =
            kSmallCollapse + "--scheme=none --load=300 --topology=" + topology;
        const auto roomy = RunProgram("collapse", arguments).Json();
        const auto tight = RunProgram("collapse",
                                      arguments + " --ns3::AccessNetDevice::UplinkQueue=2p" +
                                          " --ns3::AccessNetDevice::DownlinkQueue=2p")
                               .Json();
        EXPECT_LT(tight["results"]["achieved"], roomy["results"]["achieved"]) << topology;
    }
}

TEST(CollapseProgramTest, ASignalLeavesNoFile)
{
    const ScratchDirectory scratch;
    const std::string file = scratch.Path("s.json");
    // the program is at work when its files are there
    const ProgramRun run = RunProgram(
        "collapse",
        "--scheme=credit --duration=1h --quiet --summary=" + file + " --series=" + file +
            ".csv & pid=$!; until ls " + file +
            ".csv.partial* >/dev/null 2>&1; do sleep 0.1; done; sleep 0.2; kill -TERM $pid; "
            "wait $pid; exit $? #");
    EXPECT_EQ(run.status, 128 + SIGTERM) << run.errors;
    EXPECT_EQ(scratch.FileCount(), 0U);
}

/// With an access queue of a few packets, what tells a neighbour to go on is lost now and then.
TEST(CollapseProgramTest, BackPressureSurvivesLostWindowUpdates)
{
    const ProgramRun run =
        RunProgram("collapse",
                   "--scheme=back-pressure --peers=16 --message-size=128 --cross-load=20 "
                   "--ns3::AccessNetDevice::UplinkQueue=20p --warmup=20s --duration=5s --quiet");
    ASSERT_EQ(run.status, 0);
    EXPECT_GT(run.Json()["results"]["achieved_remote"], 20);
    EXPECT_TRUE(run.Json()["deadlock"].is_null());
}

/// Streams of bulk share the uplinks with the requests, which wait for TCP's.
TEST(CollapseBulkTest, BulkDelaysRequestsUnlessItIsPolite)
{
    const auto run = [](const std::string& options) {
        const ProgramRun done = RunProgram(
            "collapse",
            "--peers=8 --rate=600kbps --load=5 --warmup=20s --duration=20s --quiet " + options);
        EXPECT_EQ(done.status, 0) << done.errors;
        return nlohmann::json::parse(done.output);
    };
    const auto alone = run("--transport=dtl");
    const auto polite = run("--transport=dtl --bulk=8");
    const auto equal = run("--transport=dtl --bulk=8 --bulk-priority=1");
    const auto tcp = run("--bulk=8");
    const auto delay = [](const nlohmann::json& summary) {
        return summary["results"]["delay_s"]["mean"].get<double>();
    };
    EXPECT_FALSE(alone.contains("bulk"));
    EXPECT_GT(delay(tcp), 1.5 * delay(polite));
    EXPECT_GT(delay(equal), 1.5 * delay(polite));
    EXPECT_GT(delay(polite), delay(alone));
    for (const auto& summary : {polite, equal, tcp})
    {
        EXPECT_EQ(summary["bulk"]["streams"], 8);
        EXPECT_TRUE(summary["bulk"]["identities_hold"]);
        EXPECT_GT(summary["bulk"]["rate_bps"]["least"], 300000) << "half of the link";
        EXPECT_LT(summary["bulk"]["rate_bps"]["mean"], 600000);
    }
}

} // namespace
