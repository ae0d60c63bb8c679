/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_OVERLAY_H
#define DHT_OVERLAY_H

#include "dht-peer-delays.h"
#include "dht-random.h"
#include "dht-ring.h"
#include "dht-routing-table.h"

#include <functional>
#include <memory>
#include <string>
#include <string_view>
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

    /// @param peer The peer's number. @return Its routing table. It sends all keys of one
    /// responsible peer the same way, that peer's id among them.
    virtual std::unique_ptr<RoutingTable> MakeTable(std::size_t peer) const = 0;

  private:
    Ring m_ring; ///< All peers.
};

/// What an overlay chooses its neighbours by.
struct NeighbourChoice
{
    Random& random;                    ///< For what is chosen at random.
    const PeerDelays* delays{nullptr}; ///< By the peers' places; null where nobody knows them.
    std::size_t pnsCandidates{16};     ///< For a finger, where the nearest one is taken.
};

/// A kind of overlay, by name.
struct OverlayKind
{
    std::string name; ///< In kebab-case, as users write it.
    std::string help; ///< One line, with its source.
    bool needsDelays; ///< Whether it chooses by delays.
    /// Makes one of the given peers; what it chooses, it chooses at once.
    std::function<std::unique_ptr<Overlay>(Ring, const NeighbourChoice&)> make;
};

/// @return The kinds there are: chord, chord-pns, tree, small-world.
const std::vector<OverlayKind>& OverlayKinds();

/// @param knowsDelays Whether those that choose by delays can be made. @return The names of the
/// kinds that can, in the same order.
std::vector<std::string> OverlayNames(bool knowsDelays = true);

/// @param name A name. @return The kind.
/// @throws std::invalid_argument There is none; the message lists those that are known.
const OverlayKind& FindOverlayKind(std::string_view name);

} // namespace dht

#endif // DHT_OVERLAY_H
