/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_DHT_IPV4_SETUP_H
#define DHT_CC_DHT_IPV4_SETUP_H

#include "ns3/ipv4-address.h"
#include "ns3/net-device.h"
#include "ns3/node.h"

/**
 * @file
 * @internal
 * IPv4 on the nodes of a network that is being built.
 */

namespace ns3
{

/**
 * @ingroup dht-cc
 * Install IPv4 on a node that has none.
 *
 * @param node The node.
 */
void EnsureDhtIpv4(Ptr<Node> node);

/**
 * @ingroup dht-cc
 * Make an interface of a device. Ipv4AddressHelper is avoided because it installs a queue disc.
 *
 * @param device The device, on a node with IPv4.
 * @param address The address.
 * @param mask The address's mask.
 * @return The index of the interface.
 */
uint32_t AddDhtInterface(Ptr<NetDevice> device, Ipv4Address address, Ipv4Mask mask);

} // namespace ns3

#endif // DHT_CC_DHT_IPV4_SETUP_H
