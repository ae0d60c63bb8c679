/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "million-options.h"

#include "dht-option-checks.h"
#include "dht-scheme-options.h"

#include "ns3/global-value.h"
#include "ns3/string.h"

#include <algorithm>

namespace ns3
{

namespace
{

const char* const MILLION_USAGE =
    "One run of an overlay of very many peers, in which an event carries a message from peer to\n"
    "peer: links are delays, and each peer has a capacity; with --model=link, an access link and\n"
    "TCP's segments. Every peer looks up random keys, at a given load or as fast as its\n"
    "congestion control scheme admits. The summary is JSON, on standard output unless --summary\n"
    "names a file. Rates are means per peer. Constants of the schemes are attributes too, as in\n"
    "--ns3::DhtMarking::Threshold=60. --RngRun=N makes the N-th repetition. With an ns-3 that has\n"
    "the module mpi, mpirun spreads the peers over processes.\n"
    "Exit status: 0 done, 1 the simulation failed, 2 an option is wrong.";

/// Peers have 32-bit numbers, and --memory ends most runs long before.
constexpr uint64_t MOST_PEERS = uint64_t{1} << 24;
/// Bytes that a TCP connection may hold.
constexpr uint64_t MOST_BUFFER = uint64_t{1} << 20;

void
DefineModel(DhtOptionTable& table, MillionOptions& o)
{
    table.AddChoice(
        "model",
        "Bottleneck; m1: the uplink, m2: the processor, link: the access link in bytes, "
        "with TCP's segments",
        o.model,
        {"m1", "m2", "link"});
    table.AddNumber("capacity",
                    "With m1 and m2, capacity of a peer [requests/s]",
                    o.capacity,
                    1e-3,
                    1e6);
    table.AddNumber("alpha",
                    "With m1, cost of a request that comes in [requests that go out]",
                    o.alpha,
                    0,
                    1000);
    o.DefineRates(table, "With link, rate");
    table.AddRate("slow-peer",
                  "With link, rate of the first peer's access link, up and down, if not as --rate",
                  "600kbps",
                  o.slowPeer.emplace());
    table.AddInteger("message-size",
                     "With link, length of a request's frame [bytes], at most a segment",
                     o.messageSize,
                     46,
                     static_cast<uint64_t>(dht::UplinkCost::kSegmentSize));
    table.AddInteger("send-buffer",
                     "With link, send buffer of a link [bytes]",
                     o.sendBuffer,
                     128,
                     MOST_BUFFER);
    table.AddInteger("receive-buffer",
                     "With link, receive buffer of an incoming connection [bytes], two "
                     "segments of 1448 or more",
                     o.receiveBuffer,
                     2 * static_cast<uint64_t>(dht::UplinkCost::kSegmentSize),
                     MOST_BUFFER);
}

void
Define(DhtOptionTable& table, MillionOptions& o)
{
    o.DefineScheme(table);
    o.DefineOverlayByDelays(table, MOST_PEERS);
    DefineModel(table, o);
    o.DefineTransport(table, o);
    o.DefineDelays(table);
    table.AddText("pair-loss", "Refused here: messages are not lost", o.onlyOfPackets);
    table.AddText("rate-trace", "Refused here: links have one rate", o.onlyOfPackets);
    o.DefineLoad(table);
    table.AddTime("duration", "Length of the measurement", o.duration, MilliSeconds(100));
    table.AddTime("warmup",
                  "From the start of the requests, or the last join, to the measurement",
                  o.warmup,
                  Time(0));
    o.DefineSessions(table,
                     Time(0),
                     "; with any, all peers join a ring of their own, and come and go; 0s: the "
                     "overlay is ready-made, and nobody does");
    o.DefineJoinTime(table);
    o.DefineParameter(table, "StabiliseInterval");
    o.DefineParameter(table, "FingerInterval");
    o.DefineParameter(table, "QueueCapacity");
    o.DefineParameter(table, "Hold");
    o.DefineParameter(table, "HoldBytes");
    table.AddNumber("hold-rate",
                    "With --hold, what peers take the rate of their uplink for, over the true one, "
                    "as real peers have to; 0: they know when it idles",
                    o.holdRate,
                    0,
                    1000);
    o.DefineParameter(table, "FreedPlaces");
    o.DefineParameter(table, "Hops");
    o.DefineParameter(table, "ProcessorTurns");
    table.AddInteger("uplink-buffer",
                     "With m1, requests that the uplink takes before they can leave, as a send "
                     "buffer does",
                     o.uplinkBuffer,
                     1,
                     1000000);
    table.AddInteger("window",
                     "With back-pressure and m1 or m2, requests on a link that the other end has "
                     "not taken in",
                     o.window,
                     1,
                     65535);
    o.DefineRouting(table);
    o.DefineParameter(table, "RequestLifetime");
    table.AddText("hostile", HostileChoice::Help(), o.hostileText);
    table.AddInteger("memory",
                     "Most memory of the run [MiB], 0 for all that the machine has",
                     o.memory,
                     0,
                     uint64_t{1} << 30);
    table.AddText("summary", "File for the summary (JSON)", o.summary);
    table.AddText("series", "File for a time series (CSV), a line per simulated second", o.series);
    o.recording.Define(table);
    o.recording.queues = false; // they take a tenth of the time here
    o.recording.DefineQueues(table);
    table.AddSwitch("quiet", "Show no progress", o.quiet);
}

void
CheckTransport(const DhtOptionTable& table, const MillionOptions& o)
{
    table.CheckEffect(o.model == "link", {"transport"}, "--model=link");
    if (!o.IsDtl())
    {
        return;
    }
    if (o.links.priority > 0)
    {
        throw DhtOptionError("--transport-priority: messages are not lost, and nothing else would "
                             "end the growth of a window: allowed is 0");
    }
    if (o.links.delivery == dht::StreamDelivery::kAsArrived)
    {
        throw DhtOptionError("--transport-delivery: messages arrive in order: allowed is in-order");
    }
    if (o.peer.hold > 0)
    {
        throw DhtOptionError("--hold: with --transport=dtl nothing is held");
    }
}

/// Peers that come and go have an overlay of their own. Without them, what is said of them has no
/// effect, and is not shown. @param table The options. @param o The same, as they are now.
void
FinishChurn(DhtOptionTable& table, MillionOptions& o)
{
    std::vector<std::string> names = MillionOptions::DependentNames();
    names.insert(names.end(), {"stabilise-interval", "finger-interval"});
    table.CheckEffect(o.IsJoining(), names, "--session");
    if (!o.IsJoining())
    {
        table.Hide("session");
        std::for_each(names.begin(), names.end(), [&](const auto& name) { table.Hide(name); });
        return;
    }
    const std::vector<std::string> ready{"overlay", "ids", "wrong-entries", "pns-candidates"};
    table.CheckEffect(false, ready, "a ready-made overlay, without --session");
    std::for_each(ready.begin(), ready.end(), [&](const auto& name) { table.Hide(name); });
    table.CheckEffect(false,
                      {"surge"},
                      "a ready-made overlay: with --session each peer begins anew");
    if (o.sessions.mean < Seconds(1))
    {
        throw dht::OptionError("session", "below 1s", "allowed is 0s, or from 1s on");
    }
    if (o.IsDtl())
    {
        throw DhtOptionError("--transport: with --session links come and go, which those of dtl do "
                             "with packets only (churn): allowed is tcp");
    }
    if (!o.hostileText.empty())
    {
        throw DhtOptionError("--hostile: with --session peers are honest here; churn has others");
    }
    if (o.recording.IsWanted())
    {
        throw DhtOptionError("--record: with --session nothing is recorded here; churn does");
    }
    o.FinishSessions();
}

void
CheckTogether(const DhtOptionTable& table, const MillionOptions& o)
{
    dht::CheckLoad(o.scheme, o.workload.load, o.peer);
    dht::CheckOutputs(o.summary, o.series);
    o.recording.Check(table, {o.summary, o.series});
    o.CheckOverlay(table);
    o.CheckLoad(table);
    table.CheckEffect(o.model != "link", {"capacity"}, "--model=m1 or m2");
    table.CheckEffect(o.model == "m1", {"alpha"}, "--model=m1");
    const bool waits = dht::LetsRequestsWait(o.scheme);
    table.CheckEffect(waits, {"freed-places"}, "a scheme that lets requests wait");
    table.CheckEffect(waits && o.model == "m2",
                      {"processor-turns"},
                      "a scheme that lets requests wait, and --model=m2");
    table.CheckEffect(o.model == "link",
                      {"rate",
                       "downlink",
                       "rate-file",
                       "slow-peer",
                       "message-size",
                       "send-buffer",
                       "receive-buffer",
                       "hold"},
                      "--model=link");
    table.CheckEffect(o.peer.hold > 0, {"hold-bytes", "hold-rate"}, "--hold");
    CheckTransport(table, o);
    o.CheckDelays(table);
    table.CheckEffect(false, {"pair-loss"}, "packets (collapse): messages are not lost");
    table.CheckEffect(false, {"rate-trace"}, "packets (collapse): links have one rate here");
    if (!dht::IsOfScheme(o.hostile.behaviour) && !dht::IsOfReading(o.hostile.behaviour))
    {
        throw dht::OptionError("hostile",
                               o.hostileText,
                               "message-level peers are greedy, alarmist, silent, dropping, lying "
                               "or black holes");
    }
    if (dht::IsOfReading(o.hostile.behaviour) && o.peer.routing == dht::RoutingMode::kIterative)
    {
        throw DhtOptionError("--hostile: with --routing=recursive, as such peers read requests");
    }
    if (o.hostile.behaviour == dht::Behaviour::kGreedy && o.workload.load > 0)
    {
        throw dht::OptionError("hostile", o.hostileText, "the greedy need --load=0");
    }
    table.CheckEffect(waits && o.model != "link",
                      {"window"},
                      "a scheme that lets requests wait, as back-pressure, and --model=m1 or m2");
    table.CheckEffect(o.model == "m1", {"uplink-buffer"}, "--model=m1");
    if (o.model == "link" && o.messageSize > o.sendBuffer)
    {
        throw DhtOptionError("--send-buffer: a request takes --message-size=" +
                             std::to_string(o.messageSize));
    }
    o.CheckDelayRange();
}

} // namespace

MillionOptions
MillionOptions::Parse(int argc, char* argv[])
{
    // see MessageLevelRing
    Time::SetResolution(Time::PS);
    GlobalValue::Bind("SchedulerType", StringValue("ns3::TimingWheelScheduler"));
    MillionOptions options;
    options.peers = 1 << 14;
    // below x_opt
    options.workload.load = 10;
    options.scheme = "none";
    options.links.priority = 0; // the only one that there is
    options.sessions.mean = Time(0);
    // as churn
    options.maintenance.stabiliseInterval = dht::FromSeconds(5);
    options.maintenance.fingerInterval = dht::FromSeconds(5);
    DhtOptionTable table(MILLION_USAGE);
    Define(table, options);
    table.Parse(argc, argv);
    options.FinishRates(table);
    if (!table.WasGiven("slow-peer"))
    {
        options.slowPeer.reset();
        table.Show("slow-peer", "as the others");
    }
    options.FinishScheme();
    options.FinishWorkload(table);
    options.FinishTransport(table, options);
    options.FinishRouting(table);
    options.hostile = HostileChoice::Parse("hostile", options.hostileText);
    FinishChurn(table, options);
    table.Hide("pair-loss");
    table.Hide("rate-trace");
    options.asGiven = table.GetValues();
    CheckTogether(table, options);
    return options;
}

bool
MillionOptions::IsEvenChord() const
{
    const bool isPower = (peers & (peers - 1)) == 0;
    return overlay == "chord" && ids == "even" && wrongEntries == 0 && isPower;
}

bool
MillionOptions::IsJoining() const
{
    return sessions.mean > Time(0);
}

dht::LoadModel
MillionOptions::GetLoadModel() const
{
    if (model == "m1")
    {
        return dht::LoadModel::Uplink(alpha);
    }
    return model == "m2" ? dht::LoadModel::Processor()
                         : dht::UplinkCost::OwnSegments(messageSize).Load();
}

double
MillionOptions::GetMeanCapacity() const
{
    if (model != "link")
    {
        return capacity;
    }
    const auto mean = [](const DhtOptionTable::Range& range) {
        return (range.first + range.second) / 2;
    };
    return dht::UplinkCost::FullSegments(messageSize)
        .Capacity(std::min(mean(rate), mean(downlink.value_or(rate))));
}

} // namespace ns3
