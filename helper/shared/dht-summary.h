/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_SUMMARY_H
#define DHT_SUMMARY_H

#include "dht-ring-statistics.h"
#include "dht-transport-counters.h"

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <set>
#include <string>
#include <utility>
#include <vector>

/**
 * @file
 * @ingroup dht-shared
 * The parts of a summary that are the same whatever the host.
 */

namespace dht
{

/// All peers of a ring, from their start to now.
struct RingTotals
{
    Counters counters;            ///< The sum.
    std::uint64_t outstanding{0}; ///< Requests outstanding now.
    std::uint64_t queued{0};      ///< Requests in the relay queues now.
    std::uint64_t wireErrors{0};  ///< Frames and datagrams that were rejected.
    bool identitiesHold{false};   ///< Whether the counters' identities hold in every peer.

    /// @param other Of more peers. @return The sum.
    RingTotals& operator+=(const RingTotals& other);
};

/// @return Which build, of which commit: what every summary begins with.
nlohmann::ordered_json BuildToJson();

/**
 * @param given Every option as text.
 * @param leftOut Options that do not change what a run finds, such as where it writes to.
 * @return The others.
 */
nlohmann::ordered_json OptionsToJson(const std::vector<std::pair<std::string, std::string>>& given,
                                     const std::set<std::string>& leftOut);

/// @param delays How long answers took. @return Mean and percentiles in seconds, as p50.
nlohmann::ordered_json DelaysToJson(const DelayResults& delays);

/// @param results Of a window. @return They, each with its unit in its name.
nlohmann::ordered_json ResultsToJson(const RingResults& results);

/// @param totals Of all peers. @return They.
nlohmann::ordered_json CountersToJson(const RingTotals& totals);

/// @param counters Of the overlay's own transport, of one peer or summed. @return What of it says
/// how links were.
nlohmann::ordered_json TransportToJson(const TransportCounters& counters);

} // namespace dht

#endif // DHT_SUMMARY_H
