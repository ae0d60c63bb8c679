/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "million-hostile.h"

#include "dht-hostile-peers.h"
#include "split-mix-random.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

namespace ns3
{

namespace
{

/// Of the draw: far from those of peers, links and delays.
constexpr uint64_t HOSTILE_STREAM = uint64_t{1} << 40;

} // namespace

MillionHostile::MillionHostile(const HostileChoice& choice, uint32_t peers, uint64_t seed)
    : m_behaviour(choice.behaviour)
{
    const std::size_t count = DhtHostilePeers::CountOf(choice.share, peers);
    if (count == 0)
    {
        return;
    }
    std::vector<uint32_t> drawn(peers - 1);
    std::iota(drawn.begin(), drawn.end(), 1);
    dht::SplitMixRandom random(seed, HOSTILE_STREAM);
    m_isHostile.resize(peers);
    for (std::size_t i = 0; i < count; ++i)
    {
        const auto left = static_cast<double>(drawn.size() - i);
        std::swap(drawn[i], drawn[i + static_cast<std::size_t>(random.Uniform() * left)]);
        m_isHostile[drawn[i]] = true;
    }
}

bool
MillionHostile::AreThere() const
{
    return !m_isHostile.empty();
}

dht::Behaviour
MillionHostile::Of(uint32_t peer) const
{
    return AreThere() && m_isHostile[peer] ? m_behaviour : dht::Behaviour::kHonest;
}

void
MillionHostile::Begin(MessageLevelRing& ring)
{
    for (std::size_t peer = 0; peer < ring.Size(); ++peer)
    {
        m_answered.push_back(ring.Get(peer).GetPeer().GetCounters().answered);
    }
}

nlohmann::ordered_json
MillionHostile::ToJson(MessageLevelRing& ring, double window) const
{
    double sums[2] = {0, 0};
    std::size_t counts[2] = {0, 0};
    double least = std::numeric_limits<double>::max();
    for (std::size_t peer = 0; peer < ring.Size(); ++peer)
    {
        const uint64_t answered =
            ring.Get(peer).GetPeer().GetCounters().answered - m_answered[peer];
        const double rate = static_cast<double>(answered) / window;
        sums[m_isHostile[peer]] += rate;
        ++counts[m_isHostile[peer]];
        least = m_isHostile[peer] ? least : std::min(least, rate);
    }
    return {{"peers", counts[1]},
            {"honest_achieved", sums[0] / static_cast<double>(counts[0])},
            {"honest_least", least},
            {"hostile_achieved", sums[1] / static_cast<double>(counts[1])}};
}

} // namespace ns3
