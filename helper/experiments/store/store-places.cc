/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-parameter-attributes.h"
#include "dht-present-time.h"
#include "dht-store-application.h"
#include "split-mix-random.h"
#include "store-options.h"

/// Where the peers of a store are, and the network between them, as the options say.

namespace ns3
{

namespace
{

/// The stream that places peers on nodes.
constexpr uint64_t NODE_STREAM = DELAY_STREAM + (uint64_t{1} << 33);

} // namespace

std::unique_ptr<const dht::PlacedDelays>
StoreOptions::MakePlaces() const
{
    RefuseChanges();
    dht::SplitMixRandom random(RunSeed(), NODE_STREAM);
    const auto nodes = static_cast<uint32_t>(Nodes());
    return std::make_unique<dht::PlacedDelays>(MakeDelays(nodes),
                                               nodes,
                                               peers,
                                               ToDhtTime(DhtStoreApplication::LoopbackDelay()),
                                               random);
}

std::vector<uint32_t>
StoreOptions::FirstOfEachNode(const dht::PlacedDelays& places) const
{
    std::vector<uint32_t> firsts(Nodes(), static_cast<uint32_t>(peers));
    for (auto peer = static_cast<uint32_t>(peers); peer-- > 0;)
    {
        firsts[places.HostOf(peer)] = peer;
    }
    return firsts;
}

std::vector<dht::Endpoint>
StoreOptions::MakeEndpoints(const dht::PlacedDelays& places,
                            const std::vector<Ipv4Address>& addresses,
                            uint16_t firstPort) const
{
    std::vector<dht::Endpoint> endpoints;
    std::vector<uint16_t> next(addresses.size(), firstPort); // by node
    for (uint32_t peer = 0; peer < peers; ++peer)
    {
        const uint32_t node = places.HostOf(peer);
        endpoints.push_back(dht::Endpoint::Ipv4(addresses[node].Get(), next[node]++));
    }
    return endpoints;
}

AccessNetworkHelper::Network
StoreOptions::BuildNetwork(const NodeContainer& nodes,
                           std::shared_ptr<const dht::PeerDelays> delays) const
{
    AccessNetworkHelper helper;
    ApplyTo(helper);
    helper.SetRates(ReadRates(*this, nodes.GetN()));
    helper.SetLoss(loss / 100);
    helper.AssignStreams(AccessNetworkHelper::PROGRAM_STREAM);
    helper.SetPeerDelays(std::move(delays), nodes.GetN());
    return helper.Install(nodes);
}

StoreOptions::Attributes
StoreOptions::CarrierAttributes() const
{
    Attributes attributes = carriers.GetAttributes();
    const auto& carrier = dht::GetParameter<dht::LinkOptions>("Transport");
    attributes.emplace_back(carrier.name, MakeParameterValue(carrier, carrier.get(carriers.links)));
    if (IsDtl())
    {
        attributes.emplace_back("PoliteWindow", carrierTransport.MakePolite());
    }
    return attributes;
}

} // namespace ns3
