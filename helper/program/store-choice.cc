/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "store-choice.h"

#include "dht-helper.h"
#include "dht-parameter-options.h"
#include "dht-storage-message.h"
#include "dht-store-application.h"
#include "dht-window.h"

#include "ns3/uinteger.h"

#include <string>
#include <vector>

namespace ns3
{

namespace
{

/// With less, a run has little to simulate but losses.
const Time LEAST_DISK_LOSS = Seconds(1);

} // namespace

void
StoreChoice::DefineStore(DhtOptionTable& table)
{
    table.AddInteger("blocks",
                     "Blocks that random peers put while the ring warms up; with any, all peers "
                     "have stores, whose disks outlive crashes",
                     blocks,
                     0,
                     1000000);
    table.AddInteger("block-size", "Bytes of a block", blockSize, 0, dht::kMostBlockBytes);
    table.AddNumber("get-load",
                    "Gets of random blocks by random peers, of all peers together [1/s]; 0: none",
                    getLoad,
                    0,
                    1e5);
    table.AddTime(
        "disk-loss",
        "Mean time until a peer loses what is on its disk, exponential, from the beginning "
        "of the measurement; it stays in the ring. 0s: none does",
        diskLoss,
        Time(0));
    dht::AddParameter(table, storage, "RepairInterval");
    DefineRepairLinks(table);
}

void
StoreChoice::FinishStore(DhtOptionTable& table, uint64_t peers) const
{
    const std::vector<std::string> names{"block-size", "get-load", "disk-loss", "repair-interval"};
    table.CheckEffect(blocks > 0, names, "--blocks");
    FinishRepairLinks(table,
                      blocks > 0 && storage.repairInterval > dht::Time(0),
                      "--blocks and a --repair-interval");
    if (diskLoss == Time(0))
    {
        table.Hide("disk-loss");
    }
    if (blocks == 0)
    {
        table.Hide("blocks");
        for (const std::string& name : names)
        {
            table.Hide(name);
        }
        return;
    }
    if (diskLoss > Time(0) && diskLoss < LEAST_DISK_LOSS)
    {
        throw DhtOptionError("--disk-loss: allowed are 0s, and 1s or more");
    }
    if (!DhtStoreApplication::FitsPacket(storage, blockSize, peers))
    {
        throw DhtOptionError("block-size",
                             std::to_string(blockSize),
                             "so few peers keep fragments that fit into no packet: use more "
                             "--peers, or smaller blocks");
    }
}

void
StoreChoice::ConfigureStore(DhtHelper& helper) const
{
    if (blocks > 0)
    {
        // those that hold fragments of a block
        helper.SetAttribute("Successors", UintegerValue(dht::kMaximumLocated));
    }
}

void
StoreChoice::GiveStores(const ApplicationContainer& peers) const
{
    for (auto peer = peers.Begin(); blocks > 0 && peer != peers.End(); ++peer)
    {
        DhtPeerStoreOptions store;
        store.storage = storage;
        store.repair = repairLinks;
        store.polite = DhtWindow::Create(repairWindow);
        DynamicCast<DhtPeerApplication>(*peer)->SetStore(store);
    }
}

} // namespace ns3
