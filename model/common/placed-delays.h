/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_PLACED_DELAYS_H
#define DHT_PLACED_DELAYS_H

#include "dht-peer-delays.h"
#include "dht-random.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

/**
 * @file
 * @ingroup dht-cc
 * Peers on hosts whose delays are known.
 */

namespace dht
{

/**
 * Each peer is on a host. As many hosts as peers: in their order. More: peers are on distinct ones,
 * drawn at random. Fewer: hosts have as many peers as others, or one more; who is where is drawn.
 */
class PlacedDelays : public PeerDelays
{
  public:
    /**
     * @param hosts Their delays.
     * @param count How many there are.
     * @param peers How many.
     * @param within Between two peers of one host, above 0; or 0: no host has two.
     * @param random Draws the places.
     * @throws std::invalid_argument There are fewer hosts than peers, and none may have two.
     */
    PlacedDelays(std::shared_ptr<const PeerDelays> hosts,
                 std::size_t count,
                 std::size_t peers,
                 Time within,
                 Random& random);

    /// @param hosts Their delays. @param places The host of each peer. @param within Between two
    /// peers of one host, above 0.
    PlacedDelays(std::shared_ptr<const PeerDelays> hosts,
                 std::vector<std::uint32_t> places,
                 Time within);

    /// Draw the host of each peer. @param hosts How many there are, at least 1. @param peers How
    /// many. @param random Draws. @return The hosts.
    static std::vector<std::uint32_t> DrawPlaces(std::size_t hosts,
                                                 std::size_t peers,
                                                 Random& random);

    Time Get(std::uint32_t from, std::uint32_t to) const override;
    Time Least() const override;

    /// @param peer A peer. @return Its host.
    std::uint32_t HostOf(std::uint32_t peer) const;
    /// @return The delays between hosts.
    const std::shared_ptr<const PeerDelays>& Hosts() const;

  private:
    std::shared_ptr<const PeerDelays> m_hosts; ///< Their delays.
    std::vector<std::uint32_t> m_places;       ///< The host of each peer.
    Time m_within; ///< Between two peers of one host; 0: there are none.
};

} // namespace dht

#endif // DHT_PLACED_DELAYS_H
