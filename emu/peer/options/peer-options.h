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
 * What the program dht-peer is asked for.
 */

namespace dht
{

/// What the program does.
enum class PeerCommand
{
    kAnswer, ///< Say what the program is.
    kRun,    ///< Be a peer.
    kLookup, ///< Look keys up.
    kPut,    ///< Store a file.
    kGet,    ///< Fetch a file.
    kCheck,  ///< Say how much of a file is left.
    kFetch,  ///< Say how long blocks take.
    kRenew,  ///< Let a file be kept.
};

/// The command line of the program. Options that the simulation has too are called the same, and
/// have the same units and defaults.
struct PeerProgramOptions
{
    PeerCommand command{PeerCommand::kRun}; ///< What to do.
    std::string answer;                     ///< What to say, for kAnswer.
    std::optional<std::string>
        key;            ///< What to look up; nothing: what standard input says.
                        ///< For kGet, kCheck, kRenew: which file; for kFetch: as for kLookup.
    std::string file;   ///< For kPut: what to store.
    std::string output; ///< For kGet: where it goes; empty: standard output.

    bool keep{false}; ///< For kRenew: again and again.

    std::optional<Endpoint> listen; ///< Where the peer is.
    RealPeerOptions peer;           ///< What it is made of.
    std::string scheme{"marking"};  ///< Name of its congestion control scheme.
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
    std::string contacts;              ///< Where peers that it has met are noted; empty: nowhere.
    std::string summary;               ///< Where the summary goes; empty: standard output.
    std::string series;                ///< Where the time series goes; empty: nowhere.
    RecordingOptions recording;        ///< Whether the peer is recorded, and how.
    bool quiet{false};                 ///< Show no status.
    std::vector<std::pair<std::string, std::string>> asGiven; ///< Every option as text.

    /**
     * Read the command line.
     *
     * @param argc How many arguments.
     * @param argv The arguments.
     * @return The options.
     * @throws OptionError Something is not known, not allowed, or does not go together.
     */
    static PeerProgramOptions Parse(int argc, const char* const* argv);

    /// @return The congestion control with its constants.
    std::unique_ptr<CongestionControl> MakeScheme() const;
    /// @param start When it begins. @return The workload.
    WorkloadOptions MakeWorkload(Time start) const;
};

} // namespace dht

#endif // DHT_EMU_PEER_OPTIONS_H
