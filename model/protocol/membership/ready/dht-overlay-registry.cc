/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-overlay-registry.h"

#include "dht-chord-pns-overlay.h"
#include "dht-chord.h"
#include "dht-small-world-overlay.h"
#include "dht-tree-overlay.h"

#include <stdexcept>
#include <utility>

namespace dht
{

namespace
{

/// @param ring All peers. @param by With the delays. @return Chord with proximity.
/// @throws std::invalid_argument There are no delays, or no candidates.
std::unique_ptr<Overlay>
MakeChordPns(Ring ring, const NeighbourChoice& by)
{
    if (by.delays == nullptr || by.pnsCandidates == 0)
    {
        throw std::invalid_argument("the overlay chord-pns needs delays between the peers, and at "
                                    "least one candidate for a finger");
    }
    return std::make_unique<ChordPnsOverlay>(std::move(ring), *by.delays, by.pnsCandidates);
}

} // namespace

OverlayRegistry::OverlayRegistry()
    : NamedRegistry("overlay")
{
    Add({"chord",
         "a ring with fingers at distances of 2^i (Stoica et al., SIGCOMM 2001)",
         false,
         [](Ring ring, const NeighbourChoice& /* by */) {
             return std::make_unique<ChordOverlay>(std::move(ring));
         }});
    Add({"chord-pns",
         "chord whose finger i is the nearest of the first x peers from 2^i to 2^(i+1) (NSDI04, "
         "section 4.3)",
         true,
         [](Ring ring, const NeighbourChoice& by) { return MakeChordPns(std::move(ring), by); }});
    Add({"tree",
         "a binary tree, one neighbour in each opposite subtree (P-Grid; NCA06, section 2.2.4)",
         false,
         [](Ring ring, const NeighbourChoice& by) {
             return std::make_unique<TreeOverlay>(std::move(ring), by.random);
         }});
    Add({"small-world",
         "a ring with random long links (Kleinberg, STOC 2000; COMSNETS09, section VI)",
         false,
         [](Ring ring, const NeighbourChoice& by) {
             return std::make_unique<SmallWorldOverlay>(std::move(ring), by.random);
         }});
}

OverlayRegistry&
OverlayRegistry::Get()
{
    static OverlayRegistry registry;
    return registry;
}

std::vector<std::string>
OverlayRegistry::NamesWith(bool knowsDelays) const
{
    std::vector<std::string> names;
    for (const auto& kind : All())
    {
        if (knowsDelays || !kind->needsDelays)
        {
            names.push_back(kind->name);
        }
    }
    return names;
}

} // namespace dht
