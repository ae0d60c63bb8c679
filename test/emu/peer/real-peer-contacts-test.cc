/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "peer-process.h"

#include <algorithm>
#include <csignal>
#include <fstream>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

/// A peer that notes whom it has met (dht-peer --contacts).

namespace
{

/// @param path A file of contacts. @return The endpoints there.
std::vector<std::string>
ContactsIn(const std::string& path)
{
    std::vector<std::string> contacts;
    std::istringstream lines(ReadFile(path));
    for (std::string line; std::getline(lines, line);)
    {
        if (line[0] != '#')
        {
            contacts.push_back(line);
        }
    }
    return contacts;
}

/// @param path A file. @param text What it shall hold.
void
WriteFile(const std::string& path, const std::string& text)
{
    std::ofstream(path) << text;
}

/// @param count How many. @return Lines of as many peers that are not there.
std::string
PeersThatAreGone(int count)
{
    std::string lines;
    for (int i = 0; i < count; ++i)
    {
        lines += "127.0.0.1:" + std::to_string(1 + i) + "\n";
    }
    return lines;
}

TEST(RealPeerContactsTest, APeerThatCrashedComesBackThoughItsBootstrapPeerIsGone)
{
    const ScratchDirectory scratch;
    const std::string path = scratch.Path("contacts");
    WriteFile(path, PeersThatAreGone(63));
    const PeerProcesses ring = StartRing(3, "127.0.0.1", "--idle");
    const std::string arguments = "--listen=127.0.0.1:0 --idle --join=" + ring[0]->Name() +
                                  kFastRing + "--contacts='" + path + "'";
    {
        PeerProcess crashes(arguments);
        ASSERT_TRUE(crashes.Says("joined")) << crashes.Errors();
        ASSERT_TRUE(Eventually([&] {
            const auto contacts = ContactsIn(path);
            return std::all_of(ring.begin(), ring.end(), [&](const auto& peer) {
                return std::find(contacts.begin(), contacts.begin() + 3, peer->Name()) !=
                       contacts.begin() + 3;
            });
        }));
    }
    EXPECT_EQ(ContactsIn(path).size(), 64u) << "who was met last comes first";
    EXPECT_EQ(scratch.FileCount(), 1u);
    ASSERT_TRUE(ring[0]->End().is_object());
    PeerProcess again(arguments);
    EXPECT_TRUE(again.Says("joined")) << again.Errors();
    EXPECT_TRUE(again.End().is_object());
}

TEST(RealPeerContactsTest, ManyThatAreGoneKeepNobodyFromOneThatIsThere)
{
    const ScratchDirectory scratch;
    const std::string path = scratch.Path("contacts");
    const PeerProcesses ring = StartRing(2, "127.0.0.1", "--idle");
    for (int i = 0; i < 4; ++i)
    {
        WriteFile(path, PeersThatAreGone(63) + ring[1]->Name() + "\n");
        const PeerProcess peer("--listen=127.0.0.1:0 --idle --contacts='" + path + "'" + kFastRing);
        EXPECT_TRUE(peer.Says("joined")) << peer.Errors();
    }
}

TEST(RealPeerContactsTest, AFileThatIsBrokenIsAnErrorThatNamesTheLine)
{
    const ScratchDirectory scratch;
    const std::string path = scratch.Path("contacts");

    struct Broken
    {
        std::string text;
        std::string said;
    };

    const std::vector<Broken> all = {
        {"127.0.0.1:7000\n127.0.0.1\n", "line 2: \"127.0.0.1\" is no address and port"},
        {"# some\nlocalhost:7000\n", "line 2: \"localhost:7000\" is no address and port"},
        {"127.0.0.1:7000\n\n\x1b[2J\n", "line 3: \"?[2J\" is no address and port"},
        {"0.0.0.0:7000\n", "line 1: 0.0.0.0:7000 is nobody's endpoint"},
        {"127.0.0.1:0\n", "line 1: 127.0.0.1:0 is nobody's endpoint"},
        {"[::1]:7000\n", "one address family"},
        {std::string(300, '1'), "line 1: it is longer than 200 bytes"},
        {PeersThatAreGone(65), "line 65: there are more than 64 endpoints"},
        {"", "names nobody to ask"},
        {"# some\n\n", "remove the file to begin a ring"},
    };
    for (const Broken& broken : all)
    {
        WriteFile(path, broken.text);
        const ProgramRun run = RunPeer("--listen=127.0.0.1:0 --idle --contacts='" + path + "'");
        EXPECT_EQ(run.status, 2) << broken.text;
        EXPECT_NE(run.errors.find(path), std::string::npos) << run.errors;
        EXPECT_NE(run.errors.find(broken.said), std::string::npos) << run.errors;
        EXPECT_EQ(ReadFile(path), broken.text);
    }
    WriteFile(path, "");
    const PeerProcesses ring = StartRing(1, "127.0.0.1", "--idle");
    const PeerProcess joins("--listen=127.0.0.1:0 --idle --join=" + ring[0]->Name() +
                            " --contacts='" + path + "'");
    EXPECT_TRUE(joins.Says("joined")) << "it is told whom to ask";
    const PeerProcess begins("--listen=127.0.0.1:0 --idle --contacts='" + scratch.Path("new") +
                             "'");
    EXPECT_TRUE(begins.Says("joined")) << "there is no file yet";
    EXPECT_EQ(RunPeer("--listen=127.0.0.1:0 --idle --contacts=/").status, 2);
    EXPECT_EQ(RunPeer("--listen=127.0.0.1:0 --idle --contacts=/nowhere/file").status, 2);
}

} // namespace
