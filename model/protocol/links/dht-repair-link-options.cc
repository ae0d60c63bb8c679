/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-repair-link-options.h"

#include <algorithm>

namespace dht
{

namespace
{

/// A block has no more fragments than that.
constexpr std::uint64_t kMostFragments = 16;

} // namespace

double
RepairLinkOptions::PriorityAt(std::optional<std::size_t> fewest) const
{
    const double left = static_cast<double>(fewest.value_or(raiseBelow));
    return std::max(priority, raiseBelow - left);
}

std::size_t
RepairLinkOptions::MostAtOnce(std::optional<std::size_t> fewest) const
{
    const double wanted = atOnce * std::max(1.0, PriorityAt(fewest));
    return static_cast<std::size_t>(std::min<double>(wanted, kMostAtOnce));
}

double
RepairLinkOptions::MostPriority() const
{
    return PriorityAt(0);
}

double
RepairLinkOptions::MostTogether() const
{
    return MostPriority() * (kMostFragments - 1);
}

const std::vector<ParameterOf<RepairLinkOptions>>&
RepairLinkOptions::Table()
{
    static const std::vector<ParameterOf<RepairLinkOptions>> table{
        {"RepairTransport",
         "What carries the fragments that repair moves: STP's datagrams, in a quarter of its "
         "window; or dtl, links of the overlay's own transport from anybody to anybody",
         &RepairLinkOptions::carrier,
         {"stp", "dtl"}},
        {"RepairPriority",
         "Priority of each such link: 0 yields to everything, N > 0 takes as much as N TCP flows",
         &RepairLinkOptions::priority,
         0.0,
         255.0},
        {"RepairRaiseBelow",
         "Fragments of a block below which a peer that repairs it raises the priority of its links "
         "to as many as the block lacks, asks those who send it fragments to do the same, and for "
         "so many times as much at once; 0: it does not",
         &RepairLinkOptions::raiseBelow,
         0,
         kMostFragments},
        // by default those of two blocks, which fill an access link for a round trip
        {"RepairAtOnce",
         "Fragments that a peer fetches and sends at once over such links, N times as many at a "
         "priority N above 1, 200 at the most. Each goes between other peers, so that no window "
         "holds them back",
         &RepairLinkOptions::atOnce,
         1,
         kMostAtOnce},
    };
    return table;
}

} // namespace dht
