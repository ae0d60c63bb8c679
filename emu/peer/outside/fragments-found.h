/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_FRAGMENTS_FOUND_H
#define DHT_FRAGMENTS_FOUND_H

#include "dht-storage-events.h"

#include <string>

/**
 * @file
 * @ingroup dht-peer
 * Why a block cannot be given back, in words.
 */

namespace dht
{

/// @param report Of a get or a check that has failed, though fragments came. @return The reason, as
/// a part of a sentence: there are too few, or enough, of which some are of no use.
inline std::string
FragmentsFound(const FetchReport& report)
{
    const std::string found = std::to_string(report.found);
    const std::string needed = std::to_string(report.needed);
    const std::string wrong = std::to_string(report.liars.size());
    const bool knowsLiars = !report.liars.empty();
    if (report.found < report.needed)
    {
        return "only " + found + " of " + needed + " fragments were found" +
               (knowsLiars ? ", and " + wrong + " of them were wrong" : "");
    }
    return found + " fragments were found, but " + (report.needed == 1 ? "none" : "no " + needed) +
           " of them give the block: " + (knowsLiars ? wrong + " are" : "some are") + " wrong" +
           (knowsLiars ? "" : ", or say the same");
}

} // namespace dht

#endif // DHT_FRAGMENTS_FOUND_H
