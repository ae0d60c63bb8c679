/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "access-delays.h"
#include "coordinate-delays.h"
#include "delay-matrix.h"
#include "split-mix-random.h"

#include <gtest/gtest.h>
#include <sstream>
#include <stdexcept>
#include <string>

/// Delays between peers.

namespace dht
{
namespace
{

TEST(PeerDelaysTest, DelaysOfAccessLinksAddUp)
{
    SplitMixRandom random(1, 1);
    const AccessDelays delays(100, FromSeconds(0.005), FromSeconds(0.015), random);
    Time least = kNever;
    Time most(0);
    for (std::uint32_t i = 0; i < 100; ++i)
    {
        for (std::uint32_t j = 0; j < 100; ++j)
        {
            // a + b + c + d, whichever way they are paired
            EXPECT_EQ(delays.Get(i, j) + delays.Get(7, 3), delays.Get(i, 7) + delays.Get(j, 3));
            least = std::min(least, delays.Get(i, j));
            most = std::max(most, delays.Get(i, j));
        }
    }
    EXPECT_GE(least, delays.Least());
    EXPECT_EQ(delays.Least(), FromSeconds(0.01));
    EXPECT_LT(least, FromSeconds(0.012));
    EXPECT_GT(most, FromSeconds(0.028));
    EXPECT_LE(most, FromSeconds(0.03));
}

TEST(PeerDelaysTest, CoordinatesGiveDistances)
{
    SplitMixRandom random(1, 1);
    const CoordinateDelays delays(60, FromSeconds(0.01), FromSeconds(0.21), random);
    for (std::uint32_t i = 0; i < 60; ++i)
    {
        EXPECT_EQ(delays.Get(i, i), FromSeconds(0.01));
        for (std::uint32_t j = 0; j < 60; ++j)
        {
            EXPECT_EQ(delays.Get(i, j), delays.Get(j, i));
            EXPECT_LE(delays.Get(i, j), FromSeconds(0.21));
            // no way round is shorter
            EXPECT_LE(delays.Get(i, j) + delays.Least(),
                      delays.Get(i, 5) + delays.Get(5, j) + Time(2));
        }
    }
}

TEST(PeerDelaysTest, AMatrixIsRead)
{
    std::istringstream text("# ms\n0, 10, 20.5\n11, 0, 21\n\n12, 22, 0\n");
    const DelayMatrix delays(text, 3);
    EXPECT_EQ(delays.Get(0, 2), FromSeconds(0.0205));
    EXPECT_EQ(delays.Get(1, 0), FromSeconds(0.011));
    EXPECT_EQ(delays.Get(2, 1), FromSeconds(0.022));
    EXPECT_EQ(delays.Least(), FromSeconds(0.01));
}

/// A matrix that cannot be right, and what is said of it.
struct WrongMatrix
{
    const char* text; ///< Its file.
    const char* why;  ///< Part of the message.
};

class WrongMatrixTest : public testing::TestWithParam<WrongMatrix>
{
};

TEST_P(WrongMatrixTest, IsRefusedWithTheLineThatIsWrong)
{
    std::istringstream text(GetParam().text);
    try
    {
        const DelayMatrix delays(text, 2);
        FAIL() << "it was accepted";
    }
    catch (const std::invalid_argument& error)
    {
        EXPECT_NE(std::string(error.what()).find(GetParam().why), std::string::npos)
            << error.what();
    }
}

INSTANTIATE_TEST_SUITE_P(Files,
                         WrongMatrixTest,
                         testing::Values(WrongMatrix{"", "0 lines"},
                                         WrongMatrix{"0,1\n", "1 lines"},
                                         WrongMatrix{"0,1\n1,0\n1,1\n", "3 lines"},
                                         WrongMatrix{"0,1\n1\n", "line 2: it has 1 delays"},
                                         WrongMatrix{"0,1,2\n1,0\n", "line 1: it has 3 delays"},
                                         WrongMatrix{"0,x\n1,0\n", "line 1: not a number"},
                                         WrongMatrix{"0,1 2\n1,0\n", "line 1: not a number"},
                                         WrongMatrix{"0,nan\n1,0\n", "line 1"},
                                         WrongMatrix{"0,0\n1,0\n", "line 1: a delay is from"},
                                         WrongMatrix{"0,-1\n1,0\n", "line 1: a delay is from"},
                                         WrongMatrix{"0,1e-7\n1,0\n", "line 1: a delay is from"},
                                         WrongMatrix{"0,1\n4001,0\n", "line 2: a delay is"}));

} // namespace
} // namespace dht
