/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_OVERLAY_H
#define DHT_OVERLAY_H

#include "dht-membership.h"
#include "dht-ring.h"

#include <memory>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * Overlays: given all peers, who is responsible for what, and who knows whom.
 */

namespace dht
{

/// The whole of an overlay, seen from outside: what ready-made rings and analyses are built from.
class Overlay
{
  public:
    /// @param ring All peers; in each overlay, a peer's number is its place in the order of ids.
    explicit Overlay(Ring ring);
    virtual ~Overlay() = default;

    /// @return All peers.
    const Ring& Peers() const;

    /// @param key A key. @return The peer responsible for it.
    virtual std::size_t Responsible(const Key& key) const = 0;

    /// @param peer The peer's number. @return The share of all keys that it is responsible for.
    virtual double Share(std::size_t peer) const = 0;

    /// @param peer The peer's number. @return Its neighbours, in the order of its routing table's
    /// links.
    virtual std::vector<std::size_t> Neighbours(std::size_t peer) const = 0;

    /// @param peer The peer's number. @return Its place, with its routing table. Analyses of all
    /// ways take those of the peers' ids for those of all keys: so they are exact if the table
    /// sends all keys of one responsible peer the same way.
    virtual std::unique_ptr<Membership> MakeTable(std::size_t peer) const = 0;

  private:
    Ring m_ring; ///< All peers.
};

/// @param overlay A ready-made overlay; must outlive the result. @param peer A peer's number.
/// @return Makes the membership of that peer.
MembershipMaker ReadyPlace(const Overlay& overlay, std::size_t peer);
/// @param overlay The same, which lives as long as the result does. @param peer A peer's number.
/// @return Makes the membership of that peer.
MembershipMaker ReadyPlace(std::shared_ptr<const Overlay> overlay, std::size_t peer);

} // namespace dht

#endif // DHT_OVERLAY_H
