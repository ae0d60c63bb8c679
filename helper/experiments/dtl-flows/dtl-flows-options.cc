/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dtl-flows-options.h"

#include "dht-option-checks.h"
#include "dht-window.h"

#include "ns3/config.h"
#include "ns3/double.h"
#include "ns3/nstime.h"
#include "ns3/uinteger.h"

namespace ns3
{

namespace
{

const char* const DTL_FLOWS_USAGE =
    "Flows of the overlay's own transport (DTL) and of TCP share a bottleneck, as a packet-level\n"
    "simulation: greedy sources on the left of a slow link, sinks on its right. The summary has\n"
    "what each flow got, for each phase in which no flow starts, ends or changes its priority. It\n"
    "is JSON, on standard output unless --summary names a file. Attributes are options too:\n"
    "--PrintAttributes=ns3::DhtMultiplicativeTransportWindow lists a window's constants. "
    "--RngRun=N makes\n"
    "the N-th repetition.\n"
    "Exit status: 0 done, 1 the simulation failed, 2 an option is wrong.";

/// More than any bottleneck here has in flight, so that buffers bound nobody.
constexpr uint64_t FLOW_BUFFER = 1 << 20;
/// The greatest priority in --flows.
constexpr double MOST_PRIORITY = 255;
/// Payload of TCP's packets, as of the transport's.
constexpr uint64_t TCP_SEGMENT = 1400;

/// What both transports need to be compared. Attributes on the command line come later.
void
SetFlowDefaults()
{
    Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(TCP_SEGMENT));
    Config::SetDefault("ns3::TcpSocket::SndBufSize", UintegerValue(FLOW_BUFFER));
    Config::SetDefault("ns3::TcpSocket::RcvBufSize", UintegerValue(FLOW_BUFFER));
    // ns-3's own 200 ms for acks would make timeouts of less than that plus a round trip spurious
    Config::SetDefault("ns3::TcpSocket::DelAckTimeout", TimeValue(MilliSeconds(40)));
    Config::SetDefault("ns3::TcpSocketBase::MinRto", TimeValue(MilliSeconds(400)));
    Config::SetDefault("ns3::DhtTransportApplication::TransportSendBuffer",
                       UintegerValue(FLOW_BUFFER));
    // what a schedule says is what happens
    Config::SetDefault("ns3::DhtTransportApplication::TransportWishLimit",
                       DoubleValue(MOST_PRIORITY));
}

void
DefineFlows(DhtOptionTable& table, DtlFlowsOptions& o)
{
    table.AddText("flows", FLOWS_HELP, o.flowsText);
    table.AddChoice("window",
                    "Congestion control of the transport at priority 0; above, it is multcp",
                    o.window,
                    DhtWindow::GetNames());
    o.DefineQueue(table);
    table.AddTime("rtt", "Delay of the bottleneck, there and back", o.roundTrip, MicroSeconds(1));
    table.AddTimeRange("host-delay",
                       "Delay of each link on the left; drawn, or all flows keep in step",
                       "0s..1ms",
                       o.hostDelay);
    table.AddNumber("loss",
                    "Packets that the bottleneck loses at random on the way to the right [percent]",
                    o.loss,
                    0,
                    90);
    table.AddNumber("clock-drift",
                    "What the clocks on the right gain on those on the left [ppm]",
                    o.drift,
                    -1e5,
                    1e5);
}

void
DefineTimes(DhtOptionTable& table, DtlFlowsOptions& o)
{
    table.AddTime("duration", "Length of the run", o.duration, MilliSeconds(100));
    table.AddTime("warmup", "Beginning of the run that is not measured", o.warmup, Time(0));
    table.AddTime("settle",
                  "Beginning of each phase that is not measured; at most half of the phase",
                  o.settle,
                  Time(0));
    table.AddTime("interval", "Time between lines of the series", o.interval, MilliSeconds(1));
    table.AddText("summary", "File for the summary (JSON)", o.summary);
    table.AddText("series", "File for each flow's rate and delays (CSV)", o.series);
    o.recording.DefineSamples(table);
    table.AddSwitch("quiet", "Show no progress", o.quiet);
}

} // namespace

DtlFlowsOptions
DtlFlowsOptions::Parse(int argc, char* argv[])
{
    SetFlowDefaults();
    DtlFlowsOptions options;
    DhtOptionTable table(DTL_FLOWS_USAGE);
    DefineFlows(table, options);
    DefineTimes(table, options);
    table.AddRefused("ns3::DhtTransportApplication::ClockDrift", "clock-drift");
    table.AddRefused("ns3::DhtTransportFlowSource::PoliteWindow", "window");
    table.AddRefused("ns3::DhtTransportFlowSource::Priority", "flows");
    table.Parse(argc, argv);
    options.CheckQueue(table);
    options.flows = ParseFlows(options.flowsText, options.duration);
    if (options.warmup >= options.duration)
    {
        throw DhtOptionError("--warmup has to be less than --duration");
    }
    if (options.hostDelay.second > 1)
    {
        throw DhtOptionError("--host-delay: allowed is up to 1s");
    }
    table.CheckEffect(!options.series.empty(), {"interval"}, "--series");
    dht::CheckOutputs(options.summary, options.series);
    options.recording.Check(table, {options.summary, options.series});
    options.asGiven = table.GetValues();
    return options;
}

} // namespace ns3
