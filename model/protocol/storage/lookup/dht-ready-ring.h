/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_READY_RING_H
#define DHT_READY_RING_H

#include "dht-overlay.h"
#include "dht-ring-info.h"
#include "dht-storage-message.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * Rings that nobody joins or leaves, as a store sees them.
 */

namespace dht
{

/// A ready-made ring. Peers are known by their places in the order of ids.
class ReadyRing
{
  public:
    using Places = std::vector<std::uint32_t>; ///< Of some peers.

    /// @param overlay Whose peers forward clockwise, such as chord; must outlive this object.
    explicit ReadyRing(const Overlay& overlay);

    /// @param overlay The same. @param endpoints Of its peers, by place, each of them once.
    /// @throws std::invalid_argument They are not as many, or not all different.
    ReadyRing(const Overlay& overlay, const std::vector<Endpoint>& endpoints);

    /// Who knows whom has changed. @param overlay The same peers; must outlive this object.
    void Rewire(const Overlay& overlay);

    /// Not all peers are there. From now on everybody knows these, and the fingers that Chord has
    /// among them. @param places Theirs, at least one, in rising order.
    void SetPresent(Places places);

    /// @return How many are there.
    std::size_t CountPresent() const
    {
        return m_present.empty() ? Peers().Size() : m_present.size();
    }

    /// @return How many of those that follow it a peer knows.
    std::size_t CountSuccessors() const
    {
        return std::min(kMaximumLocated, CountPresent() - 1);
    }

    /// @param place A peer that is there. @param steps How far to go, less than once around.
    /// @return The peer there, clockwise, of those that are there.
    std::size_t After(std::size_t place, std::size_t steps) const
    {
        if (!m_present.empty())
        {
            return AfterPresent(place, steps);
        }
        const std::size_t after = place + steps;
        return after < Peers().Size() ? after : after - Peers().Size();
    }

    /// @return All peers.
    const Ring& Peers() const
    {
        return *m_peers;
    }

    /// @param place A peer. @return By what others know it.
    const RingNode& NodeAt(std::size_t place) const
    {
        return m_nodes[place];
    }

    /// @param place A peer. @return Its neighbours in the overlay, of those that are there.
    const Places& Neighbours(std::size_t place) const
    {
        return m_present.empty() ? m_neighbours[place] : FingersAt(place);
    }

    /// A peer's neighbours are going to be asked for: have them brought into the cache. @param
    /// place The peer.
    void Expect(std::size_t place) const;

    /// @param place A peer that is there. @return Those that follow it, nearest first, as many as a
    /// peer knows.
    Places Successors(std::size_t place) const;

    /// @param place A peer. @return By what endpoint others know it.
    const Endpoint& At(std::size_t place) const
    {
        return m_nodes[place].endpoint;
    }

    /// @param endpoint Of a peer, or any. @return The peer's place in the order of the ring;
    /// Peers().Size() or more if there is none.
    std::size_t Find(const Endpoint& endpoint) const;

    /// @param place A peer. @return By what endpoint others know it, if none was given.
    static Endpoint EndpointOf(std::size_t place)
    {
        return Endpoint::Ipv4(static_cast<std::uint32_t>(place + 1), 7000);
    }

    /// @param endpoint One that was not given, of a peer. @return The peer's place.
    static std::size_t PlaceOf(const Endpoint& endpoint)
    {
        return endpoint.Ipv4Address() - 1;
    }

  private:
    /// The parameters and the result are those of After(), where not all are there.
    std::size_t AfterPresent(std::size_t place, std::size_t steps) const;
    /// @param place A peer. @return Its fingers among those that are there, nearest first.
    Places FingersOf(std::size_t place) const;
    /// @param place A peer. @return The same, of those that were found before.
    const Places& FingersAt(std::size_t place) const;

    const Ring* m_peers{nullptr}; ///< All.
    RingNodes m_nodes;            ///< The same, as peers name them.
    /// By endpoint; none: EndpointOf().
    std::unordered_map<Endpoint, std::size_t, EndpointHash> m_places;
    Places m_present;                 ///< Who is there; empty: all.
    std::vector<Places> m_neighbours; ///< By peer.
    mutable std::vector<Places>
        m_fingers; ///< Likewise, among those that are there; made when needed.
};

/// What one peer of it knows.
class ReadyRingInfo : public RingInfo
{
  public:
    /// @param ring The ring; must outlive this object. @param place Which peer.
    ReadyRingInfo(const ReadyRing& ring, std::size_t place);

    RingNode Self() const override;
    bool HasPlace() const override;
    RingNodes Successors() const override;
    std::size_t CountBeyond(const Key& key) const override;
    RingNodes LastSuccessors(std::size_t most) const override;
    std::optional<RingNode> Predecessor() const override;
    void Expect() const override;
    bool IsWhole() const override;
    RingNodes Towards(const Key& key, std::size_t most) const override;
    Key IdOf(const Endpoint& endpoint) const override;

  private:
    const ReadyRing& m_ring; ///< The ring.
    std::uint32_t m_place;   ///< Which peer.
};

} // namespace dht

#endif // DHT_READY_RING_H
