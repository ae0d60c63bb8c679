/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-tree-overlay.h"

#include <algorithm>
#include <cmath>

namespace dht
{

namespace
{

/// The path of one peer, with one neighbour for each of its bits.
class PathTable : public Membership
{
  public:
    PathTable(const Key& self, std::vector<std::uint8_t> bits)
        : m_self(self),
          m_bits(std::move(bits))
    {
    }

    std::optional<LinkIndex> NextHop(const Key& key) const override
    {
        const Key differs = m_self ^ key;
        const auto level = std::find_if(m_bits.begin(), m_bits.end(), [&](std::uint8_t bit) {
            return differs.Bit(bit);
        });
        if (level == m_bits.end())
        {
            return std::nullopt;
        }
        return static_cast<LinkIndex>(level - m_bits.begin());
    }

    LinkIndex LinkCount() const override
    {
        return static_cast<LinkIndex>(m_bits.size());
    }

  private:
    Key m_self;                       ///< The peer's id.
    std::vector<std::uint8_t> m_bits; ///< Which bits its path looks at, from the root down.
};

} // namespace

TreeOverlay::TreeOverlay(Ring ring, Random& random)
    : Overlay(std::move(ring)),
      m_paths(Peers().Size())
{
    if (Peers().Size() > 1)
    {
        Divide(0, Peers().Size(), random);
    }
}

void
TreeOverlay::Divide(std::size_t begin, std::size_t end, Random& random)
{
    // the ids are in order, so the first and the last one differ earliest
    const unsigned bit = (Peers().Id(begin) ^ Peers().Id(end - 1)).HighestBit();
    std::size_t middle = begin;
    while (!Peers().Id(middle).Bit(bit))
    {
        ++middle;
    }
    for (std::size_t peer = begin; peer < end; ++peer)
    {
        const std::size_t neighbour = peer < middle ? middle + DrawBelow(random, end - middle)
                                                    : begin + DrawBelow(random, middle - begin);
        m_paths[peer].push_back({bit, neighbour});
    }
    if (middle - begin > 1)
    {
        Divide(begin, middle, random);
    }
    if (end - middle > 1)
    {
        Divide(middle, end, random);
    }
}

std::size_t
TreeOverlay::Responsible(const Key& key) const
{
    // from any peer, each hop agrees with the key in one level more
    std::size_t peer = 0;
    std::size_t level = 0;
    while (level < m_paths[peer].size())
    {
        const Level& here = m_paths[peer][level];
        peer = (Peers().Id(peer) ^ key).Bit(here.bit) ? here.neighbour : peer;
        ++level;
    }
    return peer;
}

double
TreeOverlay::Share(std::size_t peer) const
{
    // each level of its path halves the keys
    return std::ldexp(1.0, -static_cast<int>(m_paths.at(peer).size()));
}

std::vector<std::size_t>
TreeOverlay::Neighbours(std::size_t peer) const
{
    std::vector<std::size_t> neighbours;
    for (const Level& level : m_paths.at(peer))
    {
        neighbours.push_back(level.neighbour);
    }
    return neighbours;
}

std::unique_ptr<Membership>
TreeOverlay::MakeTable(std::size_t peer) const
{
    std::vector<std::uint8_t> bits;
    for (const Level& level : m_paths.at(peer))
    {
        bits.push_back(static_cast<std::uint8_t>(level.bit));
    }
    return std::make_unique<PathTable>(Peers().Id(peer), std::move(bits));
}

} // namespace dht
