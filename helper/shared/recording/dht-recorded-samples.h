/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_RECORDED_SAMPLES_H
#define DHT_RECORDED_SAMPLES_H

#include "dht-recording-file.h"
#include "dht-ring-statistics.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup dht-shared
 * @internal
 * Peers, as a recording has them at several times.
 */

namespace dht
{

/// Gathers samples, and writes them as frames. A sample is one call of Begin() and one of Add() for
/// each peer, always in the same order.
class RecordedSamples
{
  public:
    /// @param peers How many.
    explicit RecordedSamples(std::size_t peers);

    /// @return The columns, as the header of a recording has them.
    static nlohmann::ordered_json ColumnsToJson();

    /// A sample begins. @param now The present; not before the last one.
    void Begin(Time now);

    /// The next peer of the sample. @param peer What the peer holds and has done. @param delays Of
    /// its answered requests, summed.
    void Add(const PeerState& peer, Time delays);

    /// @param interval From this sample to the next. @return Whether a frame is full with it.
    bool IsFull(Time interval) const;

    /// Write what was gathered, if anything, and begin a frame. @param file The recording.
    void Flush(RecordingFile& file);

  private:
    std::vector<std::string> m_columns; ///< Of this frame, coded.
    std::vector<std::uint64_t> m_last;  ///< In the sample before, by peer and column.
    std::size_t m_next{0};              ///< Where the next peer's are.
    std::vector<Time> m_times;          ///< Of the samples in this frame.
};

} // namespace dht

#endif // DHT_RECORDED_SAMPLES_H
