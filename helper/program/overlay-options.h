/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_OVERLAY_OPTIONS_H
#define DHT_CC_OVERLAY_OPTIONS_H

#include "dht-helper.h"
#include "dht-option-table.h"

#include <memory>
#include <string>

namespace ns3
{

/**
 * @ingroup dht-cc
 * The overlay of a program. The same options, seed and run number give all programs the very same
 * overlay.
 */
struct OverlayOptions
{
    /// Most peers, unless a program sets another bound.
    static constexpr uint64_t MOST_PEERS = 16384;

    uint64_t peers{128};          //!< How many peers.
    std::string ids{"even"};      //!< Where the peers are on the ring.
    std::string overlay{"chord"}; //!< Who knows whom.
    uint64_t pnsCandidates{16};   //!< Of which the nearest becomes a finger, in chord-pns.
    double wrongEntries{0};       //!< Routing entries that are wrong, in percent.

    /// Add these options, for programs without delays, and so without the overlays that choose by
    /// delays. @param table Gets them; it keeps references to this object.
    void DefineOverlay(DhtOptionTable& table);

    /// Add these options, for programs that know the delays between peers. @param table Gets them;
    /// it keeps references to this object. @param most Most peers.
    void DefineOverlayByDelays(DhtOptionTable& table, uint64_t most = MOST_PEERS);

    /// Add all these options except --overlay, for programs with kinds of their own.
    /// @param table Gets them; it keeps references to this object. @param most Most peers.
    void DefinePeers(DhtOptionTable& table, uint64_t most);

    /// Prepare a helper that makes one such overlay. @param helper The helper.
    void ConfigureOverlay(DhtHelper& helper) const;

    /// @return The overlay of the addresses that AccessNetworkHelper gives; it must not choose by
    /// delays.
    std::unique_ptr<dht::Overlay> MakeOverlay() const;

    /// @param delays Delays between the peers, by their places in the order of ids. @return The
    /// overlay of the addresses that AccessNetworkHelper gives.
    std::unique_ptr<dht::Overlay> MakeOverlay(const dht::PeerDelays& delays) const;

    /// @param table The options. @throws DhtOptionError A given option has no effect.
    void CheckOverlay(const DhtOptionTable& table) const;
};

} // namespace ns3

#endif // DHT_CC_OVERLAY_OPTIONS_H
