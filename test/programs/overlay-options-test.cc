/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "access-network-helper.h"
#include "overlay-options.h"

#include "ns3/rng-seed-manager.h"
#include "ns3/simulator.h"

#include <cmath>
#include <gtest/gtest.h>
#include <stdexcept>

/// What makes all programs speak of the same overlay.

namespace
{

using namespace ns3;

using Neighbours = std::vector<std::vector<std::size_t>>;

/// @return Every peer's neighbours.
Neighbours
NeighboursOf(const dht::Overlay& overlay)
{
    Neighbours neighbours;
    for (std::size_t peer = 0; peer < overlay.Peers().Size(); ++peer)
    {
        neighbours.push_back(overlay.Neighbours(peer));
    }
    return neighbours;
}

TEST(OverlayOptionsTest, TheAddressesAreThoseOfTheNetwork)
{
    NodeContainer nodes;
    nodes.Create(300);
    EXPECT_EQ(AccessNetworkHelper::MakeAddresses(300),
              AccessNetworkHelper().Install(nodes).addresses);
    Simulator::Destroy();
}

TEST(OverlayOptionsTest, TheSameOptionsAndRunMakeTheSameOverlay)
{
    OverlayOptions options;
    options.peers = 50;
    options.ids = "sha1";
    options.overlay = "small-world";
    options.wrongEntries = 10;
    const Neighbours first = NeighboursOf(*options.MakeOverlay());
    EXPECT_EQ(NeighboursOf(*options.MakeOverlay()), first);

    const uint64_t run = RngSeedManager::GetRun();
    RngSeedManager::SetRun(run + 1);
    EXPECT_NE(NeighboursOf(*options.MakeOverlay()), first);
    RngSeedManager::SetRun(run);

    options.wrongEntries = 0;
    EXPECT_NE(NeighboursOf(*options.MakeOverlay()), first);
}

TEST(OverlayOptionsTest, IdsAreEvenOrTheDigestsOfTheAddresses)
{
    OverlayOptions options;
    options.peers = 2;
    EXPECT_EQ(options.MakeOverlay()->Peers().Id(1), dht::EvenKey(1, 2));
    options.ids = "sha1";
    const auto overlay = options.MakeOverlay();
    for (const std::string name : {"10.0.0.1:7000", "10.0.0.2:7000"})
    {
        const dht::Key id = dht::HashKey(name);
        EXPECT_EQ(overlay->Peers().Id(overlay->Responsible(id)), id);
    }
}

TEST(OverlayOptionsTest, ItIsTheOverlayThatAHelperMakes)
{
    OverlayOptions options;
    options.peers = 20;
    options.overlay = "tree";
    DhtHelper helper;
    options.ConfigureOverlay(helper);
    const auto overlay = helper.MakeOverlay(AccessNetworkHelper::MakeAddresses(20));
    EXPECT_EQ(NeighboursOf(*overlay), NeighboursOf(*options.MakeOverlay()));
    // the stream goes on: another one
    EXPECT_NE(NeighboursOf(*helper.MakeOverlay(AccessNetworkHelper::MakeAddresses(20))),
              NeighboursOf(*overlay));
}

TEST(OverlayOptionsTest, AShareOfWrongEntriesIsFromZeroToOne)
{
    DhtHelper helper;
    for (const double share : {-0.1, 1.1, std::nan("")})
    {
        EXPECT_THROW(helper.SetWrongEntries(share), std::invalid_argument) << share;
    }
    EXPECT_NO_THROW(helper.SetWrongEntries(0));
    EXPECT_NO_THROW(helper.SetWrongEntries(1));
}

} // namespace
