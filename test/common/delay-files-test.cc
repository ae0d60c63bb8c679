/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "delay-rows.h"
#include "p2psim-delays.h"

#include <gtest/gtest.h>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>

/// Files of delays, right and wrong ones.

namespace dht
{
namespace
{

/// @param text A file of rows. @param unit What its numbers are. @return What is read.
std::unique_ptr<DelayMatrix>
Rows(const std::string& text, const std::string& unit = "ms")
{
    std::istringstream in(text);
    return ReadDelayRows(in, DelayUnit(unit));
}

/// @param text A file of p2psim. @param missing What to do where a delay is missing. @param unit
/// What its numbers are. @return What is read.
std::unique_ptr<DelayMatrix>
P2psim(const std::string& text,
       MissingDelays missing = MissingDelays::kRefuse,
       const std::string& unit = "us")
{
    std::istringstream in(text);
    return ReadP2psimDelays(in, DelayUnit(unit), missing);
}

/// @param read Reads a file that is wrong. @return What is said of it.
template <typename Read>
std::string
ErrorOf(const Read& read)
{
    try
    {
        read();
    }
    catch (const std::invalid_argument& error)
    {
        return error.what();
    }
    return "it was accepted";
}

TEST(DelayFilesTest, RowsAreRead)
{
    const auto delays = Rows("# ms\n0, 10, 20.5\n11, 0, 21\r\n\n12, 22, 0\n");
    EXPECT_EQ(delays->Size(), 3u);
    EXPECT_EQ(delays->Get(0, 2), FromSeconds(0.0205));
    EXPECT_EQ(delays->Get(1, 0), FromSeconds(0.011));
    EXPECT_EQ(delays->Get(1, 2), FromSeconds(0.021));
    EXPECT_EQ(delays->Get(2, 1), FromSeconds(0.022));
    EXPECT_EQ(delays->Least(), FromSeconds(0.01));
}

TEST(DelayFilesTest, UnitsAreOneWayOrRoundTrips)
{
    for (const auto& [unit, value] : {std::pair<const char*, const char*>{"ms", "10"},
                                      {"us", "10000"},
                                      {"rtt-ms", "20"},
                                      {"rtt-us", "20000"}})
    {
        const auto delays = Rows(std::string("0,") + value + "\n" + value + ",0\n", unit);
        EXPECT_EQ(delays->Get(0, 1), FromSeconds(0.01)) << unit;
    }
    EXPECT_THROW(DelayUnit("s"), std::invalid_argument);
}

/// A file that cannot be right, and what is said of it.
struct WrongFile
{
    const char* text; ///< The file's content.
    const char* why;  ///< Part of the message.
};

class WrongRowsTest : public testing::TestWithParam<WrongFile>
{
};

TEST_P(WrongRowsTest, AreRefusedWithTheLineThatIsWrong)
{
    const std::string error = ErrorOf([] { Rows(GetParam().text); });
    EXPECT_NE(error.find(GetParam().why), std::string::npos) << error;
}

INSTANTIATE_TEST_SUITE_P(
    Files,
    WrongRowsTest,
    testing::Values(WrongFile{"", "no delays"},
                    WrongFile{"# nothing\n", "no delays"},
                    WrongFile{"0\n", "no delays"},
                    WrongFile{"0,1\n", "it has 1 lines"},
                    WrongFile{"0,1\n1,0\n1,1\n", "line 3: there are more lines"},
                    WrongFile{"0,1\n1\n", "line 2: it has 1 delays"},
                    WrongFile{"0,1,2\n1,0\n", "line 2: it has 2 delays, not one for each of 3"},
                    WrongFile{"0,1\n1,0,2\n", "line 2: it has 3 delays"},
                    WrongFile{"0,x\n1,0\n", "line 1: not a number: x"},
                    WrongFile{"0,\n1,0\n", "line 1: "},
                    WrongFile{"0,1,2\n1,0, \n1,2,0\n", "line 2: not a number"},
                    WrongFile{"0,1 2\n1,0\n", "line 1: not a number"},
                    WrongFile{"0,nan\n1,0\n", "line 1: a delay is from"},
                    WrongFile{"0,inf\n1,0\n", "line 1: a delay is from"},
                    WrongFile{"0,0\n1,0\n", "line 1: a delay is from"},
                    WrongFile{"0,-1\n1,0\n", "line 1: a delay is from"},
                    WrongFile{"0,1e-7\n1,0\n", "line 1: a delay is from"},
                    WrongFile{"#\n\n0,1\n4001,0\n", "line 4: a delay is"}));

TEST(DelayFilesTest, TooManyHostsAreRefused)
{
    EXPECT_NE(ErrorOf([] { Rows(std::string(20000, ',') + "\n"); }).find("line 1: it has 20001"),
              std::string::npos);
}

const std::string kTopology = "topology E2EGraph 3\nfailure_model NullFailureModel\n\n";
const std::string kNodes = "node 1\nnode 2\nnode 3\n";

TEST(DelayFilesTest, ATopologyOfP2psimIsRead)
{
    const auto delays =
        P2psim("# King\n" + kTopology + "one more line\n" + kNodes + "1,2 67000\n1,3 5\n2,3 0\n");
    EXPECT_EQ(delays->Size(), 3u);
    EXPECT_EQ(delays->Get(0, 1), FromSeconds(0.067));
    EXPECT_EQ(delays->Get(1, 0), FromSeconds(0.067));
    EXPECT_EQ(delays->Get(2, 0), FromSeconds(5e-6));
    // as p2psim itself has it
    EXPECT_EQ(delays->Get(2, 1), FromSeconds(1e-6));
    EXPECT_EQ(
        P2psim(kTopology + "1,2 8\n1,3 9\n2,3 7\n", MissingDelays::kRefuse, "rtt-ms")->Get(1, 2),
        FromSeconds(0.0035));
}

TEST(DelayFilesTest, AMissingPairOfP2psimMayHaveTheMedian)
{
    const std::string begin = "topology E2EGraph 4\n1,2 7\n1,3 9\n1,4 8\n2,3 -1\n";
    const auto delays = P2psim(begin, MissingDelays::kMedian);
    for (const std::uint32_t to : {2u, 3u})
    {
        EXPECT_EQ(delays->Get(1, to), FromSeconds(8e-6));
        EXPECT_EQ(delays->Get(to, 1), FromSeconds(8e-6));
    }
    EXPECT_EQ(delays->Least(), FromSeconds(7e-6));
    EXPECT_NE(ErrorOf([&] { P2psim(begin); }).find("line 5: the pair 2,3 was not measured: -1"),
              std::string::npos);
    EXPECT_NE(ErrorOf([] {
                  P2psim("topology E2EGraph 2\nnode 1\n", MissingDelays::kMedian);
              }).find("1,2 is missing"),
              std::string::npos);
}

class WrongTopologyTest : public testing::TestWithParam<WrongFile>
{
};

TEST_P(WrongTopologyTest, IsRefusedWithTheLineThatIsWrong)
{
    const std::string error = ErrorOf([] { P2psim(GetParam().text); });
    EXPECT_NE(error.find(GetParam().why), std::string::npos) << error;
}

#define THREE "topology E2EGraph 3\nnode 1\n"

INSTANTIATE_TEST_SUITE_P(
    Files,
    WrongTopologyTest,
    testing::Values(WrongFile{"", "no line \"topology E2EGraph N\""},
                    WrongFile{"node 1\n", "line 1: it has to be"},
                    WrongFile{"topology Euclidean\n", "line 1: it has to be"},
                    WrongFile{"topology E2EGraph\n", "line 1: it has to be"},
                    WrongFile{"topology E2EGraph x\n", "line 1: not a node"},
                    WrongFile{"topology E2EGraph 1\n", "line 1: there is one node"},
                    WrongFile{"topology E2EGraph 99999999\n", "line 1: not a node from 1 to 16384"},
                    WrongFile{"topology E2EGraph 2\nnode 3\n", "line 2: not a node from 1 to 2: 3"},
                    WrongFile{THREE "1,4 5\n", "line 3: not a node"},
                    WrongFile{THREE "0,1 5\n", "line 3: not a node"},
                    WrongFile{THREE "2,1 5\n", "line 3: the lower node"},
                    WrongFile{THREE "2,2 5\n", "line 3: the lower node"},
                    WrongFile{THREE "1,2 5\n1,2 6\n", "line 4: the pair is there twice"},
                    WrongFile{THREE "1,2\n", "line 3: not a number"},
                    WrongFile{THREE "1,2 x\n", "line 3: not a number"},
                    WrongFile{THREE "1,2 nan\n", "line 3: a delay is"},
                    WrongFile{THREE "1,2 -1\n", "line 3: the pair 1,2 was not measured"},
                    WrongFile{THREE "1,2 5000000\n", "line 3: a delay is"},
                    WrongFile{THREE "1 2 3\n", "line 3: not a node"},
                    WrongFile{THREE "1,2 5\n1,3 5\n", "the pair 2,3 is missing, one of 1"}));

} // namespace
} // namespace dht
