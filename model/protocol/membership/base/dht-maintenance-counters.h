/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_MAINTENANCE_COUNTERS_H
#define DHT_MAINTENANCE_COUNTERS_H

#include "dht-maintenance-message.h"

#include <array>
#include <cstddef>
#include <cstdint>

/**
 * @file
 * @ingroup dht-protocol
 * What it takes to keep a place in an overlay.
 */

namespace dht
{

/// What maintenance has seen and done.
struct MaintenanceCounters
{
    /// Messages by kind.
    using ByKind = std::array<std::uint64_t, static_cast<std::size_t>(MaintenanceKind::kCount)>;

    ByKind sent{};                  ///< Messages sent.
    ByKind received{};              ///< Messages received, whatever became of them.
    std::uint64_t bytes{0};         ///< Of the frames of messages sent.
    std::uint64_t ignored{0};       ///< Messages of no use: unexpected, or from another family.
    std::uint64_t throttled{0};     ///< Queries that were not answered, as too many came.
    std::uint64_t withheld{0};      ///< Queries not sent, as many had gone where nobody answers.
    std::uint64_t timeouts{0};      ///< Transmissions of queries that were not answered in time.
    std::uint64_t failures{0};      ///< Peers that were given up as dead.
    std::uint64_t returned{0};      ///< Peers given up as dead that answered again.
    std::uint64_t connected{0};     ///< Links made.
    std::uint64_t removed{0};       ///< Links taken away.
    std::uint64_t suspected{0};     ///< Times a neighbour was routed around until it answered.
    std::uint64_t finds{0};         ///< Searches for a responsible peer.
    std::uint64_t failedFinds{0};   ///< Those that found none.
    std::uint64_t refuted{0};       ///< Answers of peers that were not responsible for the key.
    std::uint64_t checks{0};        ///< Answers that were checked by a search.
    std::uint64_t disagreements{0}; ///< Those of which it found somebody nearer to the key.
    std::uint64_t inquiries{0};     ///< Times others were asked who is responsible for a key.
    std::uint64_t held{0};          ///< Answers that waited for what they say.
    std::uint64_t denied{0};        ///< Answers thrown away for it, or for want of any.
    std::uint64_t unvouched{0};     ///< Answers believed although nobody has vouched for them.
    std::uint64_t alarms{0};   ///< Times this peer has begun to doubt all, as somebody lied twice.
    std::uint64_t unsolved{0}; ///< Messages whose senders showed no work of the ring's puzzle.

    /// @param other Counters to add. @return The sum.
    MaintenanceCounters& operator+=(const MaintenanceCounters& other);
};

} // namespace dht

#endif // DHT_MAINTENANCE_COUNTERS_H
