/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-overlay.h"

#include "dht-chord.h"
#include "dht-small-world-overlay.h"
#include "dht-tree-overlay.h"

#include <algorithm>
#include <stdexcept>

namespace dht
{

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
         [](Ring ring, Random& /* random */) {
             return std::make_unique<ChordOverlay>(std::move(ring));
         }},
        {"tree",
         "a binary tree, one neighbour in each opposite subtree (P-Grid; NCA06, section 2.2.4)",
         [](Ring ring, Random& random) {
             return std::make_unique<TreeOverlay>(std::move(ring), random);
         }},
        {"small-world",
         "a ring with random long links (Kleinberg, STOC 2000; COMSNETS09, section VI)",
         [](Ring ring, Random& random) {
             return std::make_unique<SmallWorldOverlay>(std::move(ring), random);
         }},
    };
    return kinds;
}

std::vector<std::string>
OverlayNames()
{
    std::vector<std::string> names;
    for (const OverlayKind& kind : OverlayKinds())
    {
        names.push_back(kind.name);
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
