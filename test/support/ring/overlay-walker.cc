/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "overlay-walker.h"

#include "dht-misrouted-overlay.h"
#include "dht-overlay-registry.h"
#include "memory-ring.h"
#include "plane-delays.h"
#include "test-name.h"

#include <algorithm>

namespace dht
{
namespace test
{

std::unique_ptr<Overlay>
OverlayCase::Make() const
{
    std::vector<std::string> names;
    for (std::size_t i = 0; i < peers; ++i)
    {
        names.push_back("peer-" + std::to_string(i));
    }
    MersenneRandom random(seed);
    const OverlayKind& found = OverlayRegistry::Get().Find(kind);
    const PlaneDelays delays(seed);
    auto overlay = found.make(even ? Ring::Even(peers) : Ring::Hashed(names), {random, &delays});
    return wrong > 0 ? std::make_unique<MisroutedOverlay>(std::move(overlay), wrong, random)
                     : std::move(overlay);
}

std::string
OverlayCase::Name() const
{
    return TestName(kind + (even ? "_even_" : "_sha1_") + std::to_string(peers));
}

std::ostream&
operator<<(std::ostream& out, const OverlayCase& what)
{
    return out << what.Name() << ", seed " << what.seed << ", wrong " << what.wrong;
}

std::vector<OverlayCase>
OverlayCases(const std::vector<std::size_t>& sizes)
{
    std::vector<OverlayCase> cases;
    for (const auto& kind : OverlayRegistry::Get().All())
    {
        for (const bool even : {true, false})
        {
            for (const std::size_t peers : sizes)
            {
                cases.push_back({kind->name, even, peers});
            }
        }
    }
    return cases;
}

OverlayWalker::OverlayWalker(const Overlay& overlay)
{
    for (std::size_t peer = 0; peer < overlay.Peers().Size(); ++peer)
    {
        m_neighbours.push_back(overlay.Neighbours(peer));
        m_tables.push_back(overlay.MakeTable(peer));
    }
}

std::vector<OverlayWalker::Hop>
OverlayWalker::Walk(std::size_t source, const Key& key) const
{
    std::vector<Hop> hops;
    std::size_t peer = source;
    auto link = m_tables.at(peer)->NextHop(key);
    while (link && hops.size() < kHopLimit)
    {
        hops.push_back({peer, *link, m_neighbours[peer].at(*link)});
        peer = hops.back().to;
        link = m_tables[peer]->NextHop(key);
    }
    return hops;
}

std::size_t
OverlayWalker::End(std::size_t source, const Key& key) const
{
    const auto hops = Walk(source, key);
    return hops.empty() ? source : hops.back().to;
}

} // namespace test
} // namespace dht
