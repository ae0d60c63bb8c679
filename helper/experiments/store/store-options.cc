/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "store-options.h"

#include "dht-option-checks.h"
#include "dht-overlay-store-message.h"
#include "dht-parameter-attributes.h"
#include "dht-peer-application.h"
#include "dht-present-time.h"
#include "dht-scheme-registry.h"
#include "dht-storage-parameters.h"
#include "dht-store-application.h"
#include "store-option-checks.h"
#include "store-parameters.h"

#include "ns3/global-value.h"
#include "ns3/object.h"
#include "ns3/string.h"

#include <algorithm>

namespace ns3
{

namespace
{

const char* const STORE_USAGE =
    "One run of a block store (DHash++) on a ready-made ring. An event carries a message from peer "
    "to\n"
    "peer: links have delays and losses, and no queues; with --level=packets, peers are ns-3\n"
    "applications with UDP sockets behind access links. Random peers put blocks, then random "
    "peers\n"
    "fetch random ones of them, one after the other unless --concurrent says more. The summary is\n"
    "JSON, on standard output unless --summary names a file. --RngRun=N makes the N-th\n"
    "repetition.\n"
    "Exit status: 0 done, 1 the simulation failed, 2 an option is wrong.";

/// Each has a store and remembers some hundred others.
constexpr uint64_t MOST_STORES = uint64_t{1} << 17;

/// Of peers that blocks go over; unless it is given, a part of --get-limit.
const char* const LIFETIME = "RequestLifetime";
constexpr int LIFETIMES_IN_LIMIT = 6;

/// @param argc How many arguments. @param argv The arguments, as main() has them. @param limit Of a
/// get. @return After which peers give a request up.
Time
RequestLifetime(int argc, char* argv[], Time limit)
{
    const std::string attribute = std::string("--ns3::DhtPeerApplication::") + LIFETIME + "=";
    const bool isGiven = std::any_of(argv + 1, argv + argc, [&](const std::string& argument) {
        return argument.compare(0, attribute.size(), attribute) == 0;
    });
    TimeValue value(limit / LIFETIMES_IN_LIMIT);
    if (isGiven)
    {
        CreateObject<DhtPeerApplication>()->GetAttribute(LIFETIME, value);
    }
    return value.Get();
}

void
DefineLevel(DhtOptionTable& table, StoreOptions& o)
{
    table.AddChoice("level",
                    "What carries messages: an event each, or ns-3's UDP in packets "
                    "over access links",
                    o.level,
                    {"messages", "packets"});
    o.DefineRates(table, "With --level=packets, rate");
    table.AddInteger("peers-per-node",
                     "Peers that share a node, its address and its access link",
                     o.peersPerNode,
                     1,
                     1000);
}

void
DefineTransport(DhtOptionTable& table, StoreOptions& o)
{
    table.AddChoice("transport",
                    "With --level=packets, what carries blocks: STP in datagrams from anybody to "
                    "anybody; or, by requests of the overlay between neighbours, TCP (NSDI04, "
                    "section 5.1) or the overlay's own transport, dtl",
                    o.transport,
                    {"stp", "tcp", "dtl"});
    table.AddRefused("ns3::DhtPeerApplication::Transport", "transport");
    o.carriers.links.priority = 0; // blocks are bulk
    o.carrierTransport.DefineConstants(table, o.carriers);
    table.AddChoice("scheme",
                    "With --transport=tcp or dtl, the congestion control of requests",
                    o.scheme,
                    dht::SchemeRegistry::Get().Names());
    table.AddTime(
        "patience",
        "With --transport=tcp or dtl, after which the responsible peer takes a holder to be "
        "silent",
        o.patience,
        MilliSeconds(10));
    table.AddTime(
        "get-limit",
        "With --transport=tcp or dtl, after which a get or put has failed; requests live a "
        "sixth of it, unless ns3::DhtPeerApplication::RequestLifetime is given",
        o.limit,
        MilliSeconds(10));
    table.AddNumber("load",
                    "Gets that each peer begins a second, whatever becomes of them, instead of "
                    "--gets that follow each other; 0: none",
                    o.load,
                    0,
                    10000);
    table.AddTime("load-warmup", "With --load, before it is measured", o.loadWarmup, Time(0));
    table.AddTime("load-duration",
                  "With --load, how long it is measured",
                  o.loadDuration,
                  MilliSeconds(1));
    table.AddNumber("vanish",
                    "With --load, peers that vanish for good once it is measured, with all that "
                    "they keep; the ring closes over them at once [percent]",
                    o.vanish,
                    0,
                    90);
    table.AddTime("vanish-time",
                  "With --vanish, in which they do, one after the other; 0s: all at once",
                  o.vanishTime,
                  Time(0));
}

void
Define(DhtOptionTable& table, StoreOptions& o)
{
    o.DefineOverlayByDelays(table, MOST_STORES);
    o.DefineDelays(table);
    DefineLevel(table, o);
    DefineTransport(table, o);
    DefineStoreParameters(table, o);
    table.AddChoice("nearness",
                    "How peers know who is near: they know all round-trip times, or what "
                    "coordinates predict",
                    o.nearness,
                    {"exact", "coordinates"});
    table.AddInteger("settling-probes",
                     "With --nearness=coordinates, round-trip times that each peer measures "
                     "before anything is put",
                     o.probes,
                     0,
                     100000);
    table.AddInteger("blocks", "Blocks that are put", o.blocks, 1, 1000000);
    table.AddInteger("block-size", "Bytes of a block", o.blockSize, 0, dht::kMostBlockBytes);
    table.AddInteger("gets",
                     "Gets that are measured; with --readers=in-turn or together, of each client",
                     o.gets,
                     1,
                     100000000);
    table.AddChoice(
        "readers",
        "Who gets what: random peers random blocks; or clients, a peer of each node, one "
        "after the other the blocks in one random order, or all at once random blocks",
        o.readers,
        {"random", "in-turn", "together"});
    table.AddSwitch("only-lookups",
                    "Gets end once the holders of a block are known: nothing is fetched",
                    o.onlyLookups);
    table.AddSwitch("rpc-waits",
                    "With --transport=stp, the summary says how long RPCs waited for answers, and "
                    "those that were lost in vain",
                    o.rpcWaits);
    table.AddInteger("warmup-gets",
                     "Gets before that, in which windows open, and timers and coordinates learn",
                     o.warmup,
                     0,
                     100000000);
    table.AddInteger("concurrent",
                     "Gets that are under way at once; with --readers=together, of each client",
                     o.concurrent,
                     1,
                     100000);
    table.AddNumber("loss", "Messages, or packets, that are lost [percent]", o.loss, 0, 90);
    table.AddNumber("down", "Peers that are down once all is put [percent]", o.down, 0, 95);
    table.AddTime("duration",
                  "Time in which peers come and go, once all is put; then each block is fetched "
                  "once. 0: nobody does",
                  o.duration,
                  Time(0));
    table.AddTime("session",
                  "With --duration, mean time that a peer stays, exponential: who leaves takes its "
                  "fragments along, and another one comes. 0: nobody leaves",
                  o.session,
                  Time(0));
    table.AddTime(
        "hand-over",
        "With --duration, how long a peer that leaves stays at most, to hand its fragments "
        "to other peers; 0s: they go with it",
        o.handOver,
        Time(0));
    table.AddText("summary", "File for the summary (JSON)", o.summary);
    table.AddText("series", "File for a table of the gets (CSV), a line per get", o.series);
    o.recording.Define(table);
    o.recording.DefineQueues(table);
    table.AddSwitch("quiet", "Show no progress", o.quiet);
}

} // namespace

StoreOptions
StoreOptions::Parse(int argc, char* argv[])
{
    // the results are the same with any scheduler; the command line may name another one
    GlobalValue::Bind("SchedulerType", StringValue("ns3::TimingWheelScheduler"));
    StoreOptions options;
    options.peers = 2048;
    options.ids = "sha1";
    options.overlay = "chord-pns";
    options.delayModel = "globe";
    DhtOptionTable table(STORE_USAGE);
    Define(table, options);
    table.Parse(argc, argv);
    options.FinishRates(table);
    if (options.handOver == Time(0))
    {
        table.Hide("hand-over");
    }
    if (!options.onlyLookups)
    {
        table.Hide("only-lookups");
    }
    if (!options.rpcWaits)
    {
        table.Hide("rpc-waits");
    }
    FinishStoreRepair(table, options);
    dht::FinishRpcWindow(table, options.rpcs);
    options.carriers.links.carrier =
        options.IsDtl() ? dht::LinkCarrier::kDtl : dht::LinkCarrier::kTcp;
    options.carrierTransport.FinishConstants(table, options.carriers);
    options.asGiven = table.GetValues();
    options.overlayStore.storage = options.storage;
    options.overlayStore.patience = ToDhtTime(options.patience);
    options.overlayStore.limit = ToDhtTime(options.limit);
    options.requestLifetime = RequestLifetime(argc, argv, options.limit);
    options.overlayStore.requestLifetime = ToDhtTime(options.requestLifetime);
    options.overlayStore.expected = options.blockSize;
    CheckStoreOptions(table, options);
    if (options.ComeAndGo())
    {
        options.gets = options.blocks;
    }
    return options;
}

} // namespace ns3
