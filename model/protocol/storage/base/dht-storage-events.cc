/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-storage-events.h"

namespace dht
{

StorageCounters&
StorageCounters::operator+=(const StorageCounters& other)
{
    lookups += other.lookups;
    lookupsAgain += other.lookupsAgain;
    relayed += other.relayed;
    answered += other.answered;
    merged += other.merged;
    stranded += other.stranded;
    refused += other.refused;
    useless += other.useless;
    listed += other.listed;
    probes += other.probes;
    probesAnswered += other.probesAnswered;
    gets += other.gets;
    complete += other.complete;
    failed += other.failed;
    puts += other.puts;
    putsOk += other.putsOk;
    putsFailed += other.putsFailed;
    fetches += other.fetches;
    fetchesHere += other.fetchesHere;
    stores += other.stores;
    storesKept += other.storesKept;
    disproved += other.disproved;
    unproved += other.unproved;
    throttled += other.throttled;
    unusable += other.unusable;
    syncs += other.syncs;
    syncsBusy += other.syncsBusy;
    comparisons += other.comparisons;
    compared += other.compared;
    comparisonsFailed += other.comparisonsFailed;
    syncNonsense += other.syncNonsense;
    rebuilds += other.rebuilds;
    rebuilt += other.rebuilt;
    rebuildsFailed += other.rebuildsFailed;
    fragmentsMade += other.fragmentsMade;
    sweeps += other.sweeps;
    moves += other.moves;
    moved += other.moved;
    movesFailed += other.movesFailed;
    needless += other.needless;
    distrusted += other.distrusted;
    repairMessages += other.repairMessages;
    repairBytes += other.repairBytes;
    return *this;
}

} // namespace dht
