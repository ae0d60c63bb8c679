/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "delay-matrix.h"
#include "network-file.h"

#include <gtest/gtest.h>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>

/// Files of delays: matrices and topologies of p2psim, right and wrong ones.

namespace dht
{
namespace
{

/// @param format How a file is written. @param text The file. @param unit What its numbers are;
/// empty: not said. @param missing What to do where a delay is missing. @return What is read.
HostNetwork
ReadText(const std::string& format,
         const std::string& text,
         const std::string& unit = "",
         MissingDelays missing = MissingDelays::kRefuse)
{
    std::istringstream in(text);
    NetworkFileOptions options;
    options.format = format;
    options.unit = unit;
    options.missing = missing;
    return ReadNetwork(in, options);
}

/// @param network A network. @return Its delays in us, host by host, without those of hosts to
/// themselves.
std::string
DelaysOf(const HostNetwork& network)
{
    std::ostringstream text;
    for (std::uint32_t from = 0; from < network.hosts; ++from)
    {
        for (std::uint32_t to = 0; to < network.hosts; ++to)
        {
            if (from != to)
            {
                text << ToSeconds(network.delays->Get(from, to)) * 1e6 << ' ';
            }
        }
    }
    return text.str();
}

/// @param read Reads a file that is wrong. @return What is said of it.
template <typename Read>
std::string
ErrorOfDelays(const Read& read)
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
    const auto network = ReadText("rows", "# ms\n0, 10, 20.5\n11, 0, 21\r\n\n12, 22, 0\n");
    EXPECT_EQ(network.hosts, 3u);
    EXPECT_EQ(DelaysOf(network), "10000 20500 11000 21000 12000 22000 ");
    EXPECT_EQ(network.delays->Least(), FromSeconds(0.01));
}

TEST(DelayFilesTest, UnitsAreOneWayOrRoundTrips)
{
    for (const auto& [unit, value] : {std::pair<const char*, const char*>{"ms", "10"},
                                      {"s", "0.01"},
                                      {"us", "10000"},
                                      {"ns", "1e7"},
                                      {"rtt-s", "+2e-2"},
                                      {"rtt-ms", "20"},
                                      {"rtt-us", "20000"},
                                      {"rtt-ns", "20000000"}})
    {
        const auto network =
            ReadText("rows", std::string("0,") + value + "\n" + value + ",0\n", unit);
        EXPECT_EQ(network.delays->Get(0, 1), FromSeconds(0.01)) << unit;
    }
    EXPECT_THROW(DelayUnit("h"), std::invalid_argument);
}

/// A matrix of the delays 1, 2, 3 in the first row, 4, 5, 6 in the second.
class SameRowsTest : public testing::TestWithParam<const char*>
{
};

TEST_P(SameRowsTest, WhateverIsBetweenAndAroundTheNumbers)
{
    EXPECT_EQ(DelaysOf(ReadText("rows", GetParam(), "us")), "2 3 4 6 7 8 ") << GetParam();
}

INSTANTIATE_TEST_SUITE_P(
    Files,
    SameRowsTest,
    testing::Values("0,2,3\n4,0,6\n7,8,0\n",
                    "0,2,3\n4,0,6\n7,8,0",
                    "\xef\xbb\xbf"
                    "0,2,3\r\n4,0,6\r\n7,8,0\r\n",
                    "0\t2\t3\n4\t0\t6\n7\t8\t0\n",
                    "0\t2\t3\t\n4\t0\t6\t\n7\t8\t0\t\n",
                    "0;2;3\n4;-;6\n7;8;x\n",
                    "  0   2 3  \n 4 0    6\n7 8 0\n",
                    "nan,2,3,\n4,nan,6,\n7,8,nan,\n",
                    "\"0\",\"2\",\"3\"\n\"4\",\"0\",\"6\"\n\"7\",\"8\",\"0\"\n",
                    "a,b,c\n0,2,3\n4,0,6\n7,8,0\n",
                    ",a,b,c\na,0,2,3\nb,4,0,6\nc,7,8,0\n",
                    "host a b c\na 0 2 3\nb 4 0 6\nc 7 8 0\n",
                    "a b c\na 0 2 3\nb 4 0 6\nc 7 8 0\n",
                    "a,0,2,3\nb,4,0,6\nc,7,8,0\n",
                    ",0,1,2\n0,0,2,3\n1,4,0,6\n2,7,8,0\n",
                    ",1,2,3\n1,0,2,3\n2,4,0,6\n3,7,8,0\n"));

TEST(DelayFilesTest, WhatIsMissingIsRefusedReplacedOrLeftOut)
{
    for (const char* nothing : {"", "-1", "0", "nan", "NA", "null", "inf", "-", "-0.5", "5000000"})
    {
        // from host 1 to 3, with another direction; between 2 and 4, without
        const std::string none = nothing;
        const std::string text = "0,"
                                 "2," +
                                 none + ",9\n4,0,6," + none + "\n7,8,0,5\n3," + none + ",1,0\n";
        EXPECT_NE(ErrorOfDelays([&] { ReadText("rows", text, "us"); }).find("line 1: a delay is"),
                  std::string::npos)
            << nothing;
        const auto median = ReadText("rows", text, "us", MissingDelays::kMedian);
        EXPECT_EQ(DelaysOf(median), "2 7 9 4 6 6 7 8 5 3 6 1 ") << nothing;
        EXPECT_EQ(median.replaced, 3u);
        EXPECT_EQ(DelaysOf(ReadText("rows", text, "us", MissingDelays::kMean)),
                  "2 7 9 4 6 5.2 7 8 5 3 5.2 1 ");
        const auto drop = ReadText("rows", text, "us", MissingDelays::kDrop);
        EXPECT_EQ(drop.hosts, 3u);
        EXPECT_EQ(drop.dropped, 1u);
        EXPECT_EQ(DelaysOf(drop), "7 9 7 5 3 1 ");
    }
}

TEST(DelayFilesTest, AFileWithoutMostOfItsDelaysIsRefused)
{
    for (const auto missing : {MissingDelays::kMedian, MissingDelays::kMean, MissingDelays::kDrop})
    {
        EXPECT_NE(ErrorOfDelays([&] {
                      ReadText("rows", "0,-1,2\n-1,0,-1\n2,-1,0\n", "us", missing);
                  }).find("more than half"),
                  std::string::npos);
    }
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
    const std::string error = ErrorOfDelays([] { ReadText("rows", GetParam().text); });
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
                    WrongFile{"0,\n1,0\n", "line 1: the last delay is missing"},
                    WrongFile{"0,1,2\n1,0, \n1,2,0\n", "line 2: the last delay is missing"},
                    WrongFile{"0,1 2\n1,0\n", "line 1: not a number"},
                    WrongFile{"0,nan\n1,0\n", "line 1: a delay is missing (\"nan\")"},
                    WrongFile{"0,-1\n1,0\n", "--delay-missing"},
                    WrongFile{"0,1,\n1,0,2\n1,2,0\n", "line 1: the last delay is missing"},
                    WrongFile{"0;1,5\n1;0\n", "line 1: not a number: 1,5"},
                    WrongFile{"0,\"1,234\"\n1,0\n", "line 1: not a number: 1,234"},
                    WrongFile{"0,0x10\n1,0\n", "line 1: not a number"},
                    WrongFile{"0,1e-7\n1,0\n", "line 1: a delay is from"},
                    WrongFile{"#\n\n0,1\n4001,0\n", "line 4: a delay is"}));

TEST(DelayFilesTest, TooManyHostsAreRefused)
{
    EXPECT_NE(ErrorOfDelays([] {
                  ReadText("rows", std::string(20000, ',') + "\n");
              }).find("line 1: it has 20001"),
              std::string::npos);
}

const std::string kTopology = "topology E2EGraph 3\nfailure_model NullFailureModel\n\n";
const std::string kNodes = "node 1\nnode 2\nnode 3\n";

TEST(DelayFilesTest, ATopologyOfP2psimIsRead)
{
    EXPECT_EQ(DelaysOf(ReadText("p2psim",
                                "# King\n" + kTopology + "one more line\n" + kNodes +
                                    "1,2 67000\n1,3 5\n2,3 0\n",
                                "us")),
              "67000 5 67000 1 5 1 "); // 0 is 1, as p2psim itself has it
    EXPECT_EQ(ReadText("p2psim", kTopology + "1,2 8\n1,3 9\n2,3 7\n", "rtt-ms").delays->Get(1, 2),
              FromSeconds(0.0035));
}

TEST(DelayFilesTest, AMissingPairOfP2psimMayHaveTheMedian)
{
    const std::string begin = "topology E2EGraph 4\n1,2 7\n1,3 9\n1,4 8\n2,3 -1\n";
    const auto network = ReadText("p2psim", begin, "us", MissingDelays::kMedian);
    EXPECT_EQ(DelaysOf(network), "7 9 8 7 8 8 9 8 8 8 8 8 ");
    EXPECT_EQ(network.delays->Least(), FromSeconds(7e-6));
    EXPECT_NE(ErrorOfDelays([&] {
                  ReadText("p2psim", begin, "us");
              }).find("line 5: a delay is missing (\"-1\")"),
              std::string::npos);
    EXPECT_NE(ErrorOfDelays([] {
                  ReadText("p2psim", "topology E2EGraph 3\n1,2 5\n1,3 5\n", "us");
              }).find("from node 2 to node 3 is missing, one of 2"),
              std::string::npos);
    EXPECT_NE(ErrorOfDelays([] {
                  ReadText("p2psim", "topology E2EGraph 2\nnode 1\n", "us", MissingDelays::kMedian);
              }).find("more than half"),
              std::string::npos);
    EXPECT_NE(ErrorOfDelays([&] { ReadText("p2psim", begin); }).find("--delay-unit"),
              std::string::npos);
}

class WrongTopologyTest : public testing::TestWithParam<WrongFile>
{
};

TEST_P(WrongTopologyTest, IsRefusedWithTheLineThatIsWrong)
{
    const std::string error = ErrorOfDelays([] { ReadText("p2psim", GetParam().text, "us"); });
    EXPECT_NE(error.find(GetParam().why), std::string::npos) << error;
}

#define THREE "topology E2EGraph 3\nnode 1\n"

INSTANTIATE_TEST_SUITE_P(
    Files,
    WrongTopologyTest,
    testing::Values(WrongFile{"", "no delays"},
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
                    WrongFile{THREE "1,2 -1\n", "line 3: a delay is missing (\"-1\")"},
                    WrongFile{THREE "1,2 5000000\n", "line 3: a delay is"},
                    WrongFile{THREE "1 2 3\n", "line 3: not a node"},
                    WrongFile{THREE "1,2 5\n1,3 5\n",
                              "the delay from node 2 to node 3 is missing, one of 2"}));

} // namespace
} // namespace dht
