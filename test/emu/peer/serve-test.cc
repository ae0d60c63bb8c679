/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "peer-process.h"
#include "places.h"
#include "tcp-neighbour.h"

#include <algorithm>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

/// A peer that is there for others: dht-peer serve, which dht-peer --listen=... alone means, too.

namespace
{

/// @param words What follows the program's name, as a shell reads it. @param before What stands
/// before it. @return What it does until SIGTERM, a second after it would notice that.
ProgramRun
RunForAMoment(const std::string& words, const std::string& before = "")
{
    // how long it takes until it can be told to end depends on the machine
    return RunCommand("(" + before + " '" + places::Emu() + "/dht-peer' " + words +
                      " & peer=$!\n"
                      "while kill -0 $peer 2>/dev/null; do\n"
                      "    caught=$(sed -n 's/^SigCgt:[^0-9]*//p' /proc/$peer/status 2>/dev/null)\n"
                      "    [ $((0x${caught:-4000} & 0x4000)) = 0 ] || break\n"
                      "    grep -q '^State:.*Z' /proc/$peer/status 2>/dev/null && break\n"
                      "    sleep 0.02\n"
                      "done\n"
                      "sleep 1; kill -TERM $peer 2>/dev/null; wait $peer)");
}

/// @param text Some text. @return Its lines.
std::vector<std::string>
LinesOf(const std::string& text)
{
    std::istringstream stream(text);
    std::vector<std::string> lines;
    for (std::string line; std::getline(stream, line);)
    {
        lines.push_back(line);
    }
    return lines;
}

TEST(ServeTest, ListenAloneServesUntilToldToEndAndLogs)
{
    const std::regex line("[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}"
                          "[+-][0-9]{2}:[0-9]{2} (info|warning)( +)[^ ].*");
    for (const std::string command : {"", "serve "})
    {
        const ProgramRun run = RunForAMoment(command + "--listen=127.0.0.1:0", "TZ=UTC-5:30");
        EXPECT_EQ(run.status, 0) << run.errors;
        EXPECT_EQ(run.output, "");
        for (const std::string& one : LinesOf(run.errors))
        {
            EXPECT_TRUE(std::regex_match(one, line)) << one;
        }
        for (const char* said : {"+05:30 info    listening at 127.0.0.1:",
                                 "joined a new ring of its own after 0",
                                 "leaving the ring, as told by SIGTERM"})
        {
            EXPECT_NE(run.errors.find(said), std::string::npos) << run.errors;
        }
    }
}

TEST(ServeTest, AnOptionOfALoadOrOfResultsMeansALoad)
{
    const std::vector<std::string> options{"--load=5", "--warmup=0s", "--idle", "--duration=0s"};
    for (const std::string& option : options)
    {
        const ProgramRun run = RunForAMoment("--listen=127.0.0.1:0 --quiet " + option);
        EXPECT_EQ(run.status, 0) << run.errors;
        EXPECT_EQ(run.errors, "") << option;
        EXPECT_TRUE(run.Json().contains("ring")) << option;
    }
    // a peer that serves may write them, too
    const ScratchDirectory scratch;
    const std::string summary = scratch.Path("summary");
    const ProgramRun run = RunForAMoment("serve --listen=127.0.0.1:0 --summary='" + summary + "'");
    EXPECT_EQ(run.output, "");
    EXPECT_TRUE(nlohmann::json::parse(ReadFile(summary)).contains("ring"));
}

TEST(ServeTest, LevelsThatMatterLessAreNotWritten)
{
    EXPECT_EQ(RunForAMoment("serve --listen=127.0.0.1:0 --log-level=warning").errors, "");
    EXPECT_EQ(RunForAMoment("serve --listen=127.0.0.1:0 --quiet").errors, "");
    const ProgramRun bad = RunPeer("serve --listen=127.0.0.1:0 --log-level=loud");
    EXPECT_EQ(bad.status, 2);
    EXPECT_NE(bad.errors.find("error, warning, info, debug"), std::string::npos) << bad.errors;
}

TEST(ServeTest, TheJournalGetsLevelsAndNoTimes)
{
    const ScratchDirectory scratch;
    const std::string log = scratch.Path("log");
    // as systemd says of what it has connected
    RunForAMoment("serve --listen=127.0.0.1:0",
                  "exec 2>'" + log + "'; JOURNAL_STREAM=$(stat -L -c %d:%i '" + log + "')");
    const std::vector<std::string> lines = LinesOf(ReadFile(log));
    ASSERT_GT(lines.size(), 2u);
    for (const std::string& line : lines)
    {
        EXPECT_EQ(line.compare(0, 3, "<6>"), 0) << line;
    }
    EXPECT_EQ(lines[0].compare(0, 16, "<6>listening at "), 0) << lines[0];
}

TEST(ServeTest, TheServiceManagerIsToldWhenItHasItsPlace)
{
    const ScratchDirectory scratch;
    sockaddr_un here{};
    here.sun_family = AF_UNIX;
    std::strncpy(here.sun_path, scratch.Path("notify").c_str(), sizeof(here.sun_path) - 1);
    const int manager = socket(AF_UNIX, SOCK_DGRAM, 0);
    ASSERT_EQ(bind(manager, reinterpret_cast<const sockaddr*>(&here), sizeof(here)), 0);
    RunForAMoment("serve --listen=127.0.0.1:0 --quiet",
                  "NOTIFY_SOCKET='" + std::string(here.sun_path) + "'");
    std::vector<std::string> told;
    char text[64];
    for (ssize_t size = 0; (size = recv(manager, text, sizeof(text), MSG_DONTWAIT)) > 0;)
    {
        told.emplace_back(text, size);
    }
    close(manager);
    EXPECT_EQ(told, (std::vector<std::string>{"READY=1", "STOPPING=1"}));
}

TEST(ServeTest, ItTellsWhoIsBesideItAndWhenNobodyIs)
{
    PeerProcess first("serve --listen=127.0.0.1:0" + kFastRing);
    PeerProcess second("serve --listen=127.0.0.1:0 --join=" + first.Name() + kFastRing);
    EXPECT_TRUE(second.Says("joined the ring through " + first.Name() + " after 0."));
    const std::string beside =
        "neighbours on the ring: " + second.Name() + " before it, " + second.Name() + " after it";
    EXPECT_TRUE(first.Says(beside)) << first.Errors();
    second.Signal(SIGKILL);
    second.Wait();
    EXPECT_TRUE(first.Says("warning no other peer is there any more")) << first.Errors();
    EXPECT_TRUE(first.Says("to neighbours; it tries again")) << first.Errors();
}

TEST(ServeTest, TooFewOpenFilesAreSaid)
{
    const std::string listen = "serve --listen=127.0.0.1:0";
    const ProgramRun few = RunForAMoment(listen, "ulimit -n 64;");
    EXPECT_EQ(few.status, 0);
    EXPECT_NE(few.errors.find("warning only 64 open files are allowed, and 256 connections need"),
              std::string::npos)
        << few.errors;
    EXPECT_NE(few.errors.find("ulimit -n"), std::string::npos) << few.errors;
    // what the system lets it raise, it raises
    const ProgramRun raised = RunForAMoment(listen + " --quiet", "ulimit -S -n 16;");
    EXPECT_EQ(raised.status, 0);
    EXPECT_EQ(raised.errors, "");
    // so few that it cannot even begin
    for (const std::string most : {"16", "31"})
    {
        const ProgramRun none = RunForAMoment(listen + " --metrics=0", "ulimit -n " + most + ";");
        EXPECT_EQ(none.status, 1);
        EXPECT_EQ(none.errors,
                  "dht-peer: only " + most +
                      " open files are allowed, and a peer needs 32 beside its 256 connections: "
                      "allow more (ulimit -n 352, or LimitNOFILE=352 in a unit)\n");
    }
    // who asks a ring
    const ProgramRun asking =
        RunForAMoment("get " + std::string(40, '7') + " --join=127.0.0.1:1", "prlimit --nofile=6");
    EXPECT_EQ(asking.status, 3);
    EXPECT_NE(asking.errors.find("Too many open files: allow more (ulimit -n 64"),
              std::string::npos)
        << asking.errors;
}

TEST(ServeTest, ConnectionsThatCannotBeTakenAreSaid)
{
    PeerProcess peer("serve --listen=127.0.0.1:0", "ulimit -n 36;");
    ASSERT_TRUE(peer.Says("joined a new ring"));
    std::vector<std::unique_ptr<Neighbour>> neighbours;
    for (int i = 0; i < 40; ++i)
    {
        neighbours.push_back(std::make_unique<Neighbour>(peer));
    }
    EXPECT_TRUE(peer.Says("warning too many files are open: ")) << peer.Errors();
    EXPECT_TRUE(peer.Says("could not be taken or made; allow more (ulimit -n 352"));
    // once in a while, and not each time
    PauseFor(4);
    const std::string said = peer.Errors();
    EXPECT_EQ(said.find("too many files"), said.rfind("too many files")) << said;
    neighbours.clear();
    PeerProcess next("serve --listen=127.0.0.1:0 --join=" + peer.Name());
    EXPECT_TRUE(next.Says("joined")) << next.Errors();
}

TEST(ServeTest, APlaceForMetricsOrFragmentsThatIsNoneIsSaid)
{
    const std::string listen = "serve --listen=127.0.0.1:0 ";
    for (const std::string wrong : {"abc", "70000", "-1", "1e3"})
    {
        const ProgramRun run = RunPeer(listen + "--metrics=" + wrong);
        EXPECT_EQ(run.status, 2);
        EXPECT_EQ(run.errors.find("dht-peer: --metrics=" + wrong +
                                  ": allowed is a port on loopback, 1 to 65535"),
                  0u)
            << run.errors;
    }
    const ScratchDirectory scratch;
    const std::string file = scratch.Path("file");
    std::ofstream(file) << "a file";
    std::filesystem::create_directories(scratch.Path("odd/fragments.sqlite"));
    for (const auto& [directory, said] : std::vector<std::pair<std::string, std::string>>{
             {file, ": " + file + " is no directory: name another one"},
             {file + "/store", ": " + file + " is no directory: name another one"},
             {file + "/more/store", ": " + file + " is no directory: name another one"},
             {scratch.Path("none/store"), ": make the directory in which it is to be first"},
             {scratch.Path("odd"), "fragments.sqlite: it is a directory"}})
    {
        const ProgramRun run = RunPeer(listen + "--store='" + directory + "'");
        EXPECT_EQ(run.status, 1);
        EXPECT_NE(run.errors.find(said), std::string::npos) << run.errors;
        EXPECT_EQ(LinesOf(run.errors).size(), 1u) << run.errors;
    }
}

TEST(ServeTest, OptionsStandInAFileAndTheCommandLineOverrulesThem)
{
    const ScratchDirectory scratch;
    const std::string config = scratch.Path("dht-peer.conf");
    std::ofstream(config) << "# a peer\n\nlisten = 127.0.0.1:1  # a port of others\n"
                          << "quiet = true\nsuccessors=3\n";
    const std::string summary = scratch.Path("summary");
    const ProgramRun run = RunForAMoment("serve --listen=127.0.0.1:0 --config='" + config +
                                         "' --summary='" + summary + "'");
    EXPECT_EQ(run.status, 0) << run.errors;
    EXPECT_EQ(run.errors, "");
    EXPECT_EQ(nlohmann::json::parse(ReadFile(summary))["options"]["successors"], "3");
    // as an editor of another system writes it, with quotation marks
    const std::string quoted = scratch.Path(" it's ");
    std::ofstream(config) << "\xEF\xBB\xBFlisten = \"127.0.0.1:0\"\r\nquiet = 'true'\r\n\r\n"
                          << "summary = \"" << quoted << "\"\r\nsuccessors = 3  \r\n";
    const ProgramRun other = RunForAMoment("serve --config='" + config + "'");
    EXPECT_EQ(other.status, 0) << other.errors;
    EXPECT_EQ(other.errors, "");
    const auto options = nlohmann::json::parse(ReadFile(quoted))["options"];
    EXPECT_EQ(options["successors"], "3");
    EXPECT_EQ(options["listen"], "127.0.0.1:0");
}

TEST(ServeTest, AWrongLineOfAFileIsNamed)
{
    const ScratchDirectory scratch;
    const std::string config = scratch.Path("conf");
    const std::string listen = "listen = 127.0.0.1:0\n";
    for (const auto& [text, said] : std::vector<std::pair<std::string, std::string>>{
             {listen + "sucessors = 3\n", ":2: sucessors: not known"},
             {listen + "\nsuccessors = many\n", ":3: --successors=many: "},
             {listen + "successors\n", ":2: successors: allowed are lines such as name = value"},
             {listen + "[peer]\n", ":2: [peer]: there are no sections"},
             {listen + "config = other\n", ":2: a file of options names no other"},
             {listen + "load = 5\n", ":2: load: not known"},
             {listen + "quiet = true\nlisten = 127.0.0.1:1\n", ":3: listen: line 1 gives it, too"},
             {listen + "quiet = true\nquiet = true\n", ":3: quiet: line 2 gives it, too"},
             {listen + "store = \"/a#b\"\n", ":2: \"/a: the quotation mark has no other one"},
             {listen + "store = '/a\"\n", ":2: '/a\": the quotation mark has no other one"},
             {listen + "store = \"\n", ":2: \": the quotation mark has no other one"},
             {std::string("\xFF\xFEl\0i\0", 6), ":1: this is no text in UTF-8"},
             {listen + std::string("\0", 1), ":2: this is no text in UTF-8"},
             // found out when all options are known
             {"\n" + listen + "store = /nowhere\nsuccessors = 3\n",
              ":4: --successors=3: with --st"},
             {"listen = 0.0.0.0:0\n", ":1: --listen=0.0.0.0:0: others need the one address"}})
    {
        std::ofstream(config) << text;
        const ProgramRun run = RunPeer("serve --config='" + config + "'");
        EXPECT_EQ(run.status, 2) << text;
        EXPECT_EQ(run.errors.find("dht-peer: " + config + said), 0u) << run.errors;
        EXPECT_EQ(LinesOf(run.errors).size(), 1u) << run.errors;
    }
    for (const std::string& path : {scratch.Path("none"), scratch.Path("")})
    {
        const ProgramRun run = RunPeer("serve --config='" + path + "'");
        EXPECT_EQ(run.status, 2);
        EXPECT_NE(run.errors.find("--config=" + path + ": "), std::string::npos) << run.errors;
    }
}

TEST(ServeTest, AHostMayBeNamed)
{
    const ProgramRun run = RunForAMoment("serve --listen=localhost:0");
    EXPECT_EQ(run.status, 0);
    EXPECT_TRUE(std::regex_search(run.errors, std::regex("listening at (127.0.0.1|\\[::1\\]):")))
        << run.errors;
}

TEST(ServeTest, TheSystemsCongestionControlIsTakenAndSaid)
{
    std::string usual;
    std::ifstream("/proc/sys/net/ipv4/tcp_congestion_control") >> usual;
    PeerProcess peer("--listen=127.0.0.1:0 --idle");
    EXPECT_TRUE(peer.Says("joined"));
    EXPECT_EQ(peer.End()["options"]["tcp"], usual);
    PeerProcess other("--listen=127.0.0.1:0 --idle --tcp=reno");
    EXPECT_TRUE(other.Says("joined"));
    EXPECT_EQ(other.End()["options"]["tcp"], "reno");
}

} // namespace
