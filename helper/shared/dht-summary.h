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
 * The parts of a summary that all hosts share.
 */

namespace dht
{

/// Totals over all peers of a ring, from their start to now.
struct RingTotals
{
    Counters counters;            ///< The sum of the peers' counters.
    std::uint64_t outstanding{0}; ///< Requests outstanding now.
    std::uint64_t queued{0};      ///< Requests in the relay queues now.
    std::uint64_t wireErrors{0};  ///< Frames and datagrams that were rejected.
    bool identitiesHold{false};   ///< Whether the counters' identities hold in every peer.

    /// @param other The totals of further peers. @return The sum.
    RingTotals& operator+=(const RingTotals& other);
};

/// @return The build and its commit: the beginning of every summary.
nlohmann::ordered_json BuildToJson();

/**
 * @param given Every option as text.
 * @param leftOut Options that do not change a run's results, such as its output files.
 * @return The other options.
 */
nlohmann::ordered_json OptionsToJson(const std::vector<std::pair<std::string, std::string>>& given,
                                     const std::set<std::string>& leftOut);

/// @param delays How long answers took. @return Mean and percentiles in seconds, as p50.
nlohmann::ordered_json DelaysToJson(const DelayResults& delays);

/// @param results The results of a window. @return The same, each with its unit in its name.
nlohmann::ordered_json ResultsToJson(const RingResults& results);

/// @param totals The totals of all peers. @return The same as JSON.
nlohmann::ordered_json CountersToJson(const RingTotals& totals);

/// @param counters The counters of the overlay's own transport, of one peer or summed. @return
/// Those that describe the links.
nlohmann::ordered_json TransportToJson(const TransportCounters& counters);

} // namespace dht

#endif // DHT_SUMMARY_H
