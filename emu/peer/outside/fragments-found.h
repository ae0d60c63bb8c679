/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_FRAGMENTS_FOUND_H
#define DHT_FRAGMENTS_FOUND_H

#include "dht-storage-events.h"

#include <cstddef>
#include <string>

/**
 * @file
 * @ingroup dht-peer
 * Why a block cannot be given back, in words.
 */

namespace dht
{

/// @param report Of a get or a check that has failed, though fragments came. @return Whether these
/// are too few, so that more holders might help.
inline bool
AreTooFew(const FetchReport& report)
{
    return report.found < report.needed;
}

/// @param report Of a get or a check that has failed, though fragments came. @return The reason, as
/// a part of a sentence: there are too few, or enough, of which some are of no use.
inline std::string
FragmentsFound(const FetchReport& report)
{
    const std::string found = std::to_string(report.found);
    const std::string needed = std::to_string(report.needed);
    const std::size_t liars = report.liars.size();
    const std::string wrong = std::to_string(liars) + (liars == 1 ? " is wrong" : " are wrong");
    if (AreTooFew(report))
    {
        return "only " + found + " of " + needed + " fragments " +
               (report.found == 1 ? "was" : "were") + " found" +
               (liars > 0 ? ", of which " + wrong : "");
    }
    if (report.found == 1)
    {
        return "the only fragment that was found is wrong";
    }
    return found + " fragments were found, but " + (report.needed == 1 ? "none" : "no " + needed) +
           (report.isGivenUp ? " of those tried" : " of them") +
           (report.needed == 1 ? " gives" : " give") +
           " the block: " + (liars > 0 ? wrong : "some are wrong, or say the same");
}

/// @param report Of a get or a check that has failed. @return Which block it was about, and the
/// reason.
inline std::string
WhyNotFetched(const FetchReport& report)
{
    return KeyToHex(report.key) + ": " +
           (report.found == 0 ? "nobody has it" : FragmentsFound(report));
}

} // namespace dht

#endif // DHT_FRAGMENTS_FOUND_H
