/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "program-run.h"

#include <gtest/gtest.h>
#include <string>

/// The options of the program collapse.

namespace
{

class BadOptionTest : public testing::TestWithParam<BadOption>
{
};

TEST_P(BadOptionTest, EndsWithOneLineThatNamesItAndSaysWhatIsAllowed)
{
    ExpectRefused("collapse", GetParam(), "--series");
}

INSTANTIATE_TEST_SUITE_P(
    Collapse,
    BadOptionTest,
    testing::Values(
        BadOption{"--scheme=magic", "--scheme=magic", "none, credit, back-pressure, marking"},
        BadOption{"--peers=1", "--peers=1", "from 2 to"},
        BadOption{"--peers=many", "--peers=many", "whole number"},
        BadOption{"--rate=0kbps", "--rate", "above 0"},
        BadOption{"--rate=fast", "--rate=fast", "600kbps"},
        BadOption{"--rate=600", "--rate=600", "no unit: write 600kbps or 600bps"},
        BadOption{"--rate=600..1000kbps", "--rate=600", "no unit: write 600kbps"},
        BadOption{"--rate=600kbps..1000", "--rate=1000", "no unit: write 1000kbps"},
        BadOption{"--duration=5", "--duration=5", "no unit: write 5s or 5ms"},
        BadOption{"--delay=0..5", "--delay=5", "no unit"},
        BadOption{"--rate=2Mbps..1Mbps", "--rate", "first value must not be above the second"},
        BadOption{"--delay=20parsecs", "--delay", "ms"},
        BadOption{"--delay=-1ms", "--delay", "0s or more"},
        BadOption{"--load=-1", "--load", "from 0"},
        BadOption{"--load=nan", "--load", "from 0"},
        BadOption{"--scheme=none", "--load=0", "above 0"},
        BadOption{"--duration=0s", "--duration", "at least"},
        BadOption{"--message-size=45", "--message-size", "from 46"},
        BadOption{"--message-size=5000", "--message-size", "46 to 4096"},
        BadOption{"--ids=random", "--ids", "even, sha1"},
        BadOption{"--topology=ring", "--topology", "access, star"},
        BadOption{"--transport=udp", "--transport=udp", "tcp, dtl"},
        BadOption{"--transport-priority=0", "--transport-priority", "--transport=dtl"},
        BadOption{"--transport=dtl --transport-window=reno",
                  "--transport-window",
                  "--transport-priority=0"},
        BadOption{"--transport=dtl --routing=iterative", "--transport=dtl", "no links"},
        BadOption{"--lookup-window=stp", "--lookup-window", "--routing=iterative"},
        BadOption{"--routing=iterative --lookup-window=cubic", "--lookup-window", "none, stp, li"},
        BadOption{"--routing=iterative --scheme=none --load=0", "--load=0", "above 0"},
        BadOption{"--ns3::DhtPeerApplication::LookupWindow=Stp", "LookupWindow", "--lookup-window"},
        BadOption{"--bulk=33 --peers=32", "--bulk=33", "--peers=32"},
        BadOption{"--bulk-priority=1", "--bulk-priority", "--bulk"},
        BadOption{"--bulk=1 --bulk-priority=1", "--bulk-priority", "--transport=dtl"},
        BadOption{"--blocks=5", "--blocks", "--ring=joining"},
        BadOption{"--ring=joining --disk-loss=30s", "--disk-loss", "--blocks"},
        BadOption{"--ring=joining --blocks=5 --disk-loss=30", "--disk-loss=30", "write 30s"},
        BadOption{"--ring=joining --blocks=5 --disk-loss=1ms", "--disk-loss", "0s, and 1s or more"},
        BadOption{"--ring=joining --blocks=5 --peers=5", "--block-size=8192", "no packet"},
        BadOption{"--ring=joining --blocks=5 --repair-transport=dtl",
                  "--repair-transport",
                  "--repair-interval"},
        BadOption{"--ring=joining --blocks=5 --repair-interval=5s --repair-priority=1",
                  "--repair-priority",
                  "--repair-transport=dtl"},
        BadOption{"--ns3::DhtPeerApplication::Transport=Dtl", "Transport", "use --transport"},
        BadOption{"--pause=5s", "--pause", "--cross-load"},
        BadOption{"--processing-times=exponential", "--processing-times", "--processing"},
        BadOption{"--overlay=chord-pns --topology=star", "--overlay", "--topology=star"},
        BadOption{"--overlay=chord --pns-candidates=4", "--pns-candidates", "--overlay=chord-pns"},
        BadOption{"--overlay=torus", "--overlay", "chord, chord-pns, tree, small-world"},
        BadOption{"--wrong-entries=101", "--wrong-entries", "from 0 to 100"},
        BadOption{"--routing=random", "--routing", "recursive, iterative"},
        BadOption{"--acks=pigeon", "--acks", "direct, overlay"},
        BadOption{"--acks=overlay --routing=iterative", "--acks=overlay", "every answer is direct"},
        BadOption{"--topology=star --routing=iterative", "--topology=star", "access network"},
        BadOption{"--acks=overlay --message-size=65", "--message-size=65", "at least 66"},
        BadOption{"--cross-load=96", "--cross-load", "from 0 to 95"},
        BadOption{"--cross-load=-1", "--cross-load", "from 0 to 95"},
        BadOption{"--pause=0s", "--pause", "at least 0.001s"},
        BadOption{"--processing=-1ms", "--processing", "0s or more"},
        BadOption{"--processing=2ms..1ms", "--processing", "must not be above the second"},
        BadOption{"--processing-times=uniform", "--processing-times", "constant, exponential"},
        BadOption{"--quiet=perhaps", "--quiet", "true or false"},
        BadOption{"--sumary=x", "--sumary", "--help"},
        BadOption{"collapse", "collapse", "--help"},
        BadOption{"--summary=/no/such/directory/x.json", "--summary", "No such file"},
        BadOption{"--summary=/tmp", "--summary", "directory"},
        BadOption{"--RngRun=abc", "--RngRun", "allowed"},
        BadOption{"--RngRun=-1", "--RngRun=-1", "whole number from 0 to 18446744073709551615"},
        BadOption{"--RngRun=18446744073709551616", "--RngRun=18446744073709551616", "allowed"},
        BadOption{"--RngSeed=-1", "--RngSeed=-1", "allowed"},
        BadOption{"--peers=-1", "--peers=-1", "whole number from 2"},
        BadOption{"--requests=18446744073709551616", "--requests", "whole number from"},
        BadOption{"--ns3::DhtPeerApplication::HopLimit=-1", "HopLimit=-1", "from 1 to 255"},
        BadOption{"--ns3::DhtMarking::Threshold=-1", "Threshold=-1", "0.1"},
        BadOption{"--ns3::DhtMarking::Thresh=1", "Thresh", "--PrintAttributes=ns3::DhtMarking"},
        BadOption{"--ns3::DhtPeerApplication::Load=5", "Load", "use --load"},
        BadOption{"--ns3::DhtPeerApplication::Routing=Iterative", "Routing", "use --routing"},
        BadOption{"--ns3::DhtPeerApplication::Acks=Overlay", "Acks", "use --acks"},
        BadOption{"--ns3::DhtPeerApplication::CrossLoad=0.1", "CrossLoad", "use --cross-load"},
        BadOption{"--ns3::DhtPeerApplication::MeanPause=1s", "MeanPause", "use --pause"},
        BadOption{"--ns3::DhtPeerApplication::ProcessingTime=1s", "ProcessingTime", "--processing"},
        BadOption{"--ns3::AccessNetDevice::UplinkRate=1Mbps", "UplinkRate", "use --rate"},
        BadOption{"--ns3::TcpSocket::SndBufSize=1", "SndBufSize", "DhtPeerApplication::SendBuffer"},
        BadOption{"--ns3::DhtPeerApplication::StartTime=3s", "StartTime", "ns3::Application::"},
        BadOption{"--ns3::DhtPeerApplication::ReceiveBuffer=600", "ReceiveBuffer", "2896"},
        BadOption{"--rate=2000000000Gbps", "--rate", "up to 100Gbps"},
        BadOption{"--delay=1000h", "--delay", "at most 277 h"},
        BadOption{"--RngSeed=0", "--RngSeed", "above 0"},
        BadOption{"--SimulatorImplementationType=x", "SimulatorImplementationType", "no type"},
        BadOption{"--PrintAttributes=ns3::Nope", "PrintAttributes", "no type ns3::Nope"},
        BadOption{"--ns3::DhtMagic::Threshold=1", "ns3::DhtMagic", "--PrintTypeIds"},
        BadOption{"--ns3::TcpSocketBase::MinRto=1parsec", "MinRto", "Time"}));

TEST(CollapseProgramTest, HelpShowsEveryOptionWithItsUnitAndDefault)
{
    const ProgramRun run = RunProgram("collapse", "--help");
    EXPECT_EQ(run.status, 0);
    for (const std::string option :
         {"scheme",   "peers",   "rate",         "delay", "load",       "requests",
          "duration", "warmup",  "message-size", "ids",   "overlay",    "wrong-entries",
          "routing",  "acks",    "cross-load",   "pause", "processing", "processing-times",
          "topology", "summary", "series",       "quiet"})
    {
        EXPECT_NE(run.output.find("--" + option), std::string::npos) << option;
    }
    EXPECT_NE(run.output.find("[requests/s/peer]"), std::string::npos);
    EXPECT_NE(run.output.find("[600kbps]"), std::string::npos);
}

} // namespace
