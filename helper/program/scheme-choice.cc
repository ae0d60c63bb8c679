/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scheme-choice.h"

#include "dht-scheme-options.h"
#include "dht-scheme.h"

#include "ns3/config.h"
#include "ns3/double.h"

namespace ns3
{

void
SchemeChoice::DefineScheme(DhtOptionTable& table, const std::string& help)
{
    // the command line is to know the constants of all schemes as attributes, too
    DhtScheme::RegisterTypes();
    dht::AddScheme(table, help, scheme);
    dht::AddSchemeConstants(table, constants);
}

void
SchemeChoice::FinishScheme() const
{
    const std::string type = DhtScheme::Find(scheme).GetName();
    for (const auto& [name, value] : dht::ParseSchemeConstants(scheme, constants))
    {
        Config::SetDefault(type + "::" + name, DoubleValue(value));
    }
}

} // namespace ns3
