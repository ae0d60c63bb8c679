/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-ipv4-setup.h"

#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-static-routing-helper.h"
#include "ns3/ipv4.h"

namespace ns3
{

void
EnsureDhtIpv4(Ptr<Node> node)
{
    if (node->GetObject<Ipv4>())
    {
        return;
    }
    InternetStackHelper stack;
    stack.SetIpv6StackInstall(false);
    stack.SetRoutingHelper(Ipv4StaticRoutingHelper());
    stack.Install(node);
}

uint32_t
AddDhtInterface(Ptr<NetDevice> device, Ipv4Address address, Ipv4Mask mask)
{
    const auto ipv4 = device->GetNode()->GetObject<Ipv4>();
    const uint32_t interface = ipv4->AddInterface(device);
    ipv4->AddAddress(interface, Ipv4InterfaceAddress(address, mask));
    ipv4->SetUp(interface);
    return interface;
}

} // namespace ns3
