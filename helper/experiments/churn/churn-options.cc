/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "churn-options.h"

#include "dht-option-checks.h"
#include "dht-option-values.h"

#include "ns3/global-value.h"
#include "ns3/string.h"

#include <fstream>

namespace ns3
{

namespace
{

const char* const CHURN_USAGE =
    "A Chord ring whose peers come and go, as a packet-level simulation. All peers join, then "
    "each\n"
    "one stays and is away for random times, and they look up random keys at a low rate. The\n"
    "summary says how many lookups were answered by the peer that was responsible, and how fast.\n"
    "It is JSON, on standard output unless --summary names a file. Attributes are options too;\n"
    "--PrintAttributes=ns3::DhtPeerApplication lists the peer's. --RngRun=N makes the N-th\n"
    "repetition.\n"
    "Exit status: 0 done, 1 the simulation failed, 2 an option is wrong.";

void
DefineChurn(DhtOptionTable& table, ChurnOptions& o)
{
    o.DefineSessions(table, Seconds(1));
    table.AddNumber("kill", "Peers that crash at once, at --kill-at [percent]", o.kill, 0, 100);
    table.AddTime("kill-at",
                  "When these crash, from the beginning of the measurement",
                  o.killAt,
                  Time(0));
    table.AddInputFile("trace",
                       "File of who comes and goes instead (CSV: time_s,peer,join|leave|crash; "
                       "peers from 0, nobody is there at first)",
                       o.traceFile);
    table.AddText("hostile", HostileChoice::Help(), o.hostileText);
}

void
DefineRun(DhtOptionTable& table, ChurnOptions& o)
{
    o.DefineParameter(table, "StabiliseInterval");
    o.DefineParameter(table, "FingerInterval");
    table.AddNumber("load", "Lookups of all peers together [requests/s]", o.load, 0.001, 1e5);
    table.AddInteger("message-size",
                     "Length of a request's frame [bytes], with its header of 46 bytes",
                     o.messageSize,
                     46,
                     4096);
    o.DefineJoinTime(table);
    table.AddTime("warmup",
                  "From the last join to the measurement; peers come and go",
                  o.warmup,
                  Time(0));
    table.AddTime("duration", "Length of the measurement", o.duration, Seconds(1));
    table.AddText("summary", "File for the summary (JSON)", o.summary);
    table.AddText("series",
                  "File for a time series (CSV), a line in 10 simulated seconds",
                  o.series);
    o.recording.Define(table);
    o.recording.DefineQueues(table);
    table.AddSwitch("quiet", "Show no progress", o.quiet);
}

/// Attributes that an option of the program sets for every peer, and that option.
const std::vector<std::pair<std::string, std::string>> CHURN_OVERRIDDEN{
    {"ns3::DhtPeerApplication::Load", "load"},
    {"ns3::DhtPeerApplication::MessageSize", "message-size"},
    {"ns3::DhtPeerApplication::CongestionControl", "scheme"},
    {"ns3::DhtPeerApplication::Behaviour", "hostile"},
};

/// @param o The options. @return What is in the file of --trace.
DhtChurnTrace
ReadTrace(const ChurnOptions& o)
{
    std::ifstream file(o.traceFile);
    if (!file)
    {
        throw DhtOptionError("trace", o.traceFile, "cannot be read");
    }
    try
    {
        DhtChurnTrace trace(file);
        if (trace.GetPeers() > o.peers)
        {
            throw std::runtime_error("it has a peer " + std::to_string(trace.GetPeers() - 1) +
                                     ", but --peers=" + std::to_string(o.peers));
        }
        return trace;
    }
    catch (const std::runtime_error& error)
    {
        throw DhtOptionError("trace", o.traceFile, error.what());
    }
}

} // namespace

Time
ChurnOptions::Joined() const
{
    return trace ? Time(0) : joinTime;
}

Time
ChurnOptions::Begin() const
{
    return Joined() + warmup;
}

ChurnOptions
ChurnOptions::Parse(int argc, char* argv[])
{
    GlobalValue::Bind("SchedulerType", StringValue("ns3::PriorityQueueScheduler"));
    ChurnOptions options;
    // hours are simulated, in which looks at neighbours are most of what happens
    options.maintenance.stabiliseInterval = dht::FromSeconds(5);
    options.maintenance.fingerInterval = dht::FromSeconds(5);
    DhtOptionTable table(CHURN_USAGE);
    table.AddInteger("peers", "Number of peers, 2 to 4096", options.peers, 2, 4096);
    DefineChurn(table, options);
    options.DefineScheme(table);
    options.DefineWorkload(table);
    options.DefineAccess(table);
    options.DefineTransport(table, options);
    options.DefineStore(table);
    DefineRun(table, options);
    for (const auto* const refused : {&CHURN_OVERRIDDEN, &AccessOptions::Overridden()})
    {
        for (const auto& [attribute, option] : *refused)
        {
            table.AddRefused(attribute, option);
        }
    }
    table.Parse(argc, argv);
    options.FinishAccess(table);
    options.FinishScheme();
    options.FinishWorkload(table);
    options.FinishTransport(table, options);
    options.FinishStore(table, options.peers);
    table.CheckEffect(options.distribution != "exponential",
                      {"shape"},
                      "--distribution=pareto, weibull or lognormal");
    table.CheckEffect(options.kill > 0, {"kill-at"}, "--kill");
    table.CheckEffect(options.traceFile.empty(),
                      {"session", "downtime", "distribution", "shape", "crashes", "join-time"},
                      "random churn, without --trace");
    options.hostile = HostileChoice::Parse("hostile", options.hostileText);
    dht::CheckOutputs(options.summary, options.series);
    options.recording.Check(table, {options.summary, options.series});
    if (!options.traceFile.empty())
    {
        options.trace = ReadTrace(options);
    }
    options.FinishSessions();
    options.asGiven = table.GetValues();
    return options;
}

} // namespace ns3
