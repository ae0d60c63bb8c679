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
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

/// The program collapse, as a user meets it.

namespace
{

/// A run that takes a moment.
const std::string kSmallCollapse = "--peers=8 --rate=600kbps --warmup=1s --duration=3s --quiet ";

class BadOptionTest : public testing::TestWithParam<BadOption>
{
};

TEST_P(BadOptionTest, EndsWithOneLineThatNamesItAndSaysWhatIsAllowed)
{
    ExpectRefused("collapse", GetParam(), "--series");
}

INSTANTIATE_TEST_SUITE_P(
    Collapse,
    BadOptionTest,
    testing::Values(
        BadOption{"--scheme=magic", "--scheme=magic", "none, credit, back-pressure, marking"},
        BadOption{"--peers=1", "--peers=1", "from 2 to"},
        BadOption{"--peers=many", "--peers=many", "whole number"},
        BadOption{"--rate=0kbps", "--rate", "above 0"},
        BadOption{"--rate=fast", "--rate=fast", "600kbps"},
        BadOption{"--rate=600", "--rate=600", "no unit: write 600kbps or 600bps"},
        BadOption{"--rate=600..1000kbps", "--rate=600", "no unit: write 600kbps"},
        BadOption{"--rate=600kbps..1000", "--rate=1000", "no unit: write 1000kbps"},
        BadOption{"--duration=5", "--duration=5", "no unit: write 5s or 5ms"},
        BadOption{"--delay=0..5", "--delay=5", "no unit"},
        BadOption{"--rate=2Mbps..1Mbps", "--rate", "first value must not be above the second"},
        BadOption{"--delay=20parsecs", "--delay", "ms"},
        BadOption{"--delay=-1ms", "--delay", "0s or more"},
        BadOption{"--load=-1", "--load", "from 0"},
        BadOption{"--load=nan", "--load", "from 0"},
        BadOption{"--scheme=none", "--load=0", "above 0"},
        BadOption{"--duration=0s", "--duration", "at least"},
        BadOption{"--message-size=45", "--message-size", "from 46"},
        BadOption{"--message-size=5000", "--message-size", "46 to 4096"},
        BadOption{"--ids=random", "--ids", "even, sha1"},
        BadOption{"--topology=ring", "--topology", "access, star"},
        BadOption{"--transport=udp", "--transport=udp", "tcp, dtl"},
        BadOption{"--transport-priority=0", "--transport-priority", "--transport=dtl"},
        BadOption{"--transport=dtl --transport-window=reno",
                  "--transport-window",
                  "--transport-priority=0"},
        BadOption{"--transport=dtl --routing=iterative", "--transport=dtl", "no links"},
        BadOption{"--bulk=33 --peers=32", "--bulk=33", "--peers=32"},
        BadOption{"--bulk-priority=1", "--bulk-priority", "--bulk"},
        BadOption{"--bulk=1 --bulk-priority=1", "--bulk-priority", "--transport=dtl"},
        BadOption{"--ns3::DhtPeerApplication::Transport=Dtl", "Transport", "use --transport"},
        BadOption{"--pause=5s", "--pause", "--cross-load"},
        BadOption{"--processing-times=exponential", "--processing-times", "--processing"},
        BadOption{"--overlay=chord-pns --topology=star", "--overlay", "--topology=star"},
        BadOption{"--overlay=chord --pns-candidates=4", "--pns-candidates", "--overlay=chord-pns"},
        BadOption{"--overlay=torus", "--overlay", "chord, chord-pns, tree, small-world"},
        BadOption{"--wrong-entries=101", "--wrong-entries", "from 0 to 100"},
        BadOption{"--routing=random", "--routing", "recursive, iterative"},
        BadOption{"--acks=pigeon", "--acks", "direct, overlay"},
        BadOption{"--acks=overlay --routing=iterative", "--acks=overlay", "every answer is direct"},
        BadOption{"--topology=star --routing=iterative", "--topology=star", "access network"},
        BadOption{"--acks=overlay --message-size=65", "--message-size=65", "at least 66"},
        BadOption{"--cross-load=96", "--cross-load", "from 0 to 95"},
        BadOption{"--cross-load=-1", "--cross-load", "from 0 to 95"},
        BadOption{"--pause=0s", "--pause", "at least 0.001s"},
        BadOption{"--processing=-1ms", "--processing", "0s or more"},
        BadOption{"--processing=2ms..1ms", "--processing", "must not be above the second"},
        BadOption{"--processing-times=uniform", "--processing-times", "constant, exponential"},
        BadOption{"--quiet=perhaps", "--quiet", "true or false"},
        BadOption{"--sumary=x", "--sumary", "--help"},
        BadOption{"collapse", "collapse", "--help"},
        BadOption{"--summary=/no/such/directory/x.json", "--summary", "No such file"},
        BadOption{"--summary=/tmp", "--summary", "directory"},
        BadOption{"--RngRun=abc", "--RngRun", "allowed"},
        BadOption{"--RngRun=-1", "--RngRun=-1", "whole number from 0 to 18446744073709551615"},
        BadOption{"--RngRun=18446744073709551616", "--RngRun=18446744073709551616", "allowed"},
        BadOption{"--RngSeed=-1", "--RngSeed=-1", "allowed"},
        BadOption{"--peers=-1", "--peers=-1", "whole number from 2"},
        BadOption{"--requests=18446744073709551616", "--requests", "whole number from"},
        BadOption{"--ns3::DhtPeerApplication::HopLimit=-1", "HopLimit=-1", "from 1 to 255"},
        BadOption{"--ns3::DhtMarking::Threshold=-1", "Threshold=-1", "0.1"},
        BadOption{"--ns3::DhtMarking::Thresh=1", "Thresh", "--PrintAttributes=ns3::DhtMarking"},
        BadOption{"--ns3::DhtPeerApplication::Load=5", "Load", "use --load"},
        BadOption{"--ns3::DhtPeerApplication::Routing=Iterative", "Routing", "use --routing"},
        BadOption{"--ns3::DhtPeerApplication::Acks=Overlay", "Acks", "use --acks"},
        BadOption{"--ns3::DhtPeerApplication::CrossLoad=0.1", "CrossLoad", "use --cross-load"},
        BadOption{"--ns3::DhtPeerApplication::MeanPause=1s", "MeanPause", "use --pause"},
        BadOption{"--ns3::DhtPeerApplication::ProcessingTime=1s", "ProcessingTime", "--processing"},
        BadOption{"--ns3::AccessNetDevice::UplinkRate=1Mbps", "UplinkRate", "use --rate"},
        BadOption{"--ns3::TcpSocket::SndBufSize=1", "SndBufSize", "DhtPeerApplication::SendBuffer"},
        BadOption{"--ns3::DhtPeerApplication::StartTime=3s", "StartTime", "ns3::Application::"},
        BadOption{"--ns3::DhtPeerApplication::ReceiveBuffer=600", "ReceiveBuffer", "2896"},
        BadOption{"--rate=2000000000Gbps", "--rate", "up to 100Gbps"},
        BadOption{"--delay=1000h", "--delay", "at most 277 h"},
        BadOption{"--RngSeed=0", "--RngSeed", "above 0"},
        BadOption{"--SimulatorImplementationType=x", "SimulatorImplementationType", "no type"},
        BadOption{"--PrintAttributes=ns3::Nope", "PrintAttributes", "no type ns3::Nope"},
        BadOption{"--ns3::DhtMagic::Threshold=1", "ns3::DhtMagic", "--PrintTypeIds"},
        BadOption{"--ns3::TcpSocketBase::MinRto=1parsec", "MinRto", "Time"}));

TEST(CollapseProgramTest, HelpShowsEveryOptionWithItsUnitAndDefault)
{
    const ProgramRun run = RunProgram("collapse", "--help");
    EXPECT_EQ(run.status, 0);
    for (const std::string option :
         {"scheme",   "peers",   "rate",         "delay", "load",       "requests",
          "duration", "warmup",  "message-size", "ids",   "overlay",    "wrong-entries",
          "routing",  "acks",    "cross-load",   "pause", "processing", "processing-times",
          "topology", "summary", "series",       "quiet"})
    {
        EXPECT_NE(run.output.find("--" + option), std::string::npos) << option;
    }
    EXPECT_NE(run.output.find("[requests/s/peer]"), std::string::npos);
    EXPECT_NE(run.output.find("[600kbps]"), std::string::npos);
}

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

TEST(CollapseProgramTest, ALostSummaryIsAFailure)
{
    EXPECT_EQ(
        RunProgram("collapse", kSmallCollapse + "--scheme=none --load=5 >/dev/full; exit $? #")
            .status,
        1);
    const ScratchDirectory scratch;
    const ProgramRun run =
        RunProgram("collapse", kSmallCollapse + "--scheme=none --load=5 --summary=/dev/full");
    EXPECT_EQ(run.status, 1);
    EXPECT_TRUE(std::filesystem::is_character_file("/dev/full"));
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

TEST(CollapseFigureTest, DrawsAScriptForGnuplot)
{
    const ScratchDirectory scratch;
    const std::string summary = scratch.Path("none.json");
    const std::string script = scratch.Path("figure.plt");
    ASSERT_EQ(
        RunProgram("collapse", kSmallCollapse + "--scheme=none --load=20 --summary=" + summary)
            .status,
        0);
    ASSERT_EQ(RunProgram("collapse-figure", "--output=" + script + " " + summary).status, 0);
    const std::string text = ReadFile(script);
    EXPECT_NE(text.find("figure.png"), std::string::npos);
    EXPECT_NE(text.find("no congestion control"), std::string::npos);
    for (const char* panel : {"achieved [requests/s/peer]", "mean delay [s]", "dropped [%]"})
    {
        EXPECT_NE(text.find(panel), std::string::npos) << panel;
    }
}

TEST(CollapseFigureTest, ASchemeHasTheColourOfAllOtherPictures)
{
    const ScratchDirectory scratch;
    const std::string script = scratch.Path("figure.plt");
    const std::string looks = ReadFile(places::Source() + "/examples/workflow/looks.py");
    // back-pressure comes before credit in the alphabet, and after it everywhere else
    std::string files;
    for (const char* scheme : {"back-pressure", "credit", "ferry", "marking", "none"})
    {
        files += " " + scratch.Path(scheme);
        std::ofstream(scratch.Path(scheme)) << R"({"options": {"scheme": ")" << scheme
                                            << R"("}, "results": {"offered": 60, "achieved": 60,
            "delay_s": {"mean": null}, "dropped_percent": 1,
            "peers": {"least": 41.5, "most": 77.5}}})";
    }
    ASSERT_EQ(RunProgram("collapse-figure", "--output=" + script + files).status, 0);
    const std::string text = ReadFile(script);
    for (const std::string scheme : {"back-pressure", "credit", "marking"})
    {
        const auto at = looks.find("\"" + scheme + "\": \"#");
        ASSERT_NE(at, std::string::npos) << scheme;
        const std::string colour = looks.substr(at + scheme.size() + 5, 7);
        EXPECT_NE(text.find(scheme + ", unlimited: 60.0\" with linespoints lc rgb '" + colour),
                  std::string::npos)
            << scheme << ": " << colour << "\n"
            << text;
    }
    EXPECT_NE(text.find("41.5"), std::string::npos) << "no bar of the slowest peer";
    EXPECT_NE(text.find("77.5"), std::string::npos) << "no bar of the fastest peer";
}

TEST(CollapseFigureTest, SaysWhatItCannotRead)
{
    const ScratchDirectory scratch;
    const ProgramRun run =
        RunProgram("collapse-figure", "--output=" + scratch.Path("x.plt") + " /no/such.json");
    EXPECT_EQ(run.status, 1);
    EXPECT_EQ(scratch.FileCount(), 0U);
    EXPECT_NE(run.errors.find("/no/such.json"), std::string::npos);
    EXPECT_EQ(RunProgram("collapse-figure", "").status, 2);
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
