/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_RECORDED_QUEUES_H
#define DHT_RECORDED_QUEUES_H

#include "dht-recording-file.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup dht-shared
 * @internal
 * For whom the requests in the peers' queues are, as a recording has it.
 */

namespace dht
{

/// Gathers the peers' queues by neighbour, and writes them as frames: what has changed since the
/// sample before.
class RecordedQueues
{
  public:
    /// Requests in a peer's queues, by the neighbour that they are for: its number plus one, or 0
    /// if it has none. None of them is 0.
    using Lengths = std::map<std::uint64_t, std::uint64_t>;

    /// @param peers How many.
    explicit RecordedQueues(std::size_t peers);

    /// A sample begins. @param now The present; not before the last one.
    void Begin(Time now);

    /// @param peer A peer's number, greater than those before in this sample. @param lengths Its
    /// queues.
    void Add(std::size_t peer, Lengths lengths);

    /// Write what was gathered, if anything, and begin a frame. @param file The recording.
    void Flush(RecordingFile& file);

  private:
    /// The sample has all peers.
    void FinishSample();
    /// Something has changed. @param peer Whose queue. @param to For which neighbour. @param length
    /// How long it is.
    void Change(std::size_t peer, std::uint64_t to, std::uint64_t length);

    std::vector<Lengths> m_last;    ///< In the sample before, by peer.
    std::vector<Time> m_times;      ///< Of the samples in this frame.
    std::string m_samples;          ///< Of this frame, coded, but for the last.
    std::string m_changes;          ///< Of the last sample, coded.
    std::uint64_t m_changeCount{0}; ///< How many these are.
    std::size_t m_changedPeer{0};   ///< Of the last of them.
};

} // namespace dht

#endif // DHT_RECORDED_QUEUES_H
