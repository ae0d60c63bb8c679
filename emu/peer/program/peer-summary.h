/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_EMU_PEER_SUMMARY_H
#define DHT_EMU_PEER_SUMMARY_H

#include "dht-summary.h"
#include "peer-options.h"

#include <nlohmann/json.hpp>

/**
 * @file
 * @ingroup dht-emu
 * The summary of a run: what the simulation's has, and what only a real peer knows.
 */

namespace dht
{

/// What a run has found, beside the statistics.
struct PeerRunState
{
    std::optional<double> joined; ///< When it had its place, in seconds from its start.
    double wall{0};               ///< Seconds from its start.
    std::uint64_t events{0};      ///< Turns of the event loop.
    std::uint64_t outstandingFull{
        0};                      ///< Looks, ten a second, at which --max-outstanding was reached.
    nlohmann::ordered_json ring; ///< RingToJson() at the end of the measurement.
};

/// @param peer A peer. @return Its place and its neighbours, as it sees them.
nlohmann::ordered_json RingToJson(const RealPeer& peer);

/// @param options All options. @return Those that change what a run finds.
nlohmann::ordered_json PeerOptionsToJson(const PeerProgramOptions& options);

/// @param peer A peer. @param totals What it has counted. @param state What its run has found.
/// @return All counters of a summary, by section.
nlohmann::ordered_json PeerCountersToJson(const RealPeer& peer,
                                          const RingTotals& totals,
                                          const PeerRunState& state);

/**
 * @param options What was asked for.
 * @param peer The peer.
 * @param results Of the measurement.
 * @param totals Of the peer, at the end of the measurement.
 * @param state All the rest.
 * @return The summary.
 */
nlohmann::ordered_json PeerSummaryToJson(const PeerProgramOptions& options,
                                         const RealPeer& peer,
                                         const RingResults& results,
                                         const RingTotals& totals,
                                         const PeerRunState& state);

} // namespace dht

#endif // DHT_EMU_PEER_SUMMARY_H
