/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fragments-found.h"

#include <gtest/gtest.h>

/// Why a block cannot be given back, in words.

namespace dht
{
namespace
{

/// @param found Fragments that came. @param needed Fragments that the block needs. @param liars How
/// many are wrong for sure. @return Of a get that has failed.
FetchReport
FailedGet(std::size_t found, std::size_t needed, std::size_t liars)
{
    FetchReport report;
    report.found = found;
    report.needed = needed;
    report.liars.resize(liars);
    return report;
}

TEST(FragmentsFoundTest, TooFewMayBecomeMore)
{
    EXPECT_EQ(FragmentsFound(FailedGet(1, 7, 0)), "only 1 of 7 fragments was found");
    EXPECT_EQ(FragmentsFound(FailedGet(6, 7, 0)), "only 6 of 7 fragments were found");
    EXPECT_EQ(FragmentsFound(FailedGet(6, 7, 1)),
              "only 6 of 7 fragments were found, of which 1 is wrong");
    EXPECT_EQ(FragmentsFound(FailedGet(6, 7, 2)),
              "only 6 of 7 fragments were found, of which 2 are wrong");
    EXPECT_TRUE(AreTooFew(FailedGet(6, 7, 2)));
}

TEST(FragmentsFoundTest, OfEnoughSomeAreOfNoUse)
{
    EXPECT_EQ(FragmentsFound(FailedGet(1, 1, 1)), "the only fragment that was found is wrong");
    EXPECT_EQ(FragmentsFound(FailedGet(5, 1, 5)),
              "5 fragments were found, but none of them gives the block: 5 are wrong");
    EXPECT_EQ(FragmentsFound(FailedGet(7, 7, 1)),
              "7 fragments were found, but no 7 of them give the block: 1 is wrong");
    EXPECT_EQ(
        FragmentsFound(FailedGet(5, 2, 0)),
        "5 fragments were found, but no 2 of them give the block: some are wrong, or say the same");
    EXPECT_FALSE(AreTooFew(FailedGet(7, 7, 1)));
}

TEST(FragmentsFoundTest, WhatWasNotTriedIsNotSaidToBeOfNoUse)
{
    FetchReport report = FailedGet(20, 7, 2);
    report.isGivenUp = true;
    EXPECT_EQ(FragmentsFound(report),
              "20 fragments were found, but no 7 of those tried give the block: 2 are wrong");
}

} // namespace
} // namespace dht
