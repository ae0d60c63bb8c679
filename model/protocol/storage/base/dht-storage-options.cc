/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-storage-options.h"

#include "dht-block-code.h"
#include "dht-storage-message.h"

namespace dht
{

const std::vector<ParameterOf<StorageOptions>>&
StorageOptions::Table()
{
    using Parameter = ParameterOf<StorageOptions>;
    static const std::vector<Parameter> table{
        Parameter("LocateRouting",
                  "Who asks the peers on the way of a lookup (NSDI04, section 4.2)",
                  &StorageOptions::routing,
                  {"recursive", "iterative"}),
        Parameter("LocateEnd",
                  "Where a lookup ends: where enough holders are known (NSDI04, figure 10), or at "
                  "the responsible peer",
                  &StorageOptions::end,
                  {"enough", "responsible"}),
        Parameter("Wanted",
                  "Holders to know at the end of a lookup; d of NSDI04, section 4.5",
                  &StorageOptions::wanted,
                  1,
                  kMaximumLocated),
        Parameter("MergedNames",
                  "Whom a lookup names if its last peer has merged two lists of holders: all of "
                  "both, or as many as are wanted (NSDI04, figure 10)",
                  &StorageOptions::merged,
                  {"all", "first"}),
        Parameter("HolderChoice",
                  "Whom fragments are fetched from (NSDI04, section 4.4)",
                  &StorageOptions::choice,
                  {"nearest", "random"}),
        Parameter("HolderSpread",
                  "What a block's fragments are spread over: hosts, then networks, and then peers, "
                  "or peers alone, as in NSDI04; all peers of a ring need the same",
                  &StorageOptions::spread,
                  {"hosts", "peers"}),
        Parameter("Fragments",
                  "Fragments of a block; l of NSDI04, section 4.4",
                  &StorageOptions::fragments,
                  1,
                  kMaximumLocated),
        Parameter(
            "Needed",
            "Fragments that give the block back; m of NSDI04, section 4.4. 0: so many that one "
            "fits into a packet, up to 7",
            &StorageOptions::needed,
            0,
            kMostNeeded),
        Parameter(
            "Happy",
            "Hosts that may fail at once, whichever, so that a put succeeds: dht-peer insists "
            "on what it is told; otherwise, holders beyond those needed, or all of a small ring",
            &StorageOptions::happy,
            0,
            kMaximumLocated),
        Parameter("LocateHopLimit", "Hops of a lookup", &StorageOptions::hopLimit, 1, 255),
        Parameter("Detours",
                  "Peers that a hop asks if the best one does not answer",
                  &StorageOptions::detours,
                  0,
                  15),
        Parameter("OriginMargin",
                  "How long the origin of a lookup waits, beyond three mean lookups",
                  &StorageOptions::originMargin,
                  FromSeconds(0.01),
                  FromSeconds(60)),
        Parameter("Lifetime",
                  "How long a block is kept that is put",
                  &StorageOptions::lifetime,
                  FromSeconds(1),
                  std::chrono::hours(24 * 365)),
        Parameter("RepairInterval",
                  "How long the first holder of blocks takes to compare with each of their other "
                  "holders, and then begins anew; 0: never",
                  &StorageOptions::repairInterval,
                  Time(0),
                  std::chrono::hours(24)),
        Parameter("RepairBelow",
                  "Fragments of a block; when fewer are left, those that are missing are made anew",
                  &StorageOptions::repairBelow,
                  1,
                  kMaximumLocated),
        Parameter(
            "ScrubInterval",
            "In what time a peer reads all fragments that it holds, at least one each second, "
            "and drops those that have decayed; 0: never",
            &StorageOptions::scrubInterval,
            Time(0),
            std::chrono::hours(24 * 365)),
        Parameter("ProbeInterval",
                  "How often a peer asks another one only to measure the way, so that coordinates "
                  "settle, in the mean; 0: never",
                  &StorageOptions::probeInterval,
                  Time(0),
                  std::chrono::hours(24)),
    };
    return table;
}

} // namespace dht
