/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "overlay-options.h"

#include "access-network-helper.h"
#include "dht-overlay-registry.h"

namespace ns3
{

namespace
{

/// The random stream that chooses neighbours and wrong entries.
constexpr int64_t OVERLAY_STREAM = 200;

} // namespace

void
OverlayOptions::DefineOverlay(DhtOptionTable& table)
{
    table.AddChoice("overlay",
                    "The overlay: which peers a peer has links to",
                    overlay,
                    dht::OverlayRegistry::Get().NamesWith(false));
    DefinePeers(table, MOST_PEERS);
}

void
OverlayOptions::DefineOverlayByDelays(DhtOptionTable& table, uint64_t most)
{
    table.AddChoice("overlay",
                    "The overlay: which peers a peer has links to",
                    overlay,
                    dht::OverlayRegistry::Get().Names());
    table.AddInteger(
        "pns-candidates",
        "With chord-pns, peers of which the nearest becomes a finger; 1 makes it chord",
        pnsCandidates,
        1,
        most);
    DefinePeers(table, most);
}

void
OverlayOptions::CheckOverlay(const DhtOptionTable& table) const
{
    table.CheckEffect(overlay == "chord-pns", {"pns-candidates"}, "--overlay=chord-pns");
}

void
OverlayOptions::DefinePeers(DhtOptionTable& table, uint64_t most)
{
    table.AddInteger("peers", "Number of peers, 2 to " + std::to_string(most), peers, 2, most);
    table.AddChoice("ids", "The peers' ids", ids, {"even", "sha1"});
    table.AddNumber("wrong-entries",
                    "Routing entries that name a wrong peer, chosen at random [percent]",
                    wrongEntries,
                    0,
                    100);
}

void
OverlayOptions::ConfigureOverlay(DhtHelper& helper) const
{
    helper.SetIds(ids == "even" ? DhtHelper::EVEN : DhtHelper::SHA1);
    helper.SetOverlay(overlay);
    helper.SetPnsCandidates(pnsCandidates);
    helper.SetWrongEntries(wrongEntries / 100);
    helper.AssignOverlayStream(OVERLAY_STREAM);
}

std::unique_ptr<dht::Overlay>
OverlayOptions::MakeOverlay() const
{
    DhtHelper helper;
    ConfigureOverlay(helper);
    return helper.MakeOverlay(AccessNetworkHelper::MakeAddresses(peers));
}

std::unique_ptr<dht::Overlay>
OverlayOptions::MakeOverlay(const dht::PeerDelays& delays) const
{
    DhtHelper helper;
    ConfigureOverlay(helper);
    return helper.MakeOverlay(AccessNetworkHelper::MakeAddresses(peers), delays);
}

} // namespace ns3
