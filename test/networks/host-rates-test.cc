/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "host-rates.h"

#include <gtest/gtest.h>
#include <sstream>
#include <stdexcept>
#include <string>

/// Files of hosts' rates.

namespace dht
{
namespace
{

/// @param text A file. @return What is said of it.
std::string
ErrorOfRates(const std::string& text)
{
    std::istringstream in(text);
    try
    {
        ReadHostRates(in);
    }
    catch (const std::invalid_argument& error)
    {
        return error.what();
    }
    return "it was accepted";
}

TEST(HostRatesTest, ALineHasOneRateOrTwoWithTheirUnits)
{
    std::istringstream in(
        "# up,down\n600kbps,10Mbps\r\n\n1.5 Mbit/s ; 2 Gbit\n64Kibit\n1e6bps\t8bit\n");
    const auto rates = ReadHostRates(in);
    ASSERT_EQ(rates.size(), 4u);
    EXPECT_EQ(rates[0].up, 6e5);
    EXPECT_EQ(rates[0].down, 1e7);
    EXPECT_EQ(rates[1].up, 1.5e6);
    EXPECT_EQ(rates[1].down, 2e9);
    EXPECT_EQ(rates[2].up, 65536);
    EXPECT_EQ(rates[2].down, 65536);
    EXPECT_EQ(rates[3].up, 1e6);
    EXPECT_EQ(rates[3].down, 8);
}

TEST(HostRatesTest, WrongLinesAreNamed)
{
    for (const auto& [text, why] : {std::pair<const char*, const char*>{"", "there are no rates"},
                                    {"1Mbps\n600\n", "line 2: not a rate with its unit"},
                                    {"0Mbps\n", "line 1: not a rate"},
                                    {"-1Mbps\n", "line 1: not a rate"},
                                    {"nanMbps\n", "line 1: not a rate"},
                                    {"1MBps\n", "line 1: not a rate"},
                                    {"1Mbps,,2Mbps\n", "line 1: it has more than two"},
                                    {"1Mbps,\n", "line 1: not a rate"},
                                    {"up,down\n", "line 1: not a rate"}})
    {
        EXPECT_NE(ErrorOfRates(text).find(why), std::string::npos) << text << ErrorOfRates(text);
    }
}

} // namespace
} // namespace dht
