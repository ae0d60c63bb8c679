/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "network-file.h"

#include <gtest/gtest.h>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

/// Files of the formats in which delays are published, and their recognition.

namespace dht
{
namespace
{

/// @param text A file. @param options How to read it. @return What is read.
HostNetwork
Read(const std::string& text, const NetworkFileOptions& options = {})
{
    std::istringstream in(text);
    return ReadNetwork(in, options);
}

/// @param unit What numbers are. @param missing What to do about missing ones. @return Options.
NetworkFileOptions
In(const std::string& unit, MissingDelays missing = MissingDelays::kRefuse)
{
    NetworkFileOptions options;
    options.unit = unit;
    options.missing = missing;
    return options;
}

/// @param network A network. @return Its delays as a file of rows, in us, without the first line.
std::string
Text(const NetworkState& network, std::size_t hosts)
{
    std::ostringstream text;
    for (std::uint32_t from = 0; from < hosts; ++from)
    {
        for (std::uint32_t to = 0; to < hosts; ++to)
        {
            const Time delay = from == to ? Time(0) : network.delays->Get(from, to);
            text << static_cast<double>(delay.count()) / 1e3 << (to + 1 == hosts ? "\n" : " ");
        }
    }
    return text.str();
}

/// @param text A file. @param options How to read it. @return What is said of it.
std::string
ErrorOf(const std::string& text, const NetworkFileOptions& options = {})
{
    try
    {
        Read(text, options);
    }
    catch (const std::invalid_argument& error)
    {
        return error.what();
    }
    return "it was accepted";
}

/// @param text A file. @param why What is to be said of it. @param options How to read it.
void
ExpectWrong(const std::string& text, const std::string& why, const NetworkFileOptions& options = {})
{
    const std::string error = ErrorOf(text, options);
    EXPECT_NE(error.find(why), std::string::npos) << text << "\n" << error;
}

TEST(NetworkFilesTest, KingsMatrixHasBlanksAndMissingRoundTrips)
{
    const std::string king =
        "0 68000 -1 80000\n68000 0 5000 9000\n-1 5000 0 4000\n80000 9000 4000 0\n";
    ExpectWrong(king, "line 1: a delay is missing (\"-1\")", In("rtt-us"));
    const auto median = Read(king, In("rtt-us", MissingDelays::kMedian));
    EXPECT_EQ(Text(median, 4),
              "0 34000 4500 40000\n34000 0 2500 4500\n4500 2500 0 2000\n40000 4500 2000 0\n");
    EXPECT_EQ(median.replaced, 2u);
    ExpectWrong(king, "0.001 to 4000 ms", In(""));
}

TEST(NetworkFilesTest, MatricesOfTestBedsHaveTabsZerosAndSeconds)
{
    EXPECT_EQ(Text(Read("0\t0.067\t0\n0.066\t0\t0.02\n0.06\t0.022\t0\n",
                        In("rtt-s", MissingDelays::kMedian)),
                   3),
              "0 33500 30000\n33000 0 10000\n30000 11000 0\n");
}

TEST(NetworkFilesTest, TriplesHaveHostsOfAnyNumbersInAnyOrder)
{
    const auto network =
        Read("12 2 5000\n12 7 6000\n2 7 7000\n12 900 9000\n2 900 9000\n900 7 8000\n"
             "7 12 6500\n",
             In("rtt-us"));
    // 2, 7, 12, 900; there is one pair in both directions
    EXPECT_EQ(Text(network, 4),
              "0 3500 2500 4500\n3500 0 3250 4000\n2500 3000 0 4500\n4500 4000 4500 0\n");
    EXPECT_EQ(Text(Read("b,a,5\na,c,7\nb,c,8\nc,b,9\n", In("us")), 3), "0 5 8\n5 0 7\n9 7 0\n");
}

TEST(NetworkFilesTest, TriplesThatAreWrongAreRefused)
{
    const std::string some = "1 2 5000\n1 3 6000\n2 3 7000\n";
    ExpectWrong(some + "3 4 5000\n", "--delay-unit");
    ExpectWrong(some + "3 2 7000\n2 1 5000\n1 2 5000\n",
                "line 6: the pair 1 2 is there twice, also on line 1",
                In("us"));
    ExpectWrong(some + "1 4 -1\n", "line 4: a delay is missing", In("us"));
    ExpectWrong(some + "1 4 7000\n", "from host 2 to host 4 is missing, one of 4", In("us"));
    ExpectWrong(some + "1 4\n", "line 4", In("us"));
    ExpectWrong(some + "1 4 5 6\n", "line 4", In("us"));
    ExpectWrong(some + "1 4 x\n", "line 4: not a number: x", In("us"));
}

TEST(NetworkFilesTest, ATableNamesItsColumnsAndMayHaveAPairOften)
{
    const std::string pings =
        "\"source\",\"destination\",\"timestamp\",\"min\",\"avg\",\"max\",\"mdev\"\n"
        "\"4\",\"19\",\"2020-07-19 00:05:05\",\"10\",\"12.5\",\"20\",\"1\"\n"
        "\"19\",\"4\",\"2020-07-19 00:05:06\",\"11\",\"14\",\"20\",\"1\"\n"
        "\"4\",\"19\",\"2020-07-19 00:35:05\",\"10\",\"13.5\",\"20\",\"1\"\n"
        "\"4\",\"4\",\"2020-07-19 00:35:06\",\"0\",\"0\",\"0\",\"0\"\n";
    EXPECT_EQ(Text(Read(pings, In("rtt-ms")), 2), "0 6500\n7000 0\n");
    NetworkFileOptions least = In("rtt-ms");
    least.column = "MIN";
    EXPECT_EQ(Text(Read(pings, least), 2), "0 5000\n5500 0\n");
    least.column = "median";
    ExpectWrong(pings, "line 1: no column is called median", least);
    ExpectWrong("from;to;colour\n", "line 1: no column is called avg", In("ms"));
    ExpectWrong("0,1\n1,0\n", "columns have no names", least);
}

TEST(NetworkFilesTest, ThreeLinesOfThreeNumbersAreAMatrixUnlessNamedTriples)
{
    const std::string text = "1 2 5\n2 3 6\n1 3 7\n";
    EXPECT_EQ(Text(Read(text, In("us")), 3), "0 2 5\n2 0 6\n1 3 0\n");
    NetworkFileOptions triples = In("us");
    triples.format = "pairs";
    EXPECT_EQ(Text(Read(text, triples), 3), "0 5 7\n5 0 6\n7 6 0\n");
}

const std::string kGml = "graph [\n"
                         "  directed 0\n"
                         "  node [ id 3 label \"a [ in\nParis\" host_bandwidth_down \"100 Mbit\"\n"
                         "    host_bandwidth_up \"64 Kibit\" graphics [ x 1 y \"2\" ] ]\n"
                         "  node [ id 5 host_bandwidth_up \"1 Gbit\" ]\n"
                         "  node\n  [\n id 7\n]\n"
                         "  edge [ source 3 target 3 latency \"1 ms\" packet_loss 0.3 ]\n"
                         "  edge [ source 3 target 5 latency \"10 ms\" packet_loss 0.1 ]\n"
                         "  edge [ source 5 target 7 latency \"500us\" packet_loss 0.2 ]\n"
                         "  edge [ source 3 target 7 latency \"30 ms\" jitter \"1 ms\" ]\n"
                         "]\n";

TEST(NetworkFilesTest, AGraphOfShadowHasShortestWaysRatesAndLosses)
{
    const auto network = Read(kGml);
    EXPECT_EQ(Text(network, 3), "0 10000 10500\n10000 0 500\n10500 500 0\n");
    ASSERT_EQ(network.rates.size(), 3u);
    EXPECT_EQ(network.rates[0].up, 65536);
    EXPECT_EQ(network.rates[0].down, 1e8);
    EXPECT_EQ(network.rates[1].up, 1e9);
    EXPECT_EQ(network.rates[1].down, 0);
    ASSERT_EQ(network.losses.size(), 9u);
    EXPECT_NEAR(network.losses[1], 0.1, 1e-6);
    EXPECT_NEAR(network.losses[2], 1 - 0.9 * 0.8, 1e-6);
    EXPECT_NEAR(network.losses[7], 0.2, 1e-6);
    EXPECT_EQ(network.notes, std::vector<std::string>{"jitter of the edges"});
}

TEST(NetworkFilesTest, EdgesOfADirectedGraphGoOneWay)
{
    const std::string text = "graph [ directed 1 node [ id 1 ] node [ id 2 ]\n"
                             "edge [ source 1 target 2 latency \"2 ms\" ]\n";
    EXPECT_EQ(Text(Read(text + "edge [ source 2 target 1 latency \"3 ms\" ] ]"), 2),
              "0 2000\n3000 0\n");
    ExpectWrong(text + "]", "from node 2 to node 1 is missing");
}

TEST(NetworkFilesTest, GraphsThatAreWrongAreRefused)
{
    ExpectWrong("graph [\n", "no graph of two nodes");
    ExpectWrong("graph [ node [ id 1 ] node [ id 2 ]\n", "it ends within graph [");
    ExpectWrong("graph [\nnode [ ] ]\n", "line 2: this node has no id");
    ExpectWrong("graph [\nnode [ id 1 ] node [ id 1 ] ]\n", "line 2: there are two nodes 1");
    ExpectWrong("graph [ ] ]\n", "line 1: a ] without a [");
    ExpectWrong("graph [ node [ id ] ]\n", "line 1: there is no value for id");
    const std::string two = "graph [ node [ id 1 ] node [ id 2 ]\n edge [ source 1 target ";
    ExpectWrong(two + "3 latency \"1 ms\" ] ]\n", "line 2: there is no node 3");
    ExpectWrong(two + "2 ] ]\n", "line 2: this edge has no latency");
    ExpectWrong(two + "2 latency 10 ] ]\n", "line 2: not a delay up to 4 s, with its unit");
    ExpectWrong(two + "2 latency \"10 h\" ] ]\n", "line 2: not a delay");
    ExpectWrong(two + "2 latency \"1 ms\" packet_loss 2 ] ]\n", "line 2: not a share");
    ExpectWrong("graph [ node [ id 1 host_bandwidth_up 5 ] ]\n", "line 1: not a rate");
    ExpectWrong(two + "2 latency \"1 ms\" ] ]", "a unit beside each number", In("ms"));
}

const std::string kServices = "<experiment boot='kollaps:2.0'><services>\n"
                              "<service name='dashboard' supervisor='true'/>\n"
                              "<service name='client' replicas='2'/><service name='server'/>\n"
                              "</services><bridges><bridge name='s1'/><bridge name='s2'/></bridges>"
                              "<links>\n"
                              "<link origin='client' dest='s1' latency='10' upload='10Mbps' "
                              "download='100Mbps' drop='0.1'/>\n"
                              "<link origin='s1' dest='s2' latency='20' upload='60Mbps' "
                              "download='60Mbps'/>\n"
                              "<link origin='s2' dest='server' latency='5.5' upload='1Gbps' "
                              "download='50Mbps'/>\n</links>";

TEST(NetworkFilesTest, ATopologyOfKollapsHasHostsRatesLossesAndAScheduleOfLinks)
{
    const auto network =
        Read(kServices + "<dynamic><schedule name='client' time='0.0' action='join'/>"
                         "<schedule origin='client' dest='s1' time='5.5' latency='15' "
                         "upload='5Mbps'/>"
                         "<schedule origin='s1' dest='s2' time='2' drop='0.5'/>"
                         "</dynamic></experiment>\n");
    EXPECT_EQ(Text(network, 3), "0 20000 35500\n20000 0 35500\n35500 35500 0\n");
    ASSERT_EQ(network.rates.size(), 3u);
    EXPECT_EQ(network.rates[1].up, 1e7);
    EXPECT_EQ(network.rates[1].down, 1e8);
    EXPECT_EQ(network.rates[2].up, 5e7); // to s2, which is the link's origin
    EXPECT_EQ(network.rates[2].down, 1e9);
    EXPECT_NEAR(network.losses[1], 1 - 0.9 * 0.9, 1e-6);
    EXPECT_NEAR(network.losses[2], 0.1, 1e-6);
    ASSERT_EQ(network.changes.size(), 2u);
    EXPECT_EQ(network.changes[0].at, FromSeconds(2));
    EXPECT_NEAR(network.changes[0].state.losses[2], 1 - 0.9 * 0.5, 1e-6);
    EXPECT_EQ(network.changes[0].state.rates[0].up, 1e7);
    EXPECT_EQ(network.changes[1].at, FromSeconds(5.5));
    EXPECT_EQ(Text(network.changes[1].state, 3), "0 30000 40500\n30000 0 40500\n40500 40500 0\n");
    EXPECT_EQ(network.changes[1].state.rates[0].up, 5e6);
    EXPECT_EQ(network.changes[1].state.rates[0].down, 1e8);
    EXPECT_EQ(network.notes.size(), 1u);
}

TEST(NetworkFilesTest, ALinkOfKollapsWithoutADownloadGoesOneWay)
{
    const std::string services = "<experiment><services><service name='a'/><service name='b'/>"
                                 "</services><links><link origin='a' dest='b' latency='3' "
                                 "upload='1Mbps'/>";
    ExpectWrong(services + "</links></experiment>", "from b to a is missing");
    EXPECT_EQ(Text(Read(services + "<link origin='b' dest='a' latency='4' upload='1Mbps'/></links>"
                                   "</experiment>"),
                   2),
              "0 3000\n4000 0\n");
}

TEST(NetworkFilesTest, HostsThatAreLeftKeepTheirRatesAndLosses)
{
    const auto network =
        Read("graph [ directed 1 node [ id 1 ]\n"
             "node [ id 2 host_bandwidth_up \"2 Mbit\" ] node [ id 3 host_bandwidth_up \"3 Mbit\" ]"
             "node [ id 4 host_bandwidth_up \"4 Mbit\" ]\n"
             "edge [ source 2 target 3 latency \"1 ms\" packet_loss 0.1 ]\n"
             "edge [ source 3 target 4 latency \"2 ms\" packet_loss 0.2 ]\n"
             "edge [ source 4 target 2 latency \"3 ms\" packet_loss 0.3 ] ]\n",
             In("", MissingDelays::kDrop));
    ASSERT_EQ(network.hosts, 3u);
    EXPECT_EQ(network.dropped, 1u);
    EXPECT_EQ(network.rates[1].up, 3e6);
    EXPECT_NEAR(network.losses[0 * 3 + 1], 0.1, 1e-6);
    EXPECT_NEAR(network.losses[1 * 3 + 2], 0.2, 1e-6);
    EXPECT_NEAR(network.losses[2 * 3 + 1], 1 - 0.7 * 0.9, 1e-6);
}

TEST(NetworkFilesTest, TopologiesThatAreWrongAreRefused)
{
    ExpectWrong("<experiment>\n\n# no comment of XML\n<services>\n<service name='a", "line 5");
    ExpectWrong("<experiment>\n<services>\n<service name='a", "line 3");
    ExpectWrong("<experiment></experiment>", "no two services");
    ExpectWrong("<experiment><services><service/></services></experiment>",
                "service 1 of services: it has no attribute name");
    ExpectWrong("<experiment><services><service name='a' replicas='0'/></services></experiment>",
                "not a number of replicas: 0");
    ExpectWrong("<experiment><services><service name='a'/><service name='b'/></services><links>"
                "<link origin='a' dest='c' latency='1' upload='1Mbps'/></links></experiment>",
                "link 1 of links: there is no node c");
    const auto withEvent = [](const std::string& event) {
        return kServices + "<dynamic><schedule " + event + "/></dynamic></experiment>";
    };
    ExpectWrong(withEvent("origin='s1' dest='s2' latency='3'"), "schedule 1 of dynamic: it has no");
    ExpectWrong(withEvent("origin='s1' dest='s2' time='-1'"), "not a time in seconds: -1");
    ExpectWrong(withEvent("origin='s2' dest='s1' time='1'"), "there is no such link");
    ExpectWrong(withEvent("origin='s1' dest='s2' time='1' action='leave'"), "but not leave");
    ExpectWrong(withEvent("origin='s1' dest='s2' time='1' latency='x'"), "not a delay");
    ExpectWrong(withEvent("origin='s1' dest='s2' time='1' upload='3'"), "not a rate");
}

TEST(NetworkFilesTest, CoordinatesOfOversimAreDistances)
{
    const std::string two = "<?xml version='1.0'?>\n<nodelist dimensions='3'>"
                            "<node ip='1'><coord>1</coord><coord>2</coord><coord>3</coord></node>"
                            "<node ip='2'><coord> 31.0</coord><coord>-38</coord><coord>3</coord>"
                            "</node>";
    EXPECT_EQ(Text(Read(two + "</nodelist>"), 2), "0 50000\n50000 0\n");
    EXPECT_EQ(Text(Read(two + "</nodelist>", In("rtt-ms")), 2), "0 25000\n25000 0\n");
    ExpectWrong(two + "<node><coord>5</coord></node></nodelist>", "element 3, node, has 1");
    ExpectWrong(two + "<node><coord>x</coord></node></nodelist>", "not a coordinate: x");
    ExpectWrong(two + "</nodelist>", "up to 4 s", In("s"));
    ExpectWrong("<graphml><graph/></graphml>", "neither a topology of Kollaps");
}

TEST(NetworkFilesTest, WhatIsNoFileOfDelaysIsRefusedAtItsBeginning)
{
    ExpectWrong("", "there are no delays");
    ExpectWrong("# nothing\n\n", "there are no delays");
    ExpectWrong(std::string("0,1\n1,\0\n", 8), "line 2: it is no text");
    ExpectWrong(std::string(std::size_t{1} << 22, '7'), "line 1: it has more than");
    ExpectWrong("Lorem ipsum dolor\nsit amet, consetetur\n", "line 2: not a number");
}

TEST(NetworkFilesTest, WrittenRowsSayTheirUnitAndAreTheSameWhenRead)
{
    const auto network = Read("0,1.234567,2\n3,0,20.5\n5,6.1,0\n");
    std::ostringstream out;
    WriteRows(network, out);
    const auto again = Read(out.str());
    for (std::uint32_t from = 0; from < 3; ++from)
    {
        for (std::uint32_t to = 0; to < 3; ++to)
        {
            EXPECT_TRUE(from == to || again.delays->Get(from, to) == network.delays->Get(from, to));
        }
    }
    ExpectWrong(out.str(), "says that its unit is ns", In("ms"));
    EXPECT_EQ(Text(Read(out.str(), In("ns")), 3), Text(network, 3));
}

} // namespace
} // namespace dht
