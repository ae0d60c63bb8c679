/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_REPAIR_LINK_CHOICE_H
#define DHT_CC_REPAIR_LINK_CHOICE_H

#include "dht-option-table.h"
#include "dht-repair-link-options.h"

#include <string>

namespace ns3
{

/**
 * @ingroup dht-cc
 * What carries the fragments that the repair of a program's stores moves.
 */
struct RepairLinkChoice
{
    dht::RepairLinkOptions repairLinks;   //!< What carries them.
    std::string repairWindow{"plusplus"}; //!< Governs links at priority 0.

    /// @return Whether links of the overlay's own transport do.
    bool RepairsOverLinks() const
    {
        return repairLinks.carrier == dht::RepairCarrier::kDtl;
    }

    /// Add these options. @param table Gets them; it keeps references to this object.
    void DefineRepairLinks(DhtOptionTable& table);

    /**
     * Check the given options; those of links are hidden without any.
     *
     * @param table The options.
     * @param repairs Whether anything is repaired for which there may be links.
     * @param needed The condition of that, for the error.
     * @throws DhtOptionError One has no effect.
     */
    void FinishRepairLinks(DhtOptionTable& table, bool repairs, const std::string& needed) const;
};

} // namespace ns3

#endif // DHT_CC_REPAIR_LINK_CHOICE_H
