/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_EMU_SPREAD_TEXT_H
#define DHT_EMU_SPREAD_TEXT_H

#include "dht-storage-events.h"

#include <optional>
#include <string>

/**
 * @file
 * @ingroup dht-emu
 * @internal
 * What is said of the hosts that hold a file.
 */

namespace dht
{

/// @param count How many. @param what What is counted, in the singular. @return Number and word,
/// such as "2 hosts".
std::string Counted(std::size_t count, const std::string& what);

/// The block of a file that the loss of the fewest hosts takes away.
class PoorestBlock
{
  public:
    /// @param count Who holds fragments of a block, and where.
    void Add(const HolderCount& count);

    /// @return Who holds fragments of the poorest one; nothing if there is none yet.
    const std::optional<HolderCount>& Count() const
    {
        return m_count;
    }

  private:
    std::optional<HolderCount> m_count; ///< Of the poorest one so far.
};

/// @param report Of a check of a block. @return Who holds a fragment of it that is not known to be
/// wrong, and where.
HolderCount CountRight(const FetchReport& report);

/// @param count Who holds fragments of a block, and where. @return How many of their hosts may
/// fail, as a part of a sentence.
std::string SpreadText(const HolderCount& count);

/// @param report Of a put that could not promise that as many hosts may fail as it was asked for,
/// even if all holders take their fragments. @return The reason and what to do, in a sentence.
std::string BrokenPromise(const PutReport& report);

} // namespace dht

#endif // DHT_EMU_SPREAD_TEXT_H
