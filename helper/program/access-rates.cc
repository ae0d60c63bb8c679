/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "access-rates.h"

#include "ns3/double.h"

namespace ns3
{

void
AccessRates::DefineRates(DhtOptionTable& table, const std::string& begin)
{
    table.AddRateRange("rate",
                       begin + " of every access link, up and (without --downlink) down; A..B "
                               "draws one for each peer",
                       "600kbps",
                       rate);
    table.AddRateRange("downlink",
                       begin + " of every downlink, if not --rate's; A..B draws one for each peer",
                       "600kbps",
                       downlink.emplace());
}

void
AccessRates::ApplyTo(AccessNetworkHelper& network) const
{
    if (downlink)
    {
        network.SetRate(MakeUniform(rate), MakeUniform(*downlink));
    }
    else
    {
        network.SetRate(MakeUniform(rate));
    }
}

void
AccessRates::FinishRates(DhtOptionTable& table)
{
    if (!table.WasGiven("downlink"))
    {
        downlink.reset();
        table.Show("downlink", "as the uplink");
    }
}

Ptr<UniformRandomVariable>
MakeUniform(const DhtOptionTable::Range& range)
{
    auto variable = CreateObject<UniformRandomVariable>();
    variable->SetAttribute("Min", DoubleValue(range.first));
    variable->SetAttribute("Max", DoubleValue(range.second));
    return variable;
}

} // namespace ns3
