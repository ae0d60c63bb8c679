/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "emulated-network.h"

#include "access-network-helper.h"

#include "ns3/node.h"

namespace ns3
{

EmulatedNetwork::EmulatedNetwork(const EmulationOptions& options, Ptr<RealtimeLoop> loop)
    : m_channel(CreateObject<AccessChannel>())
{
    const AccessNetworkHelper helper =
        options.MakeHelper(static_cast<uint32_t>(options.GetLinks()));
    for (uint64_t link = 0; link < options.GetLinks(); ++link)
    {
        const auto node = CreateObject<Node>();
        const Ipv4Address address = options.AddressOf(link);
        if (options.IsSimulated(link))
        {
            m_devices.push_back(helper.AddPeer(node, m_channel, address, options.GetMask()));
            m_nodes.Add(node);
        }
        else
        {
            m_devices.push_back(helper.AddDevice(node, m_channel, address));
            Attach(options, link, loop);
        }
    }
    const auto links = static_cast<uint32_t>(options.GetLinks());
    if (const auto delays = options.MakeChannelDelays(links))
    {
        m_channel->SetPeerDelays(delays, links);
    }
    options.ApplyFiles(m_devices);
}

void
EmulatedNetwork::Attach(const EmulationOptions& options, uint64_t link, Ptr<RealtimeLoop> loop)
{
    Attachment& attachment = m_attachments[link];
    attachment.tap = std::make_unique<Tap>(options.namespaces + std::to_string(link), options.tap);
    attachment.port = std::make_unique<RealPeerPort>(*attachment.tap, m_devices.at(link));
    loop->Watch(attachment.tap->GetFile(), [port = attachment.port.get()] { return port->Read(); });
}

const NodeContainer&
EmulatedNetwork::GetNodes() const
{
    return m_nodes;
}

std::vector<uint64_t>
EmulatedNetwork::GetTaps() const
{
    std::vector<uint64_t> links;
    for (const auto& [link, attachment] : m_attachments)
    {
        links.push_back(link);
    }
    return links;
}

EmulatedNetwork::Totals
EmulatedNetwork::GetTotals(uint64_t link) const
{
    const auto& device = *m_devices.at(link);
    return {m_attachments.at(link).port->GetCounters(),
            device.GetDropped(AccessNetDevice::UPLINK_FULL),
            device.GetDropped(AccessNetDevice::DOWNLINK_FULL),
            device.GetDropped(AccessNetDevice::UNKNOWN_DESTINATION),
            device.GetDropped(AccessNetDevice::TOO_LARGE)};
}

uint64_t
EmulatedNetwork::GetTapDropped(uint64_t link) const
{
    return m_attachments.at(link).tap->GetDropped();
}

Ptr<AccessNetDevice>
EmulatedNetwork::GetDevice(uint64_t link) const
{
    return m_devices.at(link);
}

} // namespace ns3
