/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "collapse-analysis.h"
#include "program-run.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

/// The program million, as a user meets it.

namespace
{

const std::string kMillionProgram = "million";
const std::string kSmallMillion = "--peers=64 --warmup=1s --duration=2s --quiet";

/// @param arguments Options of a ring whose links are those of an access network, and whose peers
/// issue what their scheme admits. @return The results.
nlohmann::json
ResultsOfMillion(const std::string& arguments)
{
    const ProgramRun run =
        RunProgram(kMillionProgram, "--quiet --model=link --load=0 " + arguments);
    EXPECT_EQ(run.status, 0) << run.errors;
    return run.Json()["results"];
}

class BadMillionOptionTest : public testing::TestWithParam<BadOption>
{
};

TEST_P(BadMillionOptionTest, EndsWithOneLineThatNamesItAndSaysWhatIsAllowed)
{
    ExpectRefused(kMillionProgram, GetParam(), "--summary");
}

INSTANTIATE_TEST_SUITE_P(
    Options,
    BadMillionOptionTest,
    testing::Values(
        BadOption{"--peers=1", "--peers", "from 2 to"},
        BadOption{"--peers=2^25", "--peers", "from 2 to"},
        BadOption{"--peers=2^", "--peers", "whole number"},
        BadOption{"--peers=2^99", "--peers", "whole number"},
        BadOption{"--peers=^3", "--peers", "whole number"},
        BadOption{"--scheme=none --load=0", "--load=0", "above 0"},
        BadOption{"--model=m3", "--model", "m1, m2"},
        BadOption{"--model=link --capacity=9", "--capacity", "--model=m1 or m2"},
        BadOption{"--model=m2 --alpha=0.1", "--alpha", "--model=m1"},
        BadOption{"--model=m2 --uplink-buffer=9", "--uplink-buffer", "--model=m1"},
        BadOption{"--model=link --uplink-buffer=9", "--uplink-buffer", "--model=m1"},
        BadOption{"--model=link --hold-rate=1", "--hold-rate", "--hold"},
        BadOption{"--model=link --hold-bytes=1", "--hold-bytes", "--hold"},
        BadOption{"--model=link --scheme=back-pressure --window=9", "--window", "--model=m1"},
        BadOption{"--model=link --message-size=1449", "--message-size", "1448"},
        BadOption{"--model=link --receive-buffer=2000", "--receive-buffer", "from 2896"},
        BadOption{"--model=link --send-buffer=200", "--send-buffer", "--message-size=256"},
        BadOption{"--send-buffer=8192", "--send-buffer", "--model=link"},
        BadOption{"--downlink=1Mbps", "--downlink", "--model=link"},
        BadOption{"--rate=1Mbps", "--rate", "--model=link"},
        BadOption{"--slow-peer=1Mbps", "--slow-peer", "--model=link"},
        BadOption{"--surge-time=1s", "--surge-time", "--surge"},
        BadOption{"--zipf=-1", "--zipf", "from 0 to 10"},
        BadOption{"--zipf=1 --zipf-keys=0", "--zipf-keys", "from 1 to"},
        BadOption{"--zipf-keys=9", "--zipf-keys", "--zipf above 0"},
        BadOption{"--surge=9", "--surge", "--surge-time above 0s"},
        BadOption{"--scheme=credit --load=0 --surge=9 --surge-time=1s",
                  "--surge",
                  "--load above 0"},
        BadOption{"--hostile=deaf:0.1", "--hostile=deaf:0.1", "black holes"},
        BadOption{"--hostile=dropping:0.1 --routing=iterative", "--hostile", "recursive"},
        BadOption{"--lookup-window=linear", "--lookup-window", "--routing=iterative"},
        BadOption{"--hot=101", "--hot", "100"},
        BadOption{"--message-size=128", "--message-size", "--model=link"},
        BadOption{"--delay=0ms", "--delay", "from 1us to 4s"},
        BadOption{"--delay=5s", "--delay", "from 1us to 4s"},
        BadOption{"--delay-model=matrix", "--delay-matrix", "name a file"},
        BadOption{"--delay-model=matrix --delay-matrix=/none", "--delay-matrix", "read"},
        BadOption{"--delay-matrix=/none", "--delay-matrix", "--delay-model=matrix"},
        BadOption{"--peers=2^20 --memory=100", "--peers=1048576", "--memory allows 100"},
        BadOption{"--peers=2^24 --load=1000", "--peers=16777216", "bytes each"}));

TEST(MillionProgramTest, TheSummaryTellsWhatTheHostTook)
{
    const ProgramRun run = RunProgram(kMillionProgram, kSmallMillion + " --load=5");
    ASSERT_EQ(run.status, 0) << run.errors;
    EXPECT_EQ(run.errors, "");
    const auto summary = run.Json();
    EXPECT_EQ(summary["options"]["peers"], "64");
    EXPECT_EQ(summary["globals"]["SchedulerType"], "ns3::TimingWheelScheduler");
    EXPECT_NEAR(summary["results"]["achieved"], 5, 0.5);
    EXPECT_EQ(summary["counters"]["identities_hold"], true);
    for (const char* const name : {"setup_s", "bytes_per_peer_expected", "relayed_per_wall_s"})
    {
        EXPECT_GT(summary["host"][name], 0) << name;
    }
}

#if !defined(__SANITIZE_ADDRESS__) && defined(__GLIBC__)

/// What is offered, to whom. Memory is taken in small pages: in a small ring, a huge one that the
/// heap has just begun would count as 1 KiB of each peer, or would not, from run to run.
class MillionMemoryTest : public testing::TestWithParam<const char*>
{
  protected:
    void SetUp() override
    {
        setenv(kAllocator, "glibc.malloc.hugetlb=0", 1);
    }

    void TearDown() override
    {
        unsetenv(kAllocator);
    }

  private:
    static constexpr const char* kAllocator = "GLIBC_TUNABLES";
};

TEST_P(MillionMemoryTest, APeerTakesNoMoreThanIsExpectedAndNotMuchLess)
{
    const ProgramRun run = RunProgram(
        kMillionProgram,
        std::string("--peers=2^11 --queue-capacity=50 --warmup=2s --duration=500ms --quiet ") +
            GetParam());
    ASSERT_EQ(run.status, 0) << run.errors;
    const auto host = run.Json()["host"];
    const double expected = host["bytes_per_peer_expected"];
    EXPECT_LT(host["bytes_per_peer"], expected);
    EXPECT_GT(host["bytes_per_peer"], 0.25 * expected);
}

INSTANTIATE_TEST_SUITE_P(
    Loads,
    MillionMemoryTest,
    testing::Values("--load=10",
                    "--load=10 --delay-model=globe",
                    "--load=10 --scheme=back-pressure",
                    "--load=50 --request-lifetime=1s",
                    "--load=50 --model=m2",
                    "--load=20 --model=link",
                    "--load=70 --model=link",
                    "--load=20 --model=link --transport=dtl",
                    "--load=20 --model=link --downlink=150kbps",
                    "--load=0 --scheme=credit",
                    "--load=0 --scheme=credit --model=link",
                    // its rates take long to rise from the default
                    "--load=0 --scheme=marking --ns3::DhtMarking::InitialRate=20",
                    "--load=0 --scheme=back-pressure",
                    "--load=0 --scheme=back-pressure --model=link"));

/// From a ring that does next to nothing to one near saturation: 15.5 requests/s.
TEST(MillionProgramTest, BelowSaturationTheEstimateIsNearTheTruth)
{
    for (const char* const load : {"0.5", "2", "6", "10", "14"})
    {
        SCOPED_TRACE(load);
        const ProgramRun run =
            RunProgram(kMillionProgram,
                       std::string("--peers=2^14 --queue-capacity=10 --request-lifetime=1s "
                                   "--warmup=1500ms --duration=200ms --quiet --load=") +
                           load);
        ASSERT_EQ(run.status, 0) << run.errors;
        const auto host = run.Json()["host"];
        const double measured = host["bytes_per_peer"];
        EXPECT_GT(host["bytes_per_peer_expected"], 0.8 * measured);
        EXPECT_LT(host["bytes_per_peer_expected"], 1.3 * measured);
    }
}

/// The refusal says what is needed; busy peers would need four times as much.
TEST(MillionProgramTest, EightMillionPeersWithLittleToDoAreNotTakenForBusyOnes)
{
    const ProgramRun run =
        RunProgram(kMillionProgram,
                   "--peers=2^23 --load=1 --queue-capacity=10 --request-lifetime=1s "
                   "--warmup=500ms --duration=100ms --memory=1000");
    EXPECT_EQ(run.status, 2);
    std::smatch found;
    ASSERT_TRUE(std::regex_search(run.errors, found, std::regex("(\\d+) MiB in all")))
        << run.errors;
    EXPECT_LT(std::stoi(found[1]), 13312);
    EXPECT_GT(std::stoi(found[1]), 8192);
}

#endif

TEST(MillionProgramTest, ASeriesHasALineASecond)
{
    const ScratchDirectory scratch;
    const std::string series = scratch.Path("s.csv");
    const ProgramRun run = RunProgram(kMillionProgram, kSmallMillion + " --series=" + series);
    ASSERT_EQ(run.status, 0) << run.errors;
    const std::string text = ReadFile(series);
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 4) << text;
}

TEST(MillionProgramTest, WithoutQuietItSaysWhatItMakes)
{
    const ProgramRun run = RunProgram(kMillionProgram, "--peers=64 --warmup=0s --duration=100ms");
    ASSERT_EQ(run.status, 0) << run.errors;
    EXPECT_NE(run.errors.find("making 64 peers"), std::string::npos) << run.errors;
}

TEST(MillionProgramTest, AProcessorLosesWhatItsEquationsSay)
{
    const ProgramRun run =
        RunProgram(kMillionProgram,
                   "--peers=2^10 --model=m2 --load=40 --queue-capacity=10 --warmup=3s "
                   "--duration=3s --quiet");
    ASSERT_EQ(run.status, 0) << run.errors;
    const dht::CollapseAnalysis analysis(10, 120, dht::LoadModel::Processor());
    const auto point = analysis.Solve(40);
    // the responsible peer's processor has to take the request too
    const double expected = point.processing * (point.traffic.delivered + 40.0 / 1024);
    EXPECT_NEAR(run.Json()["results"]["achieved"], expected, 0.03 * expected);
    EXPECT_LT(expected, 0.7 * analysis.SaturationRate());
}

TEST(MillionProgramTest, AMatrixOfDelaysCounts)
{
    const ScratchDirectory scratch;
    const std::string file = scratch.Path("delays.csv");
    {
        std::ofstream out(file);
        out << "0,100,100,100\n100,0,100,100\n100,100,0,100\n100,100,100,0\n";
    }
    const ProgramRun run = RunProgram(kMillionProgram,
                                      "--peers=4 --delay-model=matrix --delay-matrix=" + file +
                                          " --load=1 --warmup=0s --duration=50s --quiet");
    ASSERT_EQ(run.status, 0) << run.errors;
    const auto results = run.Json()["results"];
    // a hop of a mean of one, and the answer of those three of four that are not one's own
    EXPECT_NEAR(results["delay_s"]["mean"], 0.1 * (1 + 0.75), 0.03);
}

TEST(MillionProgramTest, OtherOverlaysAndIdsRun)
{
    for (const char* const what : {"--ids=sha1",
                                   "--overlay=tree",
                                   "--overlay=small-world",
                                   "--peers=50",
                                   "--wrong-entries=5"})
    {
        const ProgramRun run =
            RunProgram(kMillionProgram, kSmallMillion + " " + what + " --load=5");
        ASSERT_EQ(run.status, 0) << what << ": " << run.errors;
        EXPECT_GT(run.Json()["results"]["achieved"], 4) << what;
        EXPECT_EQ(run.Json()["counters"]["identities_hold"], true) << what;
    }
}

TEST(MillionProgramTest, TheLinkModelIsChargedInBytes)
{
    const auto achieved = [](const std::string& more) -> double {
        return ResultsOfMillion("--peers=64 --warmup=1s --duration=2s --scheme=back-pressure " +
                                more)["achieved"];
    };
    const double small = achieved("--message-size=256");
    EXPECT_NEAR(achieved("--message-size=256 --rate=1200kbps") / small, 2, 0.25);
    EXPECT_NEAR(achieved("--message-size=568") / small, 0.5, 0.06);
    EXPECT_LT(achieved("--downlink=300kbps"), 0.6 * small);
    EXPECT_LT(achieved("--send-buffer=512 --delay=200ms"), 0.9 * achieved("--delay=200ms"));
}

TEST(MillionProgramTest, AWindowOfOneRequestCarriesAsMuchAsALongOne)
{
    const auto achieved = [](const std::string& more) -> double {
        const ProgramRun run =
            RunProgram(kMillionProgram, kSmallMillion + " --scheme=back-pressure --load=0 " + more);
        EXPECT_EQ(run.status, 0) << run.errors;
        return run.Json()["results"]["achieved"];
    };
    EXPECT_GT(achieved("--window=1"), 0.9 * achieved(""));
}

TEST(MillionProgramTest, ASlowPeerOrAHotKeyHoldsBackItsRing)
{
    const auto results = [](const std::string& more) {
        return ResultsOfMillion("--peers=16 --warmup=5s --duration=5s --scheme=back-pressure " +
                                more);
    };
    const double even = results("")["achieved"];
    EXPECT_LT(results("--slow-peer=60kbps")["achieved"], 0.2 * even);
    EXPECT_EQ(results("--slow-peer=600kbps")["achieved"], even);
    EXPECT_LT(results("--hot=30")["achieved"], 0.6 * even);
}

TEST(MillionProgramTest, HalfOfWhatHoldGainsIsLeftIfTheRateIsATenthTooLowOrHalfTooHigh)
{
    const auto achieved = [](const std::string& more) -> double {
        return ResultsOfMillion("--peers=16 --warmup=10s --duration=10s --scheme=ferry " +
                                more)["achieved"];
    };
    const double none = achieved("");
    const double exact = achieved("--hold=2");
    for (const char* const rate : {"0.9", "1", "1.5"})
    {
        const double paced = achieved("--hold=2 --hold-rate=" + std::string(rate));
        EXPECT_GT(paced, (none + exact) / 2) << rate;
        EXPECT_NE(paced, exact) << rate;
    }
}

TEST(MillionProgramTest, ShortRequestsCrossInBatchesOfAsManyBytes)
{
    const auto achieved = [](const std::string& more) -> double {
        return ResultsOfMillion("--peers=16 --warmup=10s --duration=5s --scheme=ferry --hold=2 " +
                                more)["achieved"];
    };
    const double byNumber = achieved("--message-size=64 --hold-bytes=0");
    EXPECT_GT(achieved("--message-size=64"), 1.15 * byNumber);
    EXPECT_EQ(achieved("--message-size=192"), achieved("--message-size=192 --hold-bytes=0"));
    EXPECT_GT(achieved("--message-size=64 --hold-bytes=65535"), byNumber)
        << "no more than may wait";
}

TEST(MillionProgramTest, WrongEntriesBringFerryToNoStandstill)
{
    // they make circles for all peers; where hops are not chosen, most requests run into one
    for (const auto& [hops, most] : {std::pair("scheme", 50.0), std::pair("next", 8.0)})
    {
        const auto results =
            ResultsOfMillion("--peers=32 --warmup=20s --duration=10s --scheme=ferry "
                             "--hold=2 --wrong-entries=5 --RngRun=5 --hops=" +
                             std::string(hops));
        EXPECT_GT(results["achieved"], most) << hops;
        EXPECT_GT(results["peers"]["least"], 0) << hops;
    }
}

TEST(MillionProgramTest, HostilePeersKeepRequestsAndTrustGoesAroundThem)
{
    const auto results = [](const std::string& more) {
        return ResultsOfMillion("--peers=64 --warmup=10s --duration=5s --scheme=ferry --hold=2 " +
                                more)["hostile"];
    };
    const auto dropping = results("--hostile=dropping:0.03");
    EXPECT_NEAR(dropping["hostile_kept"].get<double>() / dropping["hostile_given"].get<double>(),
                0.5,
                0.01);
    EXPECT_GT(results("--hostile=dropping:0.03 --hops=trusted")["honest_achieved"],
              1.3 * dropping["honest_achieved"].get<double>());
    const auto hole = results("--hostile=black-hole:0.03");
    EXPECT_EQ(hole["hostile_kept"], hole["hostile_given"]);
    EXPECT_LT(hole["honest_achieved"], dropping["honest_achieved"]);
    const auto lying = results("--hostile=lying:0.03");
    EXPECT_EQ(lying["hostile_kept"], lying["hostile_given"]);
    EXPECT_GT(lying["honest_achieved"], 2 * dropping["honest_achieved"].get<double>());
}

TEST(MillionProgramTest, ALoadSurges)
{
    const ScratchDirectory scratch;
    const std::string series = scratch.Path("series.csv");
    const ProgramRun run = RunProgram(kMillionProgram,
                                      "--quiet --peers=16 --warmup=0s --duration=6s --model=link "
                                      "--load=20 --surge=10 --surge-start=2s --surge-time=2s "
                                      "--series=" +
                                          series);
    ASSERT_EQ(run.status, 0) << run.errors;
    std::istringstream lines(ReadFile(series));
    std::string line;
    std::getline(lines, line);
    std::vector<double> offered;
    while (std::getline(lines, line))
    {
        offered.push_back(std::stod(line.substr(line.find(',') + 1)));
    }
    ASSERT_EQ(offered.size(), 6U);
    EXPECT_NEAR(offered[1], 20, 10);
    EXPECT_NEAR(offered[3], 200, 40);
    EXPECT_NEAR(offered[5], 20, 10);
}

} // namespace
