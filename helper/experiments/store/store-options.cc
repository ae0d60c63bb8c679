/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "store-options.h"

#include "dht-option-checks.h"
#include "dht-parameter-options.h"

namespace ns3
{

namespace
{

const char* const STORE_USAGE =
    "One run of a block store (DHash++) on a ready-made ring, in which an event carries a message\n"
    "from peer to peer: links have delays and losses, and no queues. Random peers put blocks, "
    "then\n"
    "random peers fetch random ones of them, one after the other unless --concurrent says more. "
    "The\n"
    "summary is JSON, on standard output unless --summary names a file. --RngRun=N makes the N-th\n"
    "repetition.\n"
    "Exit status: 0 done, 1 the simulation failed, 2 an option is wrong.";

/// Each has a store and remembers some hundred others.
constexpr uint64_t MOST_STORES = uint64_t{1} << 17;

void
Define(DhtOptionTable& table, StoreOptions& o)
{
    o.DefineOverlayByDelays(table, MOST_STORES);
    o.DefineDelays(table);
    for (const auto& parameter : dht::StorageOptions::Table())
    {
        dht::AddParameter(table, o.storage, parameter.name);
    }
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
    table.AddInteger("block-size", "Bytes of each", o.blockSize, 0, dht::kMostBlockBytes);
    table.AddInteger("gets", "Gets that are measured", o.gets, 1, 100000000);
    table.AddInteger("warmup-gets",
                     "Gets before that, in which windows open, and timers and coordinates learn",
                     o.warmup,
                     0,
                     100000000);
    table.AddInteger("concurrent", "Gets that are under way at once", o.concurrent, 1, 100000);
    table.AddNumber("loss", "Messages that are lost [percent]", o.loss, 0, 90);
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
    table.AddText("summary", "File for the summary (JSON)", o.summary);
    table.AddText("series", "File for a line a get (CSV)", o.series);
    table.AddSwitch("quiet", "Show no progress", o.quiet);
}

void
CheckTogether(const DhtOptionTable& table, const StoreOptions& o)
{
    dht::CheckOutputs(o.summary, o.series);
    o.CheckOverlay(table);
    o.CheckDelays(table);
    o.CheckDelayRange();
    table.CheckEffect(o.nearness == "coordinates", {"settling-probes"}, "--nearness=coordinates");
    const bool comeAndGo = o.duration > Time(0);
    table.CheckEffect(comeAndGo, {"session"}, "--duration");
    table.CheckEffect(!comeAndGo, {"gets", "warmup-gets"}, "--duration=0s");
    table.CheckEffect(!comeAndGo || o.nearness == "exact", {"nearness"}, "--duration=0s");
    if (o.overlay == "tree")
    {
        throw DhtOptionError("overlay", o.overlay, "blocks are held by successors on a ring");
    }
    if (o.storage.needed > o.storage.fragments)
    {
        throw DhtOptionError("--needed: there are only --fragments=" +
                             std::to_string(o.storage.fragments));
    }
}

} // namespace

StoreOptions
StoreOptions::Parse(int argc, char* argv[])
{
    StoreOptions options;
    options.peers = 2048;
    options.ids = "sha1";
    options.overlay = "chord-pns";
    options.delayModel = "globe";
    DhtOptionTable table(STORE_USAGE);
    Define(table, options);
    table.Parse(argc, argv);
    options.asGiven = table.GetValues();
    CheckTogether(table, options);
    if (options.duration > Time(0))
    {
        options.gets = options.blocks;
    }
    return options;
}

} // namespace ns3
