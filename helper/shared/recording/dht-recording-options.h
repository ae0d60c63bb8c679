/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_RECORDING_OPTIONS_H
#define DHT_RECORDING_OPTIONS_H

#include "dht-options.h"
#include "dht-time.h"

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup dht-shared
 * Whether a run is recorded, and how.
 */

namespace dht
{

/// What is to be recorded, and where.
struct RecordingOptions
{
    std::string file;                              ///< Where it goes; empty: nowhere.
    Time interval = std::chrono::milliseconds(50); ///< From sample to sample.
    std::uint64_t oneIn{64}; ///< One in so many requests is followed; 0: none.
    /// Whether to tell for which neighbours queued requests are, where the recording has them all.
    bool queues{true};

    /// @return Whether there is to be a recording.
    bool IsWanted() const;

    /// Add what applies to peers of any kind. @param options The table to add to; it keeps
    /// references to this object.
    void DefineSamples(Options& options);
    /// Add what applies to peers that look up keys, too. @param options As above.
    void Define(Options& options);
    /// Add what applies where all of a peer's neighbours are recorded. @param options As above.
    void DefineQueues(Options& options);

    /**
     * To be called when the command line was read.
     *
     * @param options What it was read by.
     * @param others Files that the program writes besides; those that are empty are none.
     * @throws OptionError An option has no effect, or one of them is that of the recording.
     */
    void Check(const Options& options, const std::vector<std::string>& others) const;

    /// @return The names of these options: none of them changes what a run finds.
    static const std::vector<std::string>& Names();
};

} // namespace dht

#endif // DHT_RECORDING_OPTIONS_H
