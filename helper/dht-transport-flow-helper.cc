/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-transport-flow-helper.h"

#include "ns3/inet-socket-address.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

namespace ns3
{

DhtTransportFlowHelper::DhtTransportFlowHelper()
{
    m_source.SetTypeId(DhtTransportFlowSource::GetTypeId());
    m_sink.SetTypeId(DhtTransportFlowSink::GetTypeId());
    m_sink.Set("Port", UintegerValue(PORT));
}

void
DhtTransportFlowHelper::SetPoliteWindow(const std::string& polite)
{
    m_source.Set("PoliteWindow", PointerValue(DhtWindow::Create(polite)));
}

void
DhtTransportFlowHelper::SetSourceAttribute(const std::string& name, const AttributeValue& value)
{
    m_source.Set(name, value);
}

void
DhtTransportFlowHelper::SetSinkAttribute(const std::string& name, const AttributeValue& value)
{
    m_sink.Set(name, value);
}

DhtTransportFlowHelper::Flow
DhtTransportFlowHelper::Install(Ptr<Node> from, Ptr<Node> to, Ipv4Address address) const
{
    const Flow flow{m_source.Create<DhtTransportFlowSource>(),
                    m_sink.Create<DhtTransportFlowSink>()};
    UintegerValue port;
    flow.sink->GetAttribute("Port", port);
    flow.source->SetAttribute(
        "Remote",
        AddressValue(InetSocketAddress(address, static_cast<uint16_t>(port.Get()))));
    from->AddApplication(flow.source);
    to->AddApplication(flow.sink);
    return flow;
}

void
DhtTransportFlowHelper::ChangePriority(const Flow& flow, Time time, double priority)
{
    Simulator::Schedule(time - Simulator::Now(),
                        &DhtTransportFlowSource::SetPriority,
                        flow.source,
                        priority);
}

void
DhtTransportFlowHelper::ChangeWish(const Flow& flow, Time time, double priority)
{
    Simulator::Schedule(time - Simulator::Now(),
                        &DhtTransportFlowSink::SetWish,
                        flow.sink,
                        priority);
}

int64_t
DhtTransportFlowHelper::AssignStreams(const Flow& flow, int64_t stream)
{
    const int64_t used = flow.source->AssignStreams(stream);
    return used + flow.sink->AssignStreams(stream + used);
}

} // namespace ns3
