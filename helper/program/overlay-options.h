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
 * Which overlay a program is about. With the same options, seed and run number, all programs have
 * the very same one.
 */
struct OverlayOptions
{
    uint64_t peers{128};          //!< How many peers.
    std::string ids{"even"};      //!< Where the peers are on the ring.
    std::string overlay{"chord"}; //!< Who knows whom.
    double wrongEntries{0};       //!< Routing entries that are wrong, in percent.

    /// Add these options. @param table Where; it keeps references to this object. @param most How
    /// many peers there may be.
    void DefineOverlay(DhtOptionTable& table, uint64_t most = 16384);

    /// Add all of them but --overlay, for programs with kinds of their own.
    /// @param table Where; it keeps references to this object. @param most How many peers there may
    /// be.
    void DefinePeers(DhtOptionTable& table, uint64_t most);

    /// Prepare a helper that makes one such overlay. @param helper The helper.
    void ConfigureOverlay(DhtHelper& helper) const;

    /// @return The overlay of the addresses that AccessNetworkHelper gives.
    std::unique_ptr<dht::Overlay> MakeOverlay() const;
};

} // namespace ns3

#endif // DHT_CC_OVERLAY_OPTIONS_H
