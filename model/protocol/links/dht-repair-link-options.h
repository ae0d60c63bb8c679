/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_REPAIR_LINK_OPTIONS_H
#define DHT_REPAIR_LINK_OPTIONS_H

#include "dht-parameter.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * What carries the repair of a store.
 */

namespace dht
{

/// What carries the fragments that repair moves.
enum class RepairCarrier : std::uint8_t
{
    kDatagrams, ///< STP's datagrams, in a quarter of its window.
    kDtl,       ///< Links of the overlay's own transport.
};

/// What may be set of the links that carry repair.
struct RepairLinkOptions
{
    /// Fragments under way at the most: of blocks that need seven, so many fit into what a link
    /// buffers.
    static constexpr std::uint16_t kMostAtOnce = 200;

    RepairCarrier carrier{RepairCarrier::kDatagrams}; ///< What carries it.
    double priority{0};                               ///< Of each link, unless it is raised.
    std::uint8_t raiseBelow{0};                       ///< Fragments below which it is raised.
    std::uint16_t atOnce{14};                         ///< Fragments under way, unless it is raised.

    /// @param fewest Fragments that are left of the block with the fewest, of those that are
    /// repaired; nothing if none is. @return The priority of links: as many fragments as that block
    /// lacks, if that is more.
    double PriorityAt(std::optional<std::size_t> fewest) const;

    /// @param fewest As above. @return Fragments that a peer may fetch and send at once: N times as
    /// many at a priority N above 1, up to kMostAtOnce.
    std::size_t MostAtOnce(std::optional<std::size_t> fewest) const;

    /// @return The greatest priority that there may be.
    double MostPriority() const;

    /// @return The greatest priority of all links together: that of links to each other holder of a
    /// block. Whoever wishes, be it many, gets no more.
    double MostTogether() const;

    /// @return What users may set of it: all.
    static const std::vector<ParameterOf<RepairLinkOptions>>& Table();
};

} // namespace dht

#endif // DHT_REPAIR_LINK_OPTIONS_H
