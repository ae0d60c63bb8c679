/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_EMU_PEER_OPTIONS_H
#define DHT_EMU_PEER_OPTIONS_H

#include "dht-congestion-control.h"
#include "dht-recording-options.h"
#include "dht-workload.h"
#include "peer-names.h"
#include "real-peer.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

/**
 * @file
 * @ingroup dht-emu
 * What a peer that is a process is asked for.
 */

namespace dht
{

/// The options of the commands `serve` and `load`. Options that the simulation has too are called
/// the same, and have the same units and defaults.
struct PeerProgramOptions
{
    bool serves{false};                ///< Be there for others: log, and make no requests.
    std::string logLevel{"info"};      ///< With serves: the least important level that is logged.
    std::optional<Endpoint> metrics;   ///< Where HTTP gives counters; nothing: nowhere.
    std::optional<Endpoint> listen;    ///< Where the peer is.
    std::optional<Endpoint> published; ///< Where others reach it, if that is elsewhere.
    RealPeerOptions peer;              ///< What it is made of.
    std::string scheme{"marking"};     ///< Name of its congestion control scheme.
    std::vector<std::pair<std::string, double>> parameters; ///< The scheme's constants, if given.
    WorkloadOptions workload;          ///< Its requests, without start and payload.
    bool idle{false};                  ///< Make no requests at all.
    std::uint64_t messageSize{256};    ///< Bytes of a request's frame.
    Time warmup{FromSeconds(20)};      ///< From the workload's start to the measurement.
    Time duration{FromSeconds(60)};    ///< Of the measurement; 0: until the program is told to end.
    Time linger{0};                    ///< How long to relay and answer after that.
    double startAt{0};                 ///< When the workload starts, UNIX time; 0: once joined.
    std::optional<std::uint64_t> seed; ///< Of all random numbers; nothing: never the same.
    std::uint64_t run{1};              ///< Which repetition.
    PeerNames join;                    ///< Peers of the ring, as they were named.
    std::string contacts;              ///< Where peers that it has met are noted; empty: nowhere.
    std::string summary;               ///< Where the summary goes; empty: standard output.
    std::string series;                ///< Where the time series goes; empty: nowhere.
    RecordingOptions recording;        ///< Whether the peer is recorded, and how.
    bool quiet{false};                 ///< Show no status.
    std::vector<std::pair<std::string, std::string>> asGiven; ///< Every option as text.

    /// @return The congestion control with its constants.
    std::unique_ptr<CongestionControl> MakeScheme() const;
    /// @param start When it begins. @return The workload.
    WorkloadOptions MakeWorkload(Time start) const;
};

} // namespace dht

#endif // DHT_EMU_PEER_OPTIONS_H
