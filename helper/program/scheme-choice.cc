/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scheme-choice.h"

#include "dht-scheme-options.h"
#include "dht-scheme.h"

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
    DhtScheme::SetDefaults(scheme, dht::ParseSchemeConstants(scheme, constants));
}

} // namespace ns3
