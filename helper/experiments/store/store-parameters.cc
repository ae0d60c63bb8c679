/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "store-parameters.h"

#include "dht-parameter-attributes.h"
#include "dht-parameter-options.h"

#include <type_traits>

namespace ns3
{

namespace
{

/// Of what the options of RPCs have from tables, visit each struct: windows, timers, and the
/// coordinates that timers follow. @param options The options. @param visit Is called with each.
template <typename Options, typename Visit>
void
ForEachRpcTable(Options& options, Visit visit)
{
    visit(options.rpcs.window);
    visit(options.rpcs.timer);
    visit(options.rpcs);
    visit(options.vivaldi);
}

/// Of all that the options of a run have from tables, visit each struct. @param options The
/// options. @param visit Is called with each.
template <typename Options, typename Visit>
void
ForEachTable(Options& options, Visit visit)
{
    visit(options.storage);
    ForEachRpcTable(options, visit);
}

} // namespace

void
DefineStoreParameters(DhtOptionTable& table, StoreOptions& options)
{
    ForEachTable(options, [&table](auto& values) {
        for (const auto& parameter : std::decay_t<decltype(values)>::Table())
        {
            dht::AddParameter(table, values, parameter.name);
            table.AddRefused("ns3::DhtStoreApplication::" + parameter.name, parameter.OptionName());
        }
    });
}

std::vector<std::string>
RpcParameterNames(const StoreOptions& options)
{
    std::vector<std::string> names;
    ForEachRpcTable(options, [&names](const auto& values) {
        for (const auto& parameter : std::decay_t<decltype(values)>::Table())
        {
            names.push_back(parameter.OptionName());
        }
    });
    return names;
}

StoreOptions::Attributes
StoreParameterAttributes(const StoreOptions& options)
{
    StoreOptions::Attributes attributes;
    ForEachTable(options, [&attributes](const auto& values) {
        for (const auto& parameter : std::decay_t<decltype(values)>::Table())
        {
            attributes.emplace_back(parameter.name,
                                    MakeParameterValue(parameter, parameter.get(values)));
        }
    });
    return attributes;
}

} // namespace ns3
