/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-peer-links.h"

namespace ns3
{

const dht::TransportEndpoint*
DhtPeerLinks::GetTransport() const
{
    return nullptr;
}

} // namespace ns3
