/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_PROGRAM_RUN_H
#define DHT_CC_PROGRAM_RUN_H

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

/// What a program of examples/ did, as a user sees it.
struct ProgramRun
{
    int status{0};      ///< Exit status; 128 and the signal's number if a signal ended it.
    std::string output; ///< Standard output.
    std::string errors; ///< Standard error.

    /// @return Standard output as JSON.
    nlohmann::json Json() const
    {
        return nlohmann::json::parse(output);
    }
};

/**
 * @param name A program of examples/.
 * @param arguments Its arguments, as a shell reads them.
 * @return What it did.
 */
ProgramRun RunProgram(const std::string& name, const std::string& arguments);

/// An empty directory that is removed at the end.
class ScratchDirectory
{
  public:
    ScratchDirectory();
    ~ScratchDirectory();

    ScratchDirectory(const ScratchDirectory&) = delete;
    ScratchDirectory& operator=(const ScratchDirectory&) = delete;

    /// @param name A file in it. @return Its path.
    std::string Path(const std::string& name) const;

    /// @return How many files are in it.
    std::size_t FileCount() const;

  private:
    std::filesystem::path m_path; ///< Where it is.
};

/// @param path A file. @return What is in it.
std::string ReadFile(const std::string& path);

#endif // DHT_CC_PROGRAM_RUN_H
