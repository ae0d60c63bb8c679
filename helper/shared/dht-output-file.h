/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_OUTPUT_FILE_H
#define DHT_OUTPUT_FILE_H

#include "dht-pending-file.h"

#include <functional>
#include <memory>
#include <optional>
#include <ostream>
#include <string>

namespace dht
{

/**
 * @ingroup dht-shared
 * The file of an option, written as a stream: a PendingFile, which is removed unless Commit() was
 * called.
 */
class OutputFile
{
  public:
    /**
     * Open the file, so that an impossible path is found out before hours of work.
     *
     * @param option The option that named the file, for the error.
     * @param path The file's path; a symbolic link is followed. If empty, nothing is ever written.
     * @throws OptionError The file cannot be written.
     */
    OutputFile(const std::string& option, const std::string& path);

    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    /**
     * @return Whether there is a file to write.
     */
    bool IsWanted() const;

    /**
     * @return The stream to write to.
     */
    std::ostream& Stream();

    /**
     * Give the file its name.
     *
     * @param lasting The durability.
     * @throws std::runtime_error The file could not be written.
     */
    void Commit(Lasting lasting = Lasting::kProcess);

  private:
    std::string m_name;                     ///< The option and the path, for errors.
    std::optional<PendingFile> m_file;      ///< The file, if there is one.
    std::string m_why;                      ///< Why it cannot be written, once that is so.
    std::unique_ptr<std::ostream> m_stream; ///< To the file.
};

/// See that standard output has got what was written to it. @param last What is still to be
/// written. @throws OutputError It has not.
void FlushStandardOutput(const std::string& last = "");

/**
 * Write the summary of a run, and give its files their names. What took hours is not lost as a disk
 * is full: a summary that cannot be written goes to standard error, and it is written even if the
 * series cannot be.
 *
 * @param series The time series, written by now.
 * @param summary The file of the summary, which goes to standard output if there is no file.
 * @param write Writes the summary.
 * @throws std::runtime_error A file could not be written.
 */
void CommitOutputs(OutputFile& series,
                   OutputFile& summary,
                   const std::function<void(std::ostream&)>& write);

} // namespace dht

#endif // DHT_OUTPUT_FILE_H
