/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "collapse-options.h"

#include "dht-option-checks.h"
#include "dht-overlay-registry.h"
#include "dht-peer-application.h"

#include "ns3/global-value.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

namespace ns3
{

namespace
{

const char* const COLLAPSE_USAGE =
    "One run of an overlay of peers on access links, as a packet-level simulation. Every peer\n"
    "looks up random keys, at a given load or as fast as its congestion control scheme admits.\n"
    "The summary is JSON, on standard output unless --summary names a file. Rates are means per\n"
    "peer. Attributes are options too, such as --ns3::DhtMarking::Threshold=60;\n"
    "--PrintAttributes=ns3::DhtPeerApplication lists the peer's. --RngRun=N makes the N-th\n"
    "repetition.\n"
    "Exit status: 0 done, 1 the simulation failed, 2 an option is wrong.";

void
Define(DhtOptionTable& table, CollapseOptions& o)
{
    o.DefineScheme(table);
    o.DefineOverlayByDelays(table);
    table.AddChoice("ring",
                    "How the overlay comes about: every peer knows its neighbours from the start, "
                    "or the peers join a Chord ring one after the other",
                    o.ring,
                    {"ready", "joining"});
    table.AddTime("join-time",
                  "From the first join to the last, in equal steps; the requests begin 30s later",
                  o.joinTime,
                  Time(0));
    o.DefineAccess(table);
    o.DefineTransport(table, o);
    o.DefineLoad(table);
    o.DefineParameter(table,
                      "Requests",
                      "the run ends when all are done, the measurement when the first peer has "
                      "issued its last");
    table.AddTime("duration",
                  "Length of the measurement; with --requests, its limit (1h by default)",
                  o.duration,
                  MilliSeconds(100));
    table.AddTime(
        "warmup",
        "From the start of the requests to the measurement; 0s with --requests by default",
        o.warmup,
        Time(0));
    table.AddInteger(
        "message-size",
        "Length of a request's frame [bytes], with its header of 46 bytes (66 if --acks=overlay)",
        o.messageSize,
        46,
        65535);
    o.DefineRouting(table);
    table.AddChoice("acks",
                    "How overlay-acks come back: straight by UDP, or through the overlay",
                    o.acks,
                    {"direct", "overlay"});
    table.AddNumber("cross-load",
                    "Time that each peer spends in pauses, in which it hands nothing on [percent]",
                    o.crossLoad,
                    0,
                    95);
    table.AddTime("pause", "Mean length of a pause, exponential", o.pause, MilliSeconds(1));
    table.AddTimeRange("processing",
                       "Processor time for each message that a peer issues, relays or answers; "
                       "A..B draws the mean for each peer",
                       "0s",
                       o.processing);
    o.DefineParameter(table, "ProcessingTimes");
    o.DefineBulk(table);
    o.DefineStore(table);
    table.AddChoice("topology", "The network", o.topology, {"access", "star"});
    table.AddText("summary", "File for the summary (JSON)", o.summary);
    table.AddText("series", "File for a time series (CSV), a line per simulated second", o.series);
    o.recording.Define(table);
    o.recording.DefineQueues(table);
    table.AddSwitch("quiet", "Show no progress", o.quiet);
}

/// Attributes that an option of the program sets for every peer, and that option.
const std::vector<std::pair<std::string, std::string>> COLLAPSE_OVERRIDDEN{
    {"ns3::DhtPeerApplication::MessageSize", "message-size"},
    {"ns3::DhtPeerApplication::WorkloadDelay", "warmup"},
    {"ns3::DhtPeerApplication::CongestionControl", "scheme"},
    {"ns3::DhtPeerApplication::Acks", "acks"},
    {"ns3::DhtPeerApplication::CrossLoad", "cross-load"},
    {"ns3::DhtPeerApplication::MeanPause", "pause"},
    {"ns3::DhtPeerApplication::ProcessingTime", "processing"},
};

/// @param name An attribute of the peer, a number. @return Its default.
uint64_t
DefaultOf(const std::string& name)
{
    TypeId::AttributeInformation attribute;
    DhtPeerApplication::GetTypeId().LookupAttributeByName(name, &attribute);
    return DynamicCast<const UintegerValue>(attribute.initialValue)->Get();
}

/// Refuse what peers that join a ring cannot have. @param table The options. @param options The
/// options as read.
void
CheckJoining(DhtOptionTable& table, CollapseOptions& options)
{
    table.CheckEffect(options.IsJoining(), {"join-time", "blocks"}, "--ring=joining");
    if (!options.IsJoining())
    {
        return;
    }
    if (options.overlay != "chord")
    {
        throw DhtOptionError("overlay", options.overlay, "--ring=joining joins a chord ring");
    }
    if (table.WasGiven("ids") && options.ids != "sha1")
    {
        throw DhtOptionError("ids", options.ids, "with --ring=joining, ids are sha1");
    }
    if (options.wrongEntries > 0)
    {
        throw DhtOptionError("--wrong-entries: has an effect only with --ring=ready");
    }
    options.ids = "sha1";
    table.Show("ids", "sha1");
}

void
CheckTogether(const CollapseOptions& options)
{
    dht::CheckLoad(options.scheme, options.workload.load, options.peer);
    dht::CheckOutputs(options.summary, options.series);
    const bool isIterative = options.peer.routing == dht::RoutingMode::kIterative;
    const uint64_t segment = DefaultOf("SegmentSize");
    if (DefaultOf("ReceiveBuffer") < 2 * segment)
    {
        throw DhtOptionError("--ns3::DhtPeerApplication::ReceiveBuffer=" +
                             std::to_string(DefaultOf("ReceiveBuffer")) +
                             ": allowed are at least " + std::to_string(2 * segment) +
                             " bytes, two segments");
    }
    if (isIterative && options.acks == "overlay")
    {
        throw DhtOptionError("--acks=overlay: with --routing=iterative, every answer is direct");
    }
    if (dht::OverlayRegistry::Get().Find(options.overlay).needsDelays && options.topology == "star")
    {
        throw DhtOptionError("overlay",
                             options.overlay,
                             "chooses by the delays between peers, which --topology=star does not "
                             "know");
    }
    if (isIterative && options.topology == "star")
    {
        throw DhtOptionError("--topology=star: --routing=iterative needs the access network, whose "
                             "devices say when they have sent a datagram");
    }
    if (isIterative && options.messageSize > 65507)
    {
        throw DhtOptionError("--message-size=" + std::to_string(options.messageSize) +
                             ": a datagram of --routing=iterative carries at most 65507 bytes");
    }
    if (options.acks == "overlay" && options.messageSize < 66)
    {
        throw DhtOptionError("--message-size=" + std::to_string(options.messageSize) +
                             ": --acks=overlay takes at least 66 bytes of header");
    }
    const uint64_t size = DefaultOf("SendBuffer");
    if (options.messageSize > size)
    {
        throw DhtOptionError("--message-size=" + std::to_string(options.messageSize) +
                             ": allowed are 46 to " + std::to_string(size) +
                             " bytes, the size of a link's send buffer "
                             "(--ns3::DhtPeerApplication::SendBuffer)");
    }
}

} // namespace

bool
CollapseOptions::IsJoining() const
{
    return ring == "joining";
}

CollapseOptions
CollapseOptions::Parse(int argc, char* argv[])
{
    // measured: 1.2 to 1.6 times as fast as ns-3's default; the command line may say otherwise
    GlobalValue::Bind("SchedulerType", StringValue("ns3::PriorityQueueScheduler"));
    CollapseOptions options;
    DhtOptionTable table(COLLAPSE_USAGE);
    Define(table, options);
    for (const auto* const refused : {&COLLAPSE_OVERRIDDEN, &AccessOptions::Overridden()})
    {
        for (const auto& [attribute, option] : *refused)
        {
            table.AddRefused(attribute, option);
        }
    }
    table.Parse(argc, argv);
    if (options.workload.IsLimited())
    {
        table.SetUnlessGiven("warmup", "0s");
        table.SetUnlessGiven("duration", "3600s");
    }
    options.FinishAccess(table);
    options.FinishScheme();
    options.FinishTransport(table, options);
    CheckJoining(table, options);
    options.CheckOverlay(table);
    options.CheckLoad(table);
    options.FinishWorkload(table);
    options.FinishRouting(table);
    table.CheckEffect(table.WasGiven("cross-load"), {"pause"}, "--cross-load");
    table.CheckEffect(table.WasGiven("processing"), {"processing-times"}, "--processing");
    options.recording.Check(table, {options.summary, options.series});
    options.CheckBulk(table, options.peers, options.links.carrier);
    options.FinishStore(table, options.peers);
    options.asGiven = table.GetValues();
    CheckTogether(options);
    return options;
}

} // namespace ns3
