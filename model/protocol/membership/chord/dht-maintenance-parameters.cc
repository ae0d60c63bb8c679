/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-maintenance.h"
#include "dht-puzzle.h"

namespace dht
{

const std::vector<ParameterOf<MaintenanceOptions>>&
MaintenanceOptions::Table()
{
    const Time least = FromSeconds(0.001);
    static const std::vector<ParameterOf<MaintenanceOptions>> table{
        {"StabiliseInterval",
         "In a ring that is joined: time between a peer's looks at its successor and predecessor",
         &MaintenanceOptions::stabiliseInterval,
         least,
         kNever},
        {"FingerInterval",
         "In a ring that is joined: time between looks at fingers, once all are known",
         &MaintenanceOptions::fingerInterval,
         least,
         kNever},
        {"QueryTimeout",
         "In a ring that is joined: time after which a query is sent again; doubled each time",
         &MaintenanceOptions::queryTimeout,
         least,
         kNever},
        {"QueryAttempts",
         "In a ring that is joined: a peer that answers none of so many queries is dead",
         &MaintenanceOptions::queryAttempts,
         1,
         10},
        {"Successors",
         "In a ring that is joined: the peers after this one that it knows of",
         &MaintenanceOptions::successors,
         1,
         16},
        {"FingerCandidates",
         "In a ring that is joined: the first so many peers that may be a finger are measured, and "
         "the nearest is taken, PNS(x); 1: the first, unmeasured",
         &MaintenanceOptions::fingerCandidates,
         1,
         16},
        {"MaxLinks",
         "In a ring that is joined: neighbours that requests may be sent to at once",
         &MaintenanceOptions::maximumLinks,
         1,
         1000},
        {"Vouching",
         "In a ring that is joined: the answers that are delivered only when others have vouched "
         "for who gives them: none, those of peers far from the key, all, or all for some minutes "
         "after somebody has lied twice",
         &MaintenanceOptions::vouching,
         {"off", "odd", "all", "alarmed"}},
        {"Puzzle",
         "In a ring that is joined: what a place costs, as bits of a puzzle that takes a peer "
         "2^bits hashes before it joins; the same for all peers of the ring; 0: nothing",
         &MaintenanceOptions::puzzleBits,
         0,
         Puzzle::kMostBits},
    };
    return table;
}

} // namespace dht
