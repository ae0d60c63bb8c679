/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "store-parameters.h"

#include "dht-parameter-attributes.h"
#include "dht-parameter-options.h"
#include "dht-storage-parameters.h"
#include "dht-window.h"

#include "ns3/pointer.h"

namespace ns3
{

void
DefineStoreParameters(DhtOptionTable& table, StoreOptions& options)
{
    const auto define = [&table](const auto& parameter, auto& values) {
        dht::AddParameter(table, values, parameter.name);
        table.AddRefused("ns3::DhtStoreApplication::" + parameter.name, parameter.OptionName());
    };
    // as in the paper, whose virtual nodes share hosts
    options.storage.spread = dht::HolderSpread::kPeers;
    dht::ForEachStorageParameter(options, define);
    options.DefineRepairLinks(table);
    for (const auto& parameter : dht::RepairLinkOptions::Table())
    {
        table.AddRefused("ns3::DhtStoreApplication::" + parameter.name, parameter.OptionName());
    }
    table.AddRefused("ns3::DhtStoreApplication::PoliteWindow", "repair-window");
}

std::vector<std::string>
RpcParameterNames(const StoreOptions& options)
{
    std::vector<std::string> names;
    dht::ForEachRpcParameter(options, [&names](const auto& parameter, const auto&) {
        names.push_back(parameter.OptionName());
    });
    return names;
}

StoreOptions::Attributes
StoreParameterAttributes(const StoreOptions& options)
{
    StoreOptions::Attributes attributes;
    const auto add = [&attributes](const auto& parameter, const auto& values) {
        attributes.emplace_back(parameter.name,
                                MakeParameterValue(parameter, parameter.get(values)));
    };
    dht::ForEachStorageParameter(options, add);
    dht::ForEachParameter(options.repairLinks, add);
    attributes.emplace_back("PoliteWindow",
                            Create<PointerValue>(DhtWindow::Create(options.repairWindow)));
    return attributes;
}

} // namespace ns3
