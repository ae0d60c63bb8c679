/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "expect-invalid.h"
#include "window-driver.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <set>

namespace dht
{
namespace
{

TEST(WindowRegistryTest, KnowsTheWindowsOfThisLibrary)
{
    const auto names = WindowRegistry::Get().Names();
    const std::vector<std::string>
        expected{"linear", "multiplicative", "proportional", "plusplus", "multcp", "reno", "fixed"};
    ASSERT_GE(names.size(), expected.size());
    EXPECT_TRUE(std::equal(expected.begin(), expected.end(), names.begin()));
}

TEST(WindowRegistryTest, AnUnknownNameIsAnsweredWithTheKnownOnes)
{
    ExpectInvalid([] { WindowRegistry::Get().Find("cubic"); },
                  "unknown window 'cubic': known are linear, multiplicative, proportional, "
                  "plusplus, multcp, reno, fixed");
    ExpectInvalid([] { RegisterWindow(WindowRegistry::Get().Find("reno")); },
                  "another window is called reno");
}

TEST(WindowRegistryTest, EveryConstantHasAHelpAndADefaultInItsRange)
{
    for (const auto& kind : WindowRegistry::Get().All())
    {
        EXPECT_FALSE(kind->help.empty());
        std::set<std::string> names;
        for (const Parameter& constant : kind->parameters.Table())
        {
            SCOPED_TRACE(kind->name + " " + constant.name);
            EXPECT_FALSE(constant.help.empty());
            EXPECT_TRUE(names.insert(constant.name).second);
            EXPECT_LE(constant.minimum, constant.value);
            EXPECT_LE(constant.value, constant.maximum);
        }
    }
}

TEST(WindowRegistryTest, DefaultsAreThoseOfThePapers)
{
    const Parameters linear = test::ConstantsOf("linear");
    EXPECT_EQ(linear["PacketSize"], 1400);
    EXPECT_EQ(linear["MinimumWindow"], 2);
    EXPECT_EQ(linear["TargetDelay"], 0.1);
    EXPECT_EQ(linear["BaseHistory"], 13);
    EXPECT_EQ(linear["FilterSamples"], 3);
    EXPECT_EQ(linear["DelaySource"], 0);
    const Parameters plusplus = test::ConstantsOf("plusplus");
    EXPECT_EQ(plusplus["TargetDelay"], 0.06);
    EXPECT_EQ(plusplus["FilterSamples"], 4);
    EXPECT_EQ(plusplus["DelaySource"], 1);
}

/// What a window promises to everybody holds at the ends of the ranges of all its constants.
TEST(WindowRegistryTest, EveryWindowKeepsItsContractWhateverItsConstantsAre)
{
    for (const auto& kind : WindowRegistry::Get().All())
    {
        for (const Parameter& constant : kind->parameters.Table())
        {
            for (const double value : {constant.minimum, constant.maximum})
            {
                SCOPED_TRACE(kind->name + " " + constant.name + " " + std::to_string(value));
                test::WindowDriver driver(test::WindowOf(kind->name, {{constant.name, value}}));
                for (int i = 0; i < 500; ++i)
                {
                    driver.Wait(i % 7 * 20);
                    driver.Ack(i % 3, i % 11 * 50, i % 5 > 0);
                    if (i % 13 == 0)
                    {
                        driver.Lose(i % 4 * 50);
                    }
                    if (i % 101 == 100)
                    {
                        driver.Collapse();
                    }
                    if (i % 103 == 102)
                    {
                        driver.Find(i % 4 * 50);
                    }
                    driver.Window().SetPriority(i % 17);
                    ASSERT_GE(driver.Window().Bytes(), 25u);
                    ASSERT_LT(driver.Window().Bytes(), std::size_t{1} << 40);
                    ASSERT_GT(driver.Window().PacingRate(), 0);
                    ASSERT_GE(driver.Window().QueueingDelay(), Time(0));
                }
            }
        }
    }
}

} // namespace
} // namespace dht
