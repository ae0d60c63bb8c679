/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/collapse-experiment.h"
#include "ns3/dht-overlay-registry.h"

#include <algorithm>
#include <map>
#include <memory>
#include <vector>

/**
 * @file
 * An overlay of one's own: ready-made tables as Kademlia has them (Maymounkov and Mazieres, IPTPS
 * 2002). The peer whose id has the least XOR with a key is responsible for it; a peer knows two
 * others, or all there are, of those that differ from it first in a bit, for each bit.
 */

namespace
{

constexpr std::size_t kContacts = 2;

/// The contacts of one peer, by link.
class XorTable : public dht::Membership
{
  public:
    XorTable(const dht::Key& self, std::vector<dht::Key> contacts)
        : m_self(self),
          m_contacts(std::move(contacts))
    {
    }

    std::optional<dht::LinkIndex> NextHop(const dht::Key& key) const override
    {
        const auto nearest = std::min_element(
            m_contacts.begin(),
            m_contacts.end(),
            [&key](const dht::Key& a, const dht::Key& b) { return (a ^ key) < (b ^ key); });
        if (nearest == m_contacts.end() || (m_self ^ key) < (*nearest ^ key))
        {
            return std::nullopt;
        }
        return static_cast<dht::LinkIndex>(nearest - m_contacts.begin());
    }

    dht::LinkIndex LinkCount() const override
    {
        return static_cast<dht::LinkIndex>(m_contacts.size());
    }

  private:
    dht::Key m_self;                  ///< The peer's id.
    std::vector<dht::Key> m_contacts; ///< Theirs.
};

/// Who knows whom.
class XorOverlay : public dht::Overlay
{
  public:
    XorOverlay(dht::Ring ring, dht::Random& random)
        : Overlay(std::move(ring)),
          m_buckets(Peers().Size())
    {
        for (std::size_t peer = 0; peer < Peers().Size(); ++peer)
        {
            for (std::size_t other = 0; other < Peers().Size(); ++other)
            {
                if (other != peer)
                {
                    m_buckets[peer][(Peers().Id(peer) ^ Peers().Id(other)).HighestBit()].push_back(
                        other);
                }
            }
            for (auto& [bit, bucket] : m_buckets[peer])
            {
                for (std::size_t i = 0; i < std::min(kContacts, bucket.size()); ++i)
                {
                    std::swap(bucket[i], bucket[i + dht::DrawBelow(random, bucket.size() - i)]);
                }
                bucket.resize(std::min(kContacts, bucket.size()));
            }
        }
    }

    std::size_t Responsible(const dht::Key& key) const override
    {
        std::size_t nearest = 0;
        for (std::size_t peer = 1; peer < Peers().Size(); ++peer)
        {
            nearest = (Peers().Id(peer) ^ key) < (Peers().Id(nearest) ^ key) ? peer : nearest;
        }
        return nearest;
    }

    double Share(std::size_t peer) const override
    {
        // each bucket that is not empty has taken half of the keys that were left
        return 1.0 / static_cast<double>(std::size_t{1} << m_buckets.at(peer).size());
    }

    std::vector<std::size_t> Neighbours(std::size_t peer) const override
    {
        std::vector<std::size_t> all;
        for (const auto& [bit, bucket] : m_buckets.at(peer))
        {
            all.insert(all.end(), bucket.begin(), bucket.end());
        }
        return all;
    }

    std::unique_ptr<dht::Membership> MakeTable(std::size_t peer) const override
    {
        std::vector<dht::Key> contacts;
        for (const std::size_t other : Neighbours(peer))
        {
            contacts.push_back(Peers().Id(other));
        }
        return std::make_unique<XorTable>(Peers().Id(peer), std::move(contacts));
    }

  private:
    /// Contacts by the highest bit in which they differ, for each peer.
    std::vector<std::map<unsigned, std::vector<std::size_t>>> m_buckets;
};

const dht::RegisterOverlay g_xor(
    {"xor",
     "k-buckets of two (Kademlia, IPTPS 2002)",
     false,
     [](dht::Ring ring, const dht::NeighbourChoice& by) -> std::unique_ptr<dht::Overlay> {
         return std::make_unique<XorOverlay>(std::move(ring), by.random);
     }});

} // namespace

int
main(int argc, char* argv[])
{
    return ns3::RunCollapse(argc, argv);
}
