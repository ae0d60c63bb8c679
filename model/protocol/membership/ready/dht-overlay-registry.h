/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_OVERLAY_REGISTRY_H
#define DHT_OVERLAY_REGISTRY_H

#include "dht-named-registry.h"
#include "dht-overlay.h"
#include "dht-peer-delays.h"
#include "dht-random.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * The kinds of ready-made overlays, and how to make one by name.
 */

namespace dht
{

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

/**
 * All kinds of overlays of this process. The registry is filled before a simulation begins and only
 * read after that.
 */
class OverlayRegistry : public NamedRegistry<OverlayKind>
{
  public:
    /// @return The registry, with this library's kinds: chord, chord-pns, tree, small-world.
    static OverlayRegistry& Get();

    /// @param knowsDelays Whether those that choose by delays can be made. @return The names of the
    /// kinds that can, in the order they were added.
    std::vector<std::string> NamesWith(bool knowsDelays) const;

  private:
    OverlayRegistry();
};

/// Adds a kind of overlay while a program starts.
using RegisterOverlay = RegisterIn<OverlayRegistry, OverlayKind>;

} // namespace dht

#endif // DHT_OVERLAY_REGISTRY_H
