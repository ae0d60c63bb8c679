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
constexpr uint64_t MILLION_HOSTILE_STREAM = uint64_t{1} << 40;

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
    dht::SplitMixRandom random(seed, MILLION_HOSTILE_STREAM);
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
        m_begin.push_back(FateAt(ring.Get(peer)));
    }
}

MillionHostile::Fate
MillionHostile::FateAt(const MessageLevelPeer& peer)
{
    const dht::Counters& counters = peer.GetPeer().GetCounters();
    const uint64_t own = counters.issued + counters.retransmitted;
    return {counters.answered, peer.GetKept() + counters.accepted - own, peer.GetKept()};
}

nlohmann::ordered_json
MillionHostile::ToJson(MessageLevelRing& ring, double window) const
{
    double sums[2] = {0, 0};
    double given[2] = {0, 0};
    double kept = 0;
    std::size_t counts[2] = {0, 0};
    double least = std::numeric_limits<double>::max();
    for (std::size_t peer = 0; peer < ring.Size(); ++peer)
    {
        const Fate fate = FateAt(ring.Get(peer));
        const Fate& begin = m_begin[peer];
        const double rate = static_cast<double>(fate.answered - begin.answered) / window;
        sums[m_isHostile[peer]] += rate;
        given[m_isHostile[peer]] += static_cast<double>(fate.given - begin.given) / window;
        kept += static_cast<double>(fate.kept - begin.kept) / window;
        ++counts[m_isHostile[peer]];
        least = m_isHostile[peer] ? least : std::min(least, rate);
    }
    nlohmann::ordered_json json{{"peers", counts[1]},
                                {"honest_achieved", sums[0] / static_cast<double>(counts[0])},
                                {"honest_least", least},
                                {"hostile_achieved", sums[1] / static_cast<double>(counts[1])}};
    if (dht::IsOfReading(m_behaviour))
    {
        json["honest_given"] = given[0] / static_cast<double>(counts[0]);
        json["hostile_given"] = given[1] / static_cast<double>(counts[1]);
        json["hostile_kept"] = kept / static_cast<double>(counts[1]);
    }
    return json;
}

} // namespace ns3
