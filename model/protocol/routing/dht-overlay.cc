/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-overlay.h"

#include "dht-chord-pns-overlay.h"
#include "dht-chord.h"
#include "dht-small-world-overlay.h"
#include "dht-tree-overlay.h"

#include <algorithm>
#include <stdexcept>

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

Overlay::Overlay(Ring ring)
    : m_ring(std::move(ring))
{
}

const Ring&
Overlay::Peers() const
{
    return m_ring;
}

const std::vector<OverlayKind>&
OverlayKinds()
{
    static const std::vector<OverlayKind> kinds{
        {"chord",
         "a ring with fingers at distances of 2^i (Stoica et al., SIGCOMM 2001)",
         false,
         [](Ring ring, const NeighbourChoice& /* by */) {
             return std::make_unique<ChordOverlay>(std::move(ring));
         }},
        {"chord-pns",
         "chord whose finger i is the nearest of the first x peers from 2^i to 2^(i+1) (NSDI04, "
         "section 4.3)",
         true,
         [](Ring ring, const NeighbourChoice& by) { return MakeChordPns(std::move(ring), by); }},
        {"tree",
         "a binary tree, one neighbour in each opposite subtree (P-Grid; NCA06, section 2.2.4)",
         false,
         [](Ring ring, const NeighbourChoice& by) {
             return std::make_unique<TreeOverlay>(std::move(ring), by.random);
         }},
        {"small-world",
         "a ring with random long links (Kleinberg, STOC 2000; COMSNETS09, section VI)",
         false,
         [](Ring ring, const NeighbourChoice& by) {
             return std::make_unique<SmallWorldOverlay>(std::move(ring), by.random);
         }},
    };
    return kinds;
}

std::vector<std::string>
OverlayNames(bool knowsDelays)
{
    std::vector<std::string> names;
    for (const OverlayKind& kind : OverlayKinds())
    {
        if (knowsDelays || !kind.needsDelays)
        {
            names.push_back(kind.name);
        }
    }
    return names;
}

const OverlayKind&
FindOverlayKind(std::string_view name)
{
    const auto& kinds = OverlayKinds();
    const auto found = std::find_if(kinds.begin(), kinds.end(), [name](const OverlayKind& kind) {
        return kind.name == name;
    });
    if (found == kinds.end())
    {
        std::string known;
        for (const std::string& kind : OverlayNames())
        {
            known += (known.empty() ? "" : ", ") + kind;
        }
        throw std::invalid_argument("there is no overlay \"" + std::string(name) +
                                    "\"; known are " + known);
    }
    return *found;
}

} // namespace dht
