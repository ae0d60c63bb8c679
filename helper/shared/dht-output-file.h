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
 * A file that appears under its name only when it is complete. What is no regular file (a pipe, a
 * device) is written straight.
 */
class OutputFile
{
  public:
    /**
     * Open the file, so that an impossible path is found out before hours of work.
     *
     * @param option The option that named the file, for the error.
     * @param path Where it goes; a symbolic link is followed. If empty, nothing is ever written.
     * @throws OptionError It cannot be written.
     */
    OutputFile(const std::string& option, const std::string& path);

    /// Removes what was written, unless Commit() was called.
    ~OutputFile();

    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    /**
     * @return Whether anything is to be written.
     */
    bool IsWanted() const;

    /**
     * @return Where to write.
     */
    std::ostream& Stream();

    /// What a file that has its name outlives.
    enum class Lasting
    {
        kProcess,     ///< This process.
        kThroughCrash ///< A crash of the machine, too; that takes as long as its disk does.
    };

    /**
     * Give the file its name.
     *
     * @param lasting What it shall outlive.
     * @throws std::runtime_error It could not be written.
     */
    void Commit(Lasting lasting = Lasting::kProcess);

    /// Remove the unfinished files of this process; for the moment before it has to end.
    static void RemoveAllPartial();

  private:
    std::string m_name;     ///< The option and the path, for errors.
    std::string m_path;     ///< Where it goes.
    std::string m_partial;  ///< Where it is until then; empty if it is written straight.
    std::ofstream m_stream; ///< To m_partial or m_path.
};

/**
 * Write the summary of a run, and give its files their names.
 *
 * @param series The time series, written by now.
 * @param summary For the summary, which goes to standard output if no file is wanted.
 * @param write Writes the summary.
 * @throws std::runtime_error One of them could not be written.
 */
void CommitOutputs(OutputFile& series,
                   OutputFile& summary,
                   const std::function<void(std::ostream&)>& write);

} // namespace dht

#endif // DHT_OUTPUT_FILE_H
