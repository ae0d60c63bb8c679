/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "store-network.h"

#include "message-store-network.h"
#include "overlay-store-network.h"
#include "packet-store-network.h"
#include "store-options.h"

#include <stdexcept>

namespace ns3
{

namespace
{

/// Why some of a store's network is not there.
const char* const NO_DATAGRAMS = "blocks do not go by datagrams";

} // namespace

std::unique_ptr<StoreNetwork>
StoreNetwork::Make(const StoreOptions& options)
{
    if (options.IsBetweenNeighbours())
    {
        return std::make_unique<OverlayStoreNetwork>(options);
    }
    if (options.level == "packets")
    {
        return std::make_unique<PacketStoreNetwork>(options);
    }
    return std::make_unique<MessageStoreNetwork>(options);
}

void
StoreNetwork::Locate(uint32_t /* peer */, const dht::Key& /* key */)
{
    throw std::logic_error(NO_DATAGRAMS);
}

void
StoreNetwork::SetPresent(const std::vector<uint32_t>& /* peers */)
{
    throw std::logic_error(NO_DATAGRAMS);
}

const dht::BlockStore&
StoreNetwork::KeptOf(uint32_t /* peer */) const
{
    throw std::logic_error(NO_DATAGRAMS);
}

dht::RpcCounters
StoreNetwork::Rpcs()
{
    throw std::logic_error(NO_DATAGRAMS);
}

} // namespace ns3
