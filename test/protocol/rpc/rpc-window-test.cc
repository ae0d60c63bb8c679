/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-constant-rpc-window.h"
#include "dht-registered-rpc-window.h"
#include "full-uplink.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <string>
#include <vector>

/// What all windows of RPCs have in common, and what those of the registry do at a full uplink.

namespace dht
{
namespace
{

using test::OptionsWith;
using test::RpcWindowChoice;
using test::UplinkUse;
using test::UseUplink;

TEST(RpcWindowTest, StpsIsTheDefaultAndTheOthersAreThoseOfTheRegistry)
{
    std::vector<std::string> names = RpcWindowChoice().choices;
    EXPECT_EQ(std::get<std::uint64_t>(RpcWindowChoice().Default()), 0u);
    EXPECT_EQ(names.front(), "stp");
    EXPECT_NE(dynamic_cast<const StpWindow*>(RpcOptions().MakeWindow().get()), nullptr);
    names.erase(names.begin());
    EXPECT_EQ(names, WindowRegistry::Get().Names());
    for (std::size_t place = 0; place < RpcWindowChoice().choices.size(); ++place)
    {
        const RpcOptions options = OptionsWith(RpcWindowChoice().choices[place]);
        EXPECT_EQ(std::get<std::uint64_t>(RpcWindowChoice().get(options)), place);
        EXPECT_EQ(options.kind ? options.kind->name : "stp", RpcWindowChoice().choices[place]);
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
    for (const std::string& name : RpcWindowChoice().choices)
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
