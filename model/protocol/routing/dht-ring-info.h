/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_RING_INFO_H
#define DHT_RING_INFO_H

#include "dht-ring-node.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>

/**
 * @file
 * @ingroup dht-protocol
 * What a store has to know of the ring.
 */

namespace dht
{

/// One peer's view of the ring, as its storage sees it. Whatever keeps that peer's place answers.
class RingInfo
{
  public:
    virtual ~RingInfo() = default;

    /// @return The peer itself.
    virtual RingNode Self() const = 0;

    /// @return Whether it has a place on the ring, so that others may ask it. Who has none asks
    /// through peers that it was told of.
    virtual bool HasPlace() const = 0;

    /// @return The peers that follow it, nearest first; kMaximumLocated of them, or all there are.
    virtual RingNodes Successors() const = 0;

    /// @param key A key, on the way around the ring from the peer. @return How many of Successors()
    /// are beyond the key: the last ones are.
    virtual std::size_t CountBeyond(const Key& key) const
    {
        const RingNodes nodes = Successors();
        const auto isBeyond = [&key, self = Self().id](const RingNode& node) {
            return IsFarther(self, key, node.id);
        };
        return static_cast<std::size_t>(
            std::distance(std::find_if(nodes.begin(), nodes.end(), isBeyond), nodes.end()));
    }

    /// @param most How many are wanted. @return The last of Successors(), in the same order: so
    /// many, or all there are.
    virtual RingNodes LastSuccessors(std::size_t most) const
    {
        RingNodes nodes = Successors();
        const std::size_t others = nodes.size() - std::min(most, nodes.size());
        nodes.erase(nodes.begin(), nodes.begin() + static_cast<std::ptrdiff_t>(others));
        return nodes;
    }

    /// @return The peer before it; nothing if none is known. It is asked of who has a place.
    virtual std::optional<RingNode> Predecessor() const
    {
        return std::nullopt;
    }

    /// It is going to be asked: have what that takes brought into the cache, if it is not there
    /// with the object itself.
    virtual void Expect() const
    {
    }

    /// @return Whether these, and the peer itself, are all peers there are.
    virtual bool IsWhole() const = 0;

    /// Peers that whoever asks for peers on the way to a key is told of.
    static constexpr std::size_t kMostTowards = 8;

    /**
     * @param key A key.
     * @param most How many peers are wanted at the most; who has no place may name more.
     * @return Peers that a lookup of the key may go to next, best first: of the fingers the nearest
     *         before the key, and behind them likewise of the successors; none beyond the key, and
     *         none at all if the peer itself is responsible.
     */
    virtual RingNodes Towards(const Key& key, std::size_t most) const = 0;

    /// @param endpoint Of a peer. @return Its id.
    virtual Key IdOf(const Endpoint& endpoint) const = 0;

  protected:
    /**
     * What Towards() names.
     *
     * @tparam Chosen Takes those that are named.
     * @tparam Peers A list of peers, by whatever names them.
     * @param fingers The peer's fingers, nearest on the ring first. They are near in time, and
     *                successors are not: these serve if no finger does.
     * @param successors Its successors, in the same order.
     * @param isBeyond Tells whether a peer is beyond the key.
     * @param most How many at the most.
     * @return Fingers, and then successors that are none.
     */
    template <typename Chosen, typename Peers, typename Condition>
    static Chosen FingersFirst(const Peers& fingers,
                               const Peers& successors,
                               const Condition& isBeyond,
                               std::size_t most)
    {
        Chosen chosen;
        chosen.reserve(std::min(most, fingers.size() + successors.size()));
        for (const Peers* const peers : {&fingers, &successors})
        {
            for (auto peer = peers->rbegin(); peer != peers->rend() && chosen.size() < most; ++peer)
            {
                if (!isBeyond(*peer) &&
                    std::find(chosen.begin(), chosen.end(), *peer) == chosen.end())
                {
                    chosen.push_back(*peer);
                }
            }
        }
        return chosen;
    }
};

} // namespace dht

#endif // DHT_RING_INFO_H
