/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-endpoint-name.h"
#include "dht-key.h"
#include "emulation-setup.h"
#include "places.h"

#include <algorithm>
#include <filesystem>
#include <gtest/gtest.h>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <unistd.h>
#include <vector>

/// ./waf emulate: what it takes for right, and the whole of it.

namespace
{

const std::string kTop = places::Source();

/// @param script A script that uses the modules of emu/. @return What it did.
ProgramRun
RunPython(const std::string& script)
{
    return RunCommand("PYTHONPATH='" + kTop + "/emu' PYTHONDONTWRITEBYTECODE=1 python3 -c '" +
                      script + "'");
}

/// The ideal ring of ./waf emulate is computed by its own code, in Python: against the core's keys.
TEST(EmulationRingTest, TheIdealRingHasTheFingersOfTheKeys)
{
    constexpr int kPeers = 20;
    std::map<dht::Key, std::string> ring;
    for (int i = 0; i < kPeers; ++i)
    {
        const auto endpoint = dht::Endpoint::Ipv4(0x0a000001 + i, 7000);
        ring[dht::IdOf(endpoint)] = dht::NameOf(endpoint);
    }
    const auto atOrAfter = [&](const dht::Key& key) {
        const auto found = ring.lower_bound(key);
        return found == ring.end() ? ring.begin() : found;
    };
    std::ostringstream expected;
    for (const auto& [id, name] : ring)
    {
        std::map<std::string, bool> fingers;
        for (int i = 0; i < 160; ++i)
        {
            fingers[atOrAfter(id + (dht::Key(1) << i))->second] = true;
        }
        fingers.erase(name);
        auto next = ring.upper_bound(id);
        next = next == ring.end() ? ring.begin() : next;
        expected << name << " " << next->second;
        for (const auto& [finger, known] : fingers)
        {
            expected << " " << finger;
        }
        expected << "\n";
    }
    const ProgramRun run = RunPython("from emulation.ring import IdealRing\n"
                                     "ring = IdealRing([\"10.0.0.%d:7000\" % (i + 1) for i in "
                                     "range(20)])\n"
                                     "for peer in ring.peers:\n"
                                     "    print(peer, ring.successor(peer), "
                                     "*sorted(ring.fingers(peer)))\n"
                                     "    assert ring.predecessor(ring.successor(peer)) == peer\n");
    EXPECT_EQ(run.output, expected.str()) << run.errors;
}

TEST(EmulationRingTest, WhatIsWrongWithARingIsSaid)
{
    const ProgramRun run =
        RunPython("from emulation.ring import IdealRing, View, faults\n"
                  "ring = IdealRing([\"10.0.0.%d:7000\" % (i + 1) for i in range(9)])\n"
                  "views = {p: View(ring.predecessor(p), ring.after(p, 4), ring.fingers(p)) for p "
                  "in ring.peers}\n"
                  "print(len(faults(ring, views, 3)))\n"
                  "first, second, third = ring.peers[:3]\n"
                  "views[first].predecessor = None\n"
                  "views[second].successors = views[second].successors[1:]\n"
                  "views[third].fingers = set()\n"
                  "del views[ring.peers[3]]\n"
                  "for line in faults(ring, views, 3): print(line.split()[1])\n");
    EXPECT_EQ(run.output, "0\nhas\nhas\nlacks\nsays\n") << run.errors;
}

/// @param arguments Of emulate.py. @return What it did.
ProgramRun
Emulate(const std::string& arguments)
{
    return RunCommand("python3 '" + kTop + "/emu/emulate.py' " + arguments);
}

TEST(EmulationRingTest, AWrongOptionIsRefusedInOneLine)
{
    for (const std::string arguments : {"--scheme=magic",
                                        "--real=0",
                                        "--real=many",
                                        "--scheme=none",
                                        "--kill=95%",
                                        "--real=2 --kill=50%",
                                        "--duration=0",
                                        "--duration=5",
                                        "--lag-limit=10",
                                        "--rate=600",
                                        "--delay=10ms..30",
                                        "--hold=-1",
                                        "--hold=2",
                                        "--upload-rate=600kbps",
                                        "--hold=2 --upload-rate=600",
                                        "--hold=2 --upload-rate=6MB",
                                        "--hold=2 --upload-rate=600kbps..700kbps",
                                        "--hold=2 --upload-rate=600kbps..600kbps",
                                        "--load=much"})
    {
        const ProgramRun run = Emulate(arguments);
        EXPECT_EQ(run.status, 2) << arguments;
        EXPECT_EQ(run.output, "") << arguments;
        EXPECT_EQ(std::count(run.errors.begin(), run.errors.end(), '\n'), 1) << run.errors;
    }
}

class WholeEmulationTest : public testing::Test
{
  protected:
    void SetUp() override
    {
        const std::string why = WhyNoEmulation();
        if (!why.empty())
        {
            GTEST_SKIP() << why;
        }
        if (!std::filesystem::exists(places::Emu() + "/dht-peer"))
        {
            GTEST_SKIP() << "dht-peer was not built";
        }
    }

    /// An emulation in namespaces of its own, valid however late it is. @param scratch Where what
    /// it writes goes. @param arguments Further ones. @return How it went.
    ProgramRun EmulateIn(const ScratchDirectory& scratch, const std::string& arguments)
    {
        return Emulate(arguments + " --lag-limit=10s --output=" + scratch.Path("out") +
                       " --namespaces=" + m_name);
    }

    const std::string m_name = "dhtwhole" + std::to_string(getpid()) + "n";
};

/// Expect that a run went well. @param run A run that has ended. @param parts What it has to say.
void
ExpectSaid(const ProgramRun& run, const std::vector<std::string>& parts)
{
    EXPECT_EQ(run.status, 0) << run.output << run.errors;
    for (const std::string& part : parts)
    {
        EXPECT_NE(run.output.find(part), std::string::npos) << part << "\n" << run.output;
    }
}

TEST_F(WholeEmulationTest, RealAndSimulatedPeersFormOneRingAndNothingIsLeft)
{
    const ScratchDirectory scratch;
    const ProgramRun run = EmulateIn(scratch,
                                     "--real=4 --simulated=4 --scheme=credit --warmup=2s "
                                     "--duration=18s --settle=5s --kill=25% --hold=2 "
                                     "--upload-rate=700kbps");
    ExpectSaid(run,
               {"ring complete",
                "1 of 4 real peers were killed: lookups of the 7 others",
                "requests of real peers ",
                "right in all 7 peers",
                "hold in every peer",
                "the run is valid"});
    EXPECT_EQ(RunCommand("ip netns list | grep " + m_name).output, "");
    // all hold, and real peers know their uplinks by what they are told
    const auto of = [&](const std::string& summary) {
        return nlohmann::json::parse(ReadFile(scratch.Path("out") + summary));
    };
    EXPECT_EQ(of("/peer-0.json")["options"]["hold"], "2");
    EXPECT_EQ(of("/peer-0.json")["options"]["upload-rate"], "700kbps");
    EXPECT_EQ(of("/emulator.json")["attributes"]["ns3::DhtPeerApplication::Hold"], "2");
}

TEST_F(WholeEmulationTest, PeersGoOnWhenTheEmulatorIsBack)
{
    const ScratchDirectory scratch;
    const ProgramRun run = EmulateIn(scratch,
                                     "--real=3 --simulated=2 --scheme=credit --warmup=1s --load=2 "
                                     "--duration=20s --settle=4s --restart-emulator");
    ExpectSaid(run,
               {"the emulator was killed, and came back 3 s later: lookups of the "
                "5 others' keys all succeed after",
                "requests of real peers ",
                "hold in every peer"});
    EXPECT_EQ(run.output.find("not within the run"), std::string::npos) << run.output;
}

/// Where neighbours do not read, a link may well take nothing for some seconds. With the patience
/// of other schemes, peers of this ring suspected healthy neighbours 35 and 41 times in two runs,
/// and up to 3 % of the requests were dropped as they overfilled the queues of detours.
TEST_F(WholeEmulationTest, ALoadedRingUnderBackPressureSuspectsHardlyAnybody)
{
    constexpr int kPeers = 16;
    const ScratchDirectory scratch;
    const ProgramRun run = EmulateIn(scratch,
                                     "--real=" + std::to_string(kPeers) +
                                         " --simulated=0 --scheme=back-pressure --rate=600kbps "
                                         "--delay=20ms --settle=2s --warmup=1s --duration=10s");
    std::size_t suspected = 0;
    std::size_t dropped = 0;
    std::size_t forwarded = 0;
    for (int peer = 0; peer < kPeers; ++peer)
    {
        const std::string name = scratch.Path("out") + "/peer-" + std::to_string(peer) + ".json";
        const auto summary = nlohmann::json::parse(ReadFile(name), nullptr, false);
        ASSERT_FALSE(summary.is_discarded()) << name << "\n" << run.output << run.errors;
        suspected += summary["maintenance"]["suspected"].get<std::size_t>();
        forwarded += summary["counters"]["forwarded"].get<std::size_t>();
        for (const std::size_t count : summary["counters"]["dropped"])
        {
            dropped += count;
        }
    }
    RecordProperty("suspected", std::to_string(suspected));
    RecordProperty("dropped", std::to_string(dropped));
    EXPECT_GT(forwarded, 5000) << "there was no load";
    EXPECT_LT(suspected, 20) << run.output;
    EXPECT_LT(100.0 * dropped, 0.5 * forwarded) << run.output;
}

TEST_F(WholeEmulationTest, AnInterruptCleansUp)
{
    for (const std::string signal : {"INT", "TERM"})
    {
        const ScratchDirectory scratch;
        const ProgramRun run =
            RunCommand("timeout --signal=" + signal + " 6 python3 '" + kTop +
                       "/emu/emulate.py' --real=3 --simulated=0 --output=" + scratch.Path("out") +
                       " --namespaces=" + m_name);
        EXPECT_EQ(run.status, 124) << run.errors; // it was timeout that ended it
        EXPECT_NE(run.errors.find("cleaned up"), std::string::npos) << run.errors;
        EXPECT_EQ(run.errors.find("Traceback"), std::string::npos) << run.errors;
        EXPECT_EQ(RunCommand("ip netns list | grep " + m_name).output, "");
        // no process has it among its arguments any more
        const std::string argument = "^--s[a-z]*=" + scratch.Path("out");
        EXPECT_EQ(RunCommand("cat /proc/[0-9]*/cmdline | tr '\\0' '\\n' | grep '" + argument + "'")
                      .output,
                  "");
    }
}

} // namespace
