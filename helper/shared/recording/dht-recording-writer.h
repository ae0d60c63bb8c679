/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_RECORDING_WRITER_H
#define DHT_RECORDING_WRITER_H

#include "dht-recorded-events.h"
#include "dht-recorded-queues.h"
#include "dht-recorded-samples.h"
#include "dht-recording-file.h"
#include "dht-recording-options.h"

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <vector>

/**
 * @file
 * @ingroup dht-shared
 * @internal
 * A recording (doc/recording.rst) of peers of any kind.
 */

namespace dht
{

/// Writes the frames of a recording, in their order. It keeps no clock. Every method throws
/// std::runtime_error if the file cannot be written.
class RecordingWriter
{
  public:
    /// What a recording is made from.
    struct Plan
    {
        RecordingOptions options;            ///< What is asked for; a file is named.
        nlohmann::ordered_json about;        ///< How the run is made: fields of the header.
        std::vector<RecordedColumn> columns; ///< What a sample has of each peer.
        nlohmann::ordered_json details;      ///< What else readers have to know: fields, too.
        nlohmann::ordered_json peers;        ///< The peers, of the header: "count" and "ids".
    };

    /// @param plan What it is made from. @throws OptionError The file cannot be written.
    explicit RecordingWriter(const Plan& plan);

    /// A sample begins. @param now The present; not before the last one.
    void BeginSample(Time now);
    /// The next peer of the sample, in the order of their numbers. @param values One for each
    /// column.
    void AddPeer(const std::vector<std::uint64_t>& values);
    /// The peer that was added last has these queues. @param peer Its number. @param lengths Its
    /// queues by neighbour.
    void AddQueues(std::size_t peer, RecordedQueues::Lengths lengths);
    /// All peers were added.
    void EndSample();

    /// Something has happened. @param now The present. @param kind The kind of event.
    /// @param peer The peer's number. @param fields As many as the kind has.
    void AddEvent(Time now,
                  RecordedEvent kind,
                  std::size_t peer,
                  std::initializer_list<std::uint64_t> fields = {});

    /// The run is over, and the last sample taken. @param now The present. @param counters As the
    /// summary has them.
    void Close(Time now, const nlohmann::ordered_json& counters);

  private:
    /// Write what was gathered.
    void Flush();

    RecordingOptions m_options; ///< What is asked for.
    RecordingFile m_file;       ///< Where it goes.
    RecordedSamples m_samples;  ///< Of this frame.
    RecordedQueues m_queues;    ///< Of this frame, if they are asked for.
    RecordedEvents m_events;    ///< Of this frame.
};

} // namespace dht

#endif // DHT_RECORDING_WRITER_H
