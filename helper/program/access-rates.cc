/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "access-rates.h"

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
AccessRates::FinishRates(DhtOptionTable& table)
{
    if (!table.WasGiven("downlink"))
    {
        downlink.reset();
        table.Show("downlink", "as the uplink");
    }
}

} // namespace ns3
