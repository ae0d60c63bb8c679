/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_READY_RING_H
#define DHT_READY_RING_H

#include "dht-overlay.h"
#include "dht-ring-info.h"

#include <cstdint>
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
    /// @param overlay Whose peers forward clockwise, such as chord; must outlive this object.
    explicit ReadyRing(const Overlay& overlay);

    /// Who knows whom has changed. @param overlay The same peers; must outlive this object.
    void Rewire(const Overlay& overlay);

    /// @return All peers.
    const Ring& Peers() const;

    /// @param place A peer. @return What it knows.
    RingNode NodeAt(std::size_t place) const;

    /// @param place A peer. @return Its neighbours in the overlay.
    const std::vector<std::uint32_t>& Neighbours(std::size_t place) const;

    /// @param place A peer. @return By what endpoint others know it.
    static Endpoint EndpointOf(std::size_t place);

    /// @param endpoint Of a peer. @return Which.
    static std::size_t PlaceOf(const Endpoint& endpoint);

  private:
    const Overlay* m_overlay{nullptr};                    ///< Who knows whom.
    std::vector<std::vector<std::uint32_t>> m_neighbours; ///< By peer.
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
    std::optional<RingNode> Predecessor() const override;
    bool IsWhole() const override;
    RingNodes Towards(const Key& key) const override;
    Key IdOf(const Endpoint& endpoint) const override;

  private:
    const ReadyRing& m_ring; ///< The ring.
    std::uint32_t m_place;   ///< Which peer.
};

} // namespace dht

#endif // DHT_READY_RING_H
