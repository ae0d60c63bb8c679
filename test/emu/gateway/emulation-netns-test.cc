/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "emulation-setup.h"
#include "eventually.h"
#include "places.h"

#include <algorithm>
#include <csignal>
#include <gtest/gtest.h>
#include <unistd.h>

/// The tool emu/netns, as a user meets it.

namespace
{

class NetworkNamespacesTest : public testing::Test
{
  protected:
    void SetUp() override
    {
        const std::string why = WhyNoEmulation();
        if (!why.empty())
        {
            GTEST_SKIP() << why;
        }
    }

    void TearDown() override
    {
        RunTool("remove");
    }

    /// @param arguments A command, and its arguments but for the name. @return What the tool did.
    ProgramRun RunTool(const std::string& arguments) const
    {
        return RunCommand(NamespaceTool() + arguments + " --name=" + m_name);
    }

    /// @param peer A peer's number. @param command A command. @return What it did in its namespace.
    ProgramRun RunInside(int peer, const std::string& command) const
    {
        return RunCommand("ip netns exec " + m_name + std::to_string(peer) + " " + command);
    }

    /// @param text A text. @param part What it has to say.
    static void ExpectSays(const std::string& text, const std::string& part)
    {
        EXPECT_NE(text.find(part), std::string::npos) << text;
    }

    const std::string m_name = "dhtnames" + std::to_string(getpid()) + "n";
};

TEST_F(NetworkNamespacesTest, EachHasATapAnAddressARouteAndItsSettings)
{
    ASSERT_EQ(RunTool("make 2").status, 0);
    for (int peer = 0; peer < 2; ++peer)
    {
        const std::string address = "10.0.0." + std::to_string(peer + 1);
        const std::string shown = RunInside(peer, "ip -details address show dev access").output;
        ExpectSays(shown, "inet " + address + "/16");
        ExpectSays(shown, "tun type tap");
        ExpectSays(shown, "persist on");
        ExpectSays(shown, "mtu 1500");
        EXPECT_EQ(shown.find("inet6"), std::string::npos) << shown;
        ExpectSays(RunInside(peer, "ip route").output,
                   "10.0.0.0/16 via 10.0.255.254 dev access onlink");
        EXPECT_EQ(RunInside(peer, "cat /proc/sys/net/ipv4/tcp_min_snd_mss").output, "1460\n");
        ExpectSays(RunInside(peer, "ip link show lo").output, "UP");
    }
    EXPECT_EQ(RunTool("list").output,
              m_name + "0: 10.0.0.1/16, 0 processes\n" + m_name + "1: 10.0.0.2/16, 0 processes\n");
}

TEST_F(NetworkNamespacesTest, ToMakeThemAgainChangesNothing)
{
    ASSERT_EQ(RunTool("make 2").status, 0);
    const std::string before = RunInside(1, "ip -details address show").output;
    ASSERT_EQ(RunTool("make 2").status, 0);
    EXPECT_EQ(RunInside(1, "ip -details address show").output, before);
}

TEST_F(NetworkNamespacesTest, WhatACrashLeftIsCompleted)
{
    ASSERT_EQ(RunCommand("ip netns add " + m_name + "0").status,
              0); // the namespace, and nothing in it
    ASSERT_EQ(RunTool("make 1").status, 0);
    ExpectSays(RunTool("list").output, "10.0.0.1/16");
    ASSERT_EQ(RunInside(0, "ip address flush dev access").status, 0);
    ASSERT_EQ(RunTool("make 1").status, 0);
    ExpectSays(RunTool("list").output, "10.0.0.1/16");
}

TEST_F(NetworkNamespacesTest, AnotherNetworkGivesOtherAddresses)
{
    ASSERT_EQ(RunTool("make 2").status, 0);
    ASSERT_EQ(RunTool("make 2 --network=10.1.2.0/24").status, 0);
    ExpectSays(RunTool("list").output, "10.1.2.2/24");
    ExpectSays(RunTool("make 6 --network=10.1.2.0/29").errors, "too small");
}

TEST_F(NetworkNamespacesTest, ToRemoveThemEndsWhatRunsInThem)
{
    ASSERT_EQ(RunTool("make 1").status, 0);
    BackgroundProgram sleeper("exec ip netns exec " + m_name + "0 sleep 1000");
    EXPECT_TRUE(Eventually(
        [&] { return RunTool("list").output.find("1 processes") != std::string::npos; }));
    EXPECT_EQ(RunTool("remove").output, "1 namespaces removed\n");
    EXPECT_EQ(sleeper.Wait().status, 128 + SIGTERM);
    EXPECT_EQ(RunTool("list").output, "");
    EXPECT_EQ(RunTool("remove").output, "0 namespaces removed\n");
}

TEST_F(NetworkNamespacesTest, WhatIsNotItsOwnIsLeft)
{
    const std::string name = m_name + "0";
    ASSERT_EQ(RunCommand("ip netns add " + name).status, 0);
    ASSERT_EQ(RunInside(0, "ip tuntap add dev access mode tap").status, 0);
    ExpectSays(RunTool("make 1").errors, "was not made by this tool");
    ExpectSays(RunTool("remove").output, name + " was left");
    EXPECT_EQ(RunInside(0, "true").status, 0);
    EXPECT_EQ(RunCommand("ip netns delete " + name).status, 0);
}

TEST_F(NetworkNamespacesTest, WhatTheMachineLacksIsNamed)
{
    EXPECT_EQ(RunCommand(NamespaceTool() + "check").status, 0);
    const ProgramRun weak =
        RunCommand("setpriv --bounding-set=-all --inh-caps=-all " + NamespaceTool() + "check");
    EXPECT_EQ(weak.status, 3);
    ExpectSays(weak.errors, "CAP_NET_ADMIN, CAP_SYS_ADMIN");
    const ProgramRun tunless =
        RunCommand("unshare --mount sh -c \"mount -t tmpfs none /dev/net && exec " +
                   NamespaceTool() + "make 1\"");
    EXPECT_EQ(tunless.status, 3);
    ExpectSays(tunless.errors, "modprobe tun");
    EXPECT_EQ(RunTool("list").output, "");
}

TEST_F(NetworkNamespacesTest, AWrongArgumentIsRefused)
{
    for (const std::string arguments :
         {"make 0", "make many", "make 2 --network=10.0.0.1/16", "break"})
    {
        EXPECT_EQ(RunTool(arguments).status, 2) << arguments;
    }
}

} // namespace
