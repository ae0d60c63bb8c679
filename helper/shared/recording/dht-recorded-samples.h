/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_RECORDED_SAMPLES_H
#define DHT_RECORDED_SAMPLES_H

#include "dht-recording-file.h"

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

/// A number that a recording has of each peer in each sample.
struct RecordedColumn
{
    const char* name; ///< What it is called.
    const char* kind; ///< A level goes up and down, a counter never decreases.
    const char* unit; ///< Of its values.
    double scale;     ///< Of 1.
};

/// Gathers samples, and writes them as frames. A sample is one call of Begin() and one of Add() for
/// each peer, always in the same order.
class RecordedSamples
{
  public:
    /// @param columns How many numbers there are of each peer. @param peers How many.
    RecordedSamples(std::size_t columns, std::size_t peers);

    /// @param columns What there is of each peer. @return The same, as the header of a recording
    /// has it.
    static nlohmann::ordered_json ColumnsToJson(const std::vector<RecordedColumn>& columns);

    /// A sample begins. @param now The present; not before the last one.
    void Begin(Time now);

    /// The next peer of the sample. @param values One for each column.
    void Add(const std::vector<std::uint64_t>& values);

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
