/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "overlay-options.h"

#include "access-network-helper.h"

#include <vector>

namespace ns3
{

namespace
{

/// The random stream that chooses neighbours and wrong entries.
constexpr int64_t OVERLAY_STREAM = 200;

std::vector<std::string>
OverlayNames()
{
    std::vector<std::string> names;
    for (const auto& kind : dht::OverlayKinds())
    {
        names.push_back(kind.name);
    }
    return names;
}

} // namespace

void
OverlayOptions::DefineOverlay(DhtOptionTable& table)
{
    table.AddInteger("peers", "Number of peers, 2 to 16384", peers, 2, 16384);
    table.AddChoice("ids", "The peers' ids", ids, {"even", "sha1"});
    table.AddChoice("overlay", "Who knows whom", overlay, OverlayNames());
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
    helper.SetWrongEntries(wrongEntries / 100);
    helper.AssignStream(OVERLAY_STREAM);
}

std::unique_ptr<dht::Overlay>
OverlayOptions::MakeOverlay() const
{
    DhtHelper helper;
    ConfigureOverlay(helper);
    return helper.MakeOverlay(AccessNetworkHelper::MakeAddresses(peers));
}

} // namespace ns3
