/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_OUTPUT_FILE_H
#define DHT_OUTPUT_FILE_H

#include <fstream>
#include <functional>
#include <string>

namespace dht
{

/**
 * @ingroup dht-shared
 * A file that appears under its name only when it is complete. A pipe or a device is written
 * directly.
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

    /// Removes the file, unless Commit() was called.
    ~OutputFile();

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

    /// Durability of a file that has its name.
    enum class Lasting
    {
        kProcess,     ///< It survives this process.
        kThroughCrash ///< It survives a crash of the machine, too: waits for the disk.
    };

    /**
     * Give the file its name.
     *
     * @param lasting The durability.
     * @throws std::runtime_error The file could not be written.
     */
    void Commit(Lasting lasting = Lasting::kProcess);

    /// Remove the unfinished files of this process; for the moment before it has to end.
    static void RemoveAllPartial();

  private:
    std::string m_name;     ///< The option and the path, for errors.
    std::string m_path;     ///< The final path.
    std::string m_partial;  ///< The path until then; empty if written directly.
    std::ofstream m_stream; ///< To m_partial or m_path.
};

/**
 * Write the summary of a run, and give its files their names.
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
