/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "peer-parameters.h"

#include "dht-helper.h"
#include "dht-option-checks.h"
#include "dht-parameter-attributes.h"
#include "dht-parameter-options.h"
#include "dht-peer-workload.h"
#include "dht-scheme-options.h"

#include <stdexcept>

namespace ns3
{

template <typename S>
bool
PeerParameters::DefineIn(DhtOptionTable& table,
                         S& values,
                         const std::string& name,
                         const std::string& more)
{
    const auto* const parameter = dht::FindParameter<S>(name);
    if (parameter)
    {
        dht::AddParameter(table, values, name, more);
        table.AddRefused("ns3::DhtPeerApplication::" + name, parameter->OptionName());
        m_defined.insert(name);
    }
    return parameter != nullptr;
}

void
PeerParameters::DefineParameter(DhtOptionTable& table,
                                const std::string& name,
                                const std::string& more)
{
    if (!DefineIn(table, peer, name, more) && !DefineIn(table, maintenance, name, more) &&
        !DefineIn(table, workload, name, more) && !DefineIn(table, links, name, more) &&
        !DefineIn(table, transport, name, more))
    {
        throw std::invalid_argument("no parameter of a peer is called " + name);
    }
}

void
PeerParameters::DefineLoad(DhtOptionTable& table)
{
    DefineWorkload(table);
    for (const char* const name :
         {"Load", "Surge", "SurgeStart", "SurgeTime", "Hot", "Zipf", "ZipfKeys"})
    {
        DefineParameter(table, name);
    }
}

void
PeerParameters::CheckLoad(const DhtOptionTable& table) const
{
    table.CheckEffect(workloadKind == dht::WorkloadRegistry::kRandom,
                      {"surge", "surge-start", "surge-time", "hot", "zipf", "zipf-keys"},
                      "--workload=random");
    table.CheckEffect(workload.load > 0, {"surge"}, "--load above 0");
    table.CheckEffect(table.WasGiven("surge"), {"surge-start", "surge-time"}, "--surge");
    table.CheckEffect(workload.zipf > 0, {"zipf-keys"}, "--zipf above 0");
    table.CheckEffect(workload.surgeTime > dht::Time(0), {"surge"}, "--surge-time above 0s");
}

void
PeerParameters::DefineWorkload(DhtOptionTable& table)
{
    // the command line is to know the constants of all kinds as attributes, too
    DhtPeerWorkload::RegisterTypes();
    table.AddChoice("workload",
                    "The kind of workload",
                    workloadKind,
                    dht::WorkloadRegistry::Get().Names());
    table.AddText("workload-parameter",
                  "Constants of the workload, NAME=VALUE,...",
                  workloadConstants);
    table.AddRefused("ns3::DhtPeerApplication::Workload", "workload");
}

void
PeerParameters::FinishWorkload(DhtOptionTable& table) const
{
    const dht::Parameters& known = dht::WorkloadRegistry::Get().Find(workloadKind).parameters;
    DhtPeerWorkload::SetDefaults(
        workloadKind,
        dht::ParseConstants("workload-parameter", workloadConstants, workloadKind, known));
    for (const char* const option : {"workload", "workload-parameter"})
    {
        if (!table.WasGiven(option))
        {
            table.Hide(option);
        }
    }
}

void
PeerParameters::DefineRouting(DhtOptionTable& table)
{
    DefineParameter(table, "Routing");
    DefineParameter(table, "LookupWindow");
}

void
PeerParameters::FinishRouting(DhtOptionTable& table) const
{
    dht::FinishLookupWindow(table, peer);
}

template <typename S>
void
PeerParameters::AddFrom(const S& values, Attributes& attributes) const
{
    for (const auto& parameter : S::Table())
    {
        if (m_defined.count(parameter.name))
        {
            attributes.emplace_back(parameter.name,
                                    MakeParameterValue(parameter, parameter.get(values)));
        }
    }
}

void
PeerParameters::ConfigurePeers(DhtHelper& helper) const
{
    for (const auto& [name, value] : GetAttributes())
    {
        helper.SetAttribute(name, *value);
    }
    helper.SetWorkload(workloadKind);
}

PeerParameters::Attributes
PeerParameters::GetAttributes() const
{
    Attributes attributes;
    AddFrom(peer, attributes);
    AddFrom(maintenance, attributes);
    AddFrom(workload, attributes);
    AddFrom(links, attributes);
    AddFrom(transport, attributes);
    return attributes;
}

} // namespace ns3
