/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "transport-choice.h"

#include "dht-helper.h"
#include "dht-window.h"

#include "ns3/pointer.h"
#include "ns3/uinteger.h"

#include <vector>

namespace ns3
{

namespace
{

/// Options that have an effect only with the overlay's own transport.
const std::vector<std::string> OF_TRANSPORT{"transport-priority",
                                            "transport-unsent",
                                            "transport-delivery",
                                            "transport-scope",
                                            "transport-window"};

/// @param attribute An unsigned one of DhtPeerApplication. @return Its default, as the command line
/// may have set it.
uint64_t
DefaultOf(const std::string& attribute)
{
    TypeId::AttributeInformation info;
    DhtPeerApplication::GetTypeId().LookupAttributeByName(attribute, &info);
    return DynamicCast<const UintegerValue>(info.initialValue)->Get();
}

} // namespace

void
TransportChoice::DefineTransport(DhtOptionTable& table, PeerParameters& parameters)
{
    parameters.DefineParameter(table, "Transport");
    DefineConstants(table, parameters);
}

void
TransportChoice::DefineConstants(DhtOptionTable& table, PeerParameters& parameters)
{
    parameters.DefineParameter(table, "TransportPriority");
    parameters.DefineParameter(table, "TransportUnsent");
    parameters.DefineParameter(table, "TransportDelivery");
    parameters.DefineParameter(table, "TransportScope");
    table.AddChoice(
        "transport-window",
        "Congestion control of the overlay's own transport at priority 0; above, it is multcp",
        transportWindow,
        DhtWindow::GetNames());
    table.AddRefused("ns3::DhtPeerApplication::PoliteWindow", "transport-window");
}

void
TransportChoice::FinishTransport(DhtOptionTable& table, const PeerParameters& parameters) const
{
    FinishConstants(table, parameters);
    if (!parameters.IsDtl())
    {
        table.Hide("transport");
    }
}

void
TransportChoice::FinishConstants(DhtOptionTable& table, const PeerParameters& parameters) const
{
    table.CheckEffect(parameters.IsDtl(), OF_TRANSPORT, "--transport=dtl");
    if (!parameters.IsDtl())
    {
        for (const std::string& name : OF_TRANSPORT)
        {
            table.Hide(name);
        }
        return;
    }
    table.CheckEffect(parameters.links.priority == 0,
                      {"transport-window"},
                      "--transport-priority=0");
    if (parameters.peer.routing == dht::RoutingMode::kIterative)
    {
        throw DhtOptionError("--transport=dtl: with --routing=iterative there are no links");
    }
    if (DefaultOf("Hold") > 0)
    {
        throw DhtOptionError(
            "--ns3::DhtPeerApplication::Hold: with --transport=dtl nothing is held");
    }
    const uint64_t size = DefaultOf("ReceiveBuffer");
    const uint64_t least = std::get<uint64_t>(
        dht::GetParameter<dht::TransportOptions>("TransportReceiveWindow").least);
    if (size < least)
    {
        throw DhtOptionError("--ns3::DhtPeerApplication::ReceiveBuffer=" + std::to_string(size) +
                             ": with --transport=dtl, allowed are at least " +
                             std::to_string(least) + " bytes");
    }
}

void
TransportChoice::ConfigureTransport(const PeerParameters& parameters, DhtHelper& helper) const
{
    if (parameters.IsDtl())
    {
        helper.SetAttribute("PoliteWindow", *MakePolite());
    }
}

Ptr<AttributeValue>
TransportChoice::MakePolite() const
{
    return Create<PointerValue>(DhtWindow::Create(transportWindow));
}

} // namespace ns3
