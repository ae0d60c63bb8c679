/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-registered-rpc-window.h"
#include "rpc-network.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <string>
#include <vector>

/// What all windows of RPCs have in common, and what those of the registry do at a full uplink.

namespace dht
{
namespace
{

using test::RpcNetwork;
using test::RpcNetworkOptions;

/// @return The parameter that chooses.
const ParameterOf<RpcOptions>&
WindowChoice()
{
    return GetParameter<RpcOptions>("RpcWindow");
}

/// @param name A window. @return Options with it.
RpcOptions
OptionsWith(const std::string& name)
{
    const auto& names = WindowChoice().choices;
    const auto found = std::find(names.begin(), names.end(), name);
    RpcOptions options;
    WindowChoice().set(options, static_cast<std::uint64_t>(found - names.begin()));
    return options;
}

TEST(RpcWindowTest, StpsIsTheDefaultAndTheOthersAreThoseOfTheRegistry)
{
    std::vector<std::string> names = WindowChoice().choices;
    EXPECT_EQ(std::get<std::uint64_t>(WindowChoice().Default()), 0u);
    EXPECT_EQ(names.front(), "stp");
    EXPECT_NE(dynamic_cast<const StpWindow*>(RpcOptions().MakeWindow().get()), nullptr);
    names.erase(names.begin());
    EXPECT_EQ(names, WindowRegistry::Get().Names());
    for (std::size_t place = 0; place < WindowChoice().choices.size(); ++place)
    {
        const RpcOptions options = OptionsWith(WindowChoice().choices[place]);
        EXPECT_EQ(std::get<std::uint64_t>(WindowChoice().get(options)), place);
        EXPECT_EQ(options.kind ? options.kind->name : "stp", WindowChoice().choices[place]);
    }
}

/// A window that is always full, in rounds of 100 ms.
class FullWindow
{
  public:
    /// @param name A window.
    explicit FullWindow(const std::string& name)
        : m_window(OptionsWith(name).MakeWindow())
    {
    }

    /// Send all that there is room for; then all that is in flight ends. @param areAnswered By
    /// answers, 10 ms later than predicted. @return How many there were.
    std::size_t RunRound(bool areAnswered)
    {
        const Time sent = m_now;
        while (m_window->HasRoom())
        {
            m_window->Enter(sent);
        }
        EXPECT_GE(m_window->InFlight(), m_window->Limit());
        const std::size_t count = m_window->InFlight();
        m_now += FromSeconds(0.1);
        for (std::size_t i = 0; i < count; ++i)
        {
            if (areAnswered)
            {
                m_window->OnReply({m_now, sent, FromSeconds(0.09)});
            }
            else
            {
                m_window->OnTimeout(m_now, sent);
            }
            m_window->Leave(m_now);
            EXPECT_EQ(m_window->InFlight(), count - i - 1);
            EXPECT_GE(m_window->Limit(), 1u);
        }
        return count;
    }

  private:
    std::unique_ptr<RpcWindow> m_window; ///< The window.
    Time m_now{FromSeconds(1)};          ///< The present.
};

TEST(RpcWindowTest, EveryWindowGrowsByAnswersAndShrinksByTimeouts)
{
    for (const std::string& name : WindowChoice().choices)
    {
        SCOPED_TRACE(name);
        FullWindow window(name);
        const std::size_t first = window.RunRound(true);
        for (int round = 0; round < 10; ++round)
        {
            window.RunRound(true);
        }
        const std::size_t grown = window.RunRound(false);
        const std::size_t cut = window.RunRound(false);
        const bool isFixed = name == "fixed";
        EXPECT_GE(grown, first + (isFixed ? 0 : 5));
        EXPECT_LE(cut, isFixed ? grown : grown / 2 + 1);
        EXPECT_LE(window.RunRound(false), isFixed ? grown : 3) << "nobody answers";
        EXPECT_GE(window.RunRound(true), 1u);
    }
}

/// What a peer does to its uplink that asks all it may.
struct UplinkUse
{
    double wait{0};      ///< Mean time that a question waits for it, in ms.
    double share{0};     ///< Of the time in which it is busy, in the mean.
    std::size_t most{0}; ///< RPCs that were in flight at once.
};

/// A question has 1400 bytes, and the uplink 600 kbit/s and a queue of 100 packets. Of 19 other
/// peers, three are at 20 ms, and the rest at 200 ms; all of them ask twice a second.
/// @param name A window. @param before How often the peer asks before that, now and then, and finds
/// out how far the others are. @return What it does for 60 s, half a minute after it began.
UplinkUse
UseUplink(const std::string& name, int before = 200)
{
    RpcNetworkOptions options;
    options.rpc = OptionsWith(name);
    options.question = 18.7;
    options.buffer = 1870;
    options.rtt = [](std::size_t a, std::size_t b) { return (a < 4) == (b < 4) ? 20.0 : 200.0; };
    RpcNetwork network(options);
    auto& node = network.At(0);
    const std::function<void()> ask = [&] {
        for (std::size_t peer = 1; peer < options.peers; ++peer)
        {
            network.At(peer).Ask();
        }
        network.After(0.5, ask);
    };
    ask();
    for (int rpc = 0; rpc < before; ++rpc)
    {
        network.Run(0.25);
        node.Ask();
    }
    UplinkUse use;
    constexpr int kSteps = 3000;
    for (int step = -kSteps / 2; step < kSteps; ++step)
    {
        while (node.endpoint.Waiting() < 60)
        {
            node.Ask();
        }
        network.Run(0.02);
        if (step >= 0)
        {
            const double wait = ToSeconds(network.WaitOf(0));
            use.wait += 1000 * wait / kSteps;
            use.share += (wait > 0 ? 1.0 : 0.0) / kSteps;
            use.most = std::max(use.most, node.endpoint.InFlight());
        }
    }
    return use;
}

TEST(RpcWindowTest, PoliteWindowsKeepTheQueueOfAnUplinkShortWhereStpFillsIt)
{
    EXPECT_GT(UseUplink("stp").wait, 400);
    const UplinkUse linear = UseUplink("linear");
    EXPECT_NEAR(linear.wait, 100, 40) << "the target";
    EXPECT_GT(linear.share, 0.95);
    for (const char* const name : {"multiplicative", "proportional", "plusplus"})
    {
        const UplinkUse use = UseUplink(name);
        EXPECT_LT(use.wait, 140) << name;
        EXPECT_GT(use.share, 0.6) << name;
    }
}

/// Then some are predicted farther away than they are.
TEST(RpcWindowTest, WhoHasToFindOutDistancesUnderLoadFillsItsUplinkToo)
{
    const UplinkUse linear = UseUplink("linear", 0);
    EXPECT_LT(linear.wait, 200);
    EXPECT_GT(linear.share, 0.95);
}

/// Where timers are shorter than a full queue, each timeout makes room for more.
TEST(RpcWindowTest, WindowsThatHeedLossesDoNotRunAwayFromAFullQueue)
{
    for (const char* const name : {"reno", "multcp", "stp"})
    {
        const UplinkUse use = UseUplink(name);
        EXPECT_LT(use.most, 150u) << name;
        EXPECT_GT(use.share, 0.95) << name;
    }
}

} // namespace
} // namespace dht
