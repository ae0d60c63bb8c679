/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_RECORDING_FILE_H
#define DHT_RECORDING_FILE_H

#include "dht-time.h"

#include <cstdint>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

/**
 * @file
 * @ingroup dht-shared
 * @internal
 * The file of a recording: frames, their checksums and their index (doc/recording.rst).
 */

namespace dht
{

/// What a frame holds, as it stands in the file.
enum class RecordingFrame : std::uint8_t
{
    kHeader = 1,  ///< Who and how, JSON.
    kSamples = 2, ///< The peers, at several times.
    kEvents = 3,  ///< What happened to them.
    kEnd = 4,     ///< What came out, JSON.
    kIndex = 5,   ///< Where the others are, JSON.
    kQueues = 6,  ///< The peers' queues by neighbour, at the times of samples.
};

/**
 * Writes a recording straight under its name, so that what is whole is there for whoever looks
 * while it is made, and after a crash.
 */
class RecordingFile
{
  public:
    /**
     * Open it; what it had before is lost.
     *
     * @param option The option that named the file, for errors.
     * @param path Where it goes.
     * @throws OptionError It cannot be written.
     */
    RecordingFile(const std::string& option, const std::string& path);

    RecordingFile(const RecordingFile&) = delete;
    RecordingFile& operator=(const RecordingFile&) = delete;

    /// Write the first frame. @param header What a reader has to know: run, options, columns.
    /// @throws std::runtime_error That failed.
    void WriteHeader(const nlohmann::ordered_json& header);

    /**
     * Write a frame of samples, events or queues.
     *
     * @param kind One of these.
     * @param payload What it holds, not compressed.
     * @param first The time of the first of them.
     * @param last The time of the last.
     * @throws std::runtime_error That failed, as where the disk is full.
     */
    void Write(RecordingFrame kind, const std::string& payload, Time first, Time last);

    /// Write the last frames, and close the file. @param end What came out. @throws
    /// std::runtime_error That failed.
    void Close(const nlohmann::ordered_json& end);

  private:
    /// Append a frame. @param kind Samples, events, or another kind. @param payload What it holds,
    /// not compressed. @return Where it begins in the file.
    std::uint64_t Append(RecordingFrame kind, const std::string& payload);
    /// Append bytes, and see that they get there. @param bytes Parts of the file, as they are.
    void Append(const std::string& bytes);
    /// @throws std::runtime_error What was written last did not get there.
    void CheckWritten() const;

    std::string m_name;             ///< The option and the path, for errors.
    std::ofstream m_stream;         ///< To the file.
    std::uint64_t m_size{0};        ///< Bytes written.
    nlohmann::ordered_json m_index; ///< A row for each frame of Write().
};

} // namespace dht

#endif // DHT_RECORDING_FILE_H
