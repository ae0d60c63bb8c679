/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "store-parameters.h"

#include "dht-parameter-attributes.h"
#include "dht-parameter-options.h"
#include "dht-storage-parameters.h"

namespace ns3
{

void
DefineStoreParameters(DhtOptionTable& table, StoreOptions& options)
{
    dht::ForEachStorageParameter(options, [&table](const auto& parameter, auto& values) {
        dht::AddParameter(table, values, parameter.name);
        table.AddRefused("ns3::DhtStoreApplication::" + parameter.name, parameter.OptionName());
    });
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
    dht::ForEachStorageParameter(options, [&attributes](const auto& parameter, const auto& values) {
        attributes.emplace_back(parameter.name,
                                MakeParameterValue(parameter, parameter.get(values)));
    });
    return attributes;
}

} // namespace ns3
