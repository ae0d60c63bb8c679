/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "repair-link-choice.h"

#include "dht-parameter-options.h"
#include "dht-window.h"

namespace ns3
{

void
RepairLinkChoice::DefineRepairLinks(DhtOptionTable& table)
{
    for (const auto& parameter : dht::RepairLinkOptions::Table())
    {
        dht::AddParameter(table, repairLinks, parameter.name);
    }
    table.AddChoice("repair-window",
                    "Congestion control of such links at priority 0; above, it is multcp",
                    repairWindow,
                    DhtWindow::GetNames());
}

void
RepairLinkChoice::FinishRepairLinks(DhtOptionTable& table,
                                    bool repairs,
                                    const std::string& needed) const
{
    table.CheckEffect(repairs, {"repair-transport"}, needed);
    table.CheckEffect(RepairsOverLinks(),
                      {"repair-priority", "repair-raise-below", "repair-at-once", "repair-window"},
                      "--repair-transport=dtl");
    if (!RepairsOverLinks())
    {
        for (const auto& parameter : dht::RepairLinkOptions::Table())
        {
            table.Hide(parameter.OptionName());
        }
        table.Hide("repair-window");
    }
}

} // namespace ns3
