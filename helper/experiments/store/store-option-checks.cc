/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "store-option-checks.h"

#include "dht-option-checks.h"
#include "dht-overlay-store-message.h"
#include "dht-storage-parameters.h"
#include "dht-store-application.h"
#include "store-parameters.h"

#include <string>
#include <vector>

namespace ns3
{

namespace
{

/// Options of lookups and repair, which blocks between neighbours do without. Peers there are all
/// up: a ready-made ring does not mend itself.
const std::vector<std::string> STP_ONLY{"nearness",
                                        "locate-routing",
                                        "locate-end",
                                        "wanted",
                                        "merged-names",
                                        "detours",
                                        "locate-hop-limit",
                                        "origin-margin",
                                        "repair-interval",
                                        "repair-below",
                                        "scrub-interval",
                                        "probe-interval",
                                        "rpc-waits",
                                        "down",
                                        "vanish"};

void
CheckNodes(const StoreOptions& o)
{
    if (o.peers % o.peersPerNode != 0 || o.Nodes() < 2)
    {
        throw DhtOptionError("--peers-per-node: --peers=" + std::to_string(o.peers) +
                             " has to be a multiple of it, and there must be two nodes or more");
    }
    if (o.peersPerNode > 1 && o.delayWithinHost > Time(0))
    {
        throw DhtOptionError("--delay-within-host: --peers-per-node puts peers on one host, too");
    }
    // STP only: a stream is cut into packets
    if (o.level == "packets" && o.transport == "stp" &&
        !DhtStoreApplication::FitsPacket(o.storage, o.blockSize, o.peers))
    {
        throw DhtOptionError("--block-size=" + std::to_string(o.blockSize) +
                             ": with --level=packets, a fragment has to fit into a packet: "
                             "--needed has to be more, or --peers");
    }
}

/// Peers that vanish.
void
CheckVanish(const DhtOptionTable& table, const StoreOptions& o)
{
    table.CheckEffect(o.load > 0, {"vanish"}, "--load");
    table.CheckEffect(o.vanish > 0, {"vanish-time"}, "--vanish");
    if (o.vanishTime > o.loadDuration)
    {
        throw DhtOptionError("--vanish-time: allowed is up to --load-duration");
    }
    if (o.vanish > 0 && o.down > 0)
    {
        throw DhtOptionError("--vanish: with --down, some are away already");
    }
}

} // namespace

void
FinishStoreRepair(DhtOptionTable& table, const StoreOptions& o)
{
    o.FinishRepairLinks(table,
                        o.level == "packets" && !o.IsBetweenNeighbours() &&
                            o.storage.repairInterval > dht::Time(0),
                        "--level=packets, --transport=stp and a --repair-interval");
    if (o.vanish == 0)
    {
        table.Hide("vanish");
        table.Hide("vanish-time");
    }
}

void
CheckStoreOptions(const DhtOptionTable& table, const StoreOptions& o)
{
    dht::CheckOutputs(o.summary, o.series);
    o.recording.Check(table, {o.summary, o.series});
    o.CheckOverlay(table);
    o.CheckDelays(table);
    o.CheckDelayRange();
    table.CheckEffect(o.nearness == "coordinates", {"settling-probes"}, "--nearness=coordinates");
    table.CheckEffect(o.level == "packets", {"rate", "downlink", "rate-file"}, "--level=packets");
    table.CheckEffect(o.level == "packets", {"transport"}, "--level=packets");
    table.CheckEffect(o.level == "messages" && o.load == 0 && o.readers == "random" &&
                          !o.recording.IsWanted(),
                      {"only-lookups"},
                      "--level=messages, --load=0, --readers=random, and no recording");
    table.CheckEffect(o.IsBetweenNeighbours(),
                      {"scheme", "patience", "get-limit", "record-requests", "record-queues"},
                      "--transport=tcp or dtl");
    table.CheckEffect(!o.IsBetweenNeighbours(), STP_ONLY, "--transport=stp");
    table.CheckEffect(!o.IsBetweenNeighbours(), RpcParameterNames(o), "--transport=stp");
    table.CheckEffect(o.load > 0, {"load-warmup", "load-duration"}, "--load");
    CheckVanish(table, o);
    table.CheckEffect(o.load == 0, {"gets", "warmup-gets", "readers"}, "--load=0");
    CheckNodes(o);
    if (o.readers != "random" && o.down > 0)
    {
        throw DhtOptionError("--down: with --readers=" + o.readers + ", all clients have to be up");
    }
    const bool comeAndGo = o.ComeAndGo();
    table.CheckEffect(comeAndGo, {"session", "hand-over"}, "--duration");
    table.CheckEffect(
        !comeAndGo,
        {"gets", "warmup-gets", "only-lookups", "nearness", "level", "load", "readers"},
        "--duration=0s");
    if (o.overlay == "tree")
    {
        throw DhtOptionError("overlay", o.overlay, "blocks are held by successors on a ring");
    }
    const std::size_t least = o.IsBetweenNeighbours() ? dht::LeastFragments(o.blockSize) : 1;
    dht::CheckFragments(o.storage, o.blockSize, o.peers, least);
}

} // namespace ns3
