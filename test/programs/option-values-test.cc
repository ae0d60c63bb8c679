/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-option-error.h"
#include "dht-option-values.h"

#include <gtest/gtest.h>
#include <string>

namespace dht
{

namespace
{

/// @param text A value of --time. @return What is said of it.
std::string
SaidOf(const std::string& text)
{
    try
    {
        ParseSeconds("time", text);
    }
    catch (const OptionError& error)
    {
        return error.what();
    }
    return "";
}

TEST(OptionValuesTest, ADurationIsANumberAndAUnit)
{
    EXPECT_EQ(ParseSeconds("time", "5s"), 5);
    EXPECT_EQ(ParseSeconds("time", "-20ms"), -0.02);
    EXPECT_EQ(ParseSeconds("time", "1.5min"), 90);
    EXPECT_EQ(ParseSeconds("time", "1e-3h"), 3.6);
}

TEST(OptionValuesTest, ANumberWithoutItsUnitIsRefusedUnlessItIsZero)
{
    EXPECT_EQ(SaidOf("5"), "--time=5: has no unit: write 5s or 5ms");
    EXPECT_EQ(SaidOf("-0.5"), "--time=-0.5: has no unit: write -0.5s or -0.5ms");
    EXPECT_EQ(ParseSeconds("time", "0"), 0);
    EXPECT_EQ(ParseSeconds("time", "0.0"), 0);
}

TEST(OptionValuesTest, WhatIsNoDurationIsRefused)
{
    for (const char* text : {"", "s", "soon", "nan", "inf", "nans", "5 s", "5parsecs", "300h"})
    {
        EXPECT_NE(SaidOf(text).find("allowed is a duration such as 1.5s"), std::string::npos)
            << text << ": " << SaidOf(text);
    }
}

} // namespace

} // namespace dht
