/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_PROGRAM_RUN_H
#define DHT_CC_PROGRAM_RUN_H

#include <filesystem>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>

/// What a program of examples/ did, as a user sees it.
struct ProgramRun
{
    int status{0};      ///< Exit status; 128 and the signal's number if a signal ended it.
    std::string output; ///< Standard output.
    std::string errors; ///< Standard error.

    /// @return Standard output as JSON.
    nlohmann::json Json() const;
};

/**
 * @param command A command line, as a shell reads it.
 * @return What it did.
 */
ProgramRun RunCommand(const std::string& command);

/**
 * @param name A program of examples/.
 * @param arguments Its arguments, as a shell reads them.
 * @return What it did.
 */
ProgramRun RunProgram(const std::string& name, const std::string& arguments);

/// @param child What a process of its own does. @return How that ended.
int InAnotherProcess(const std::function<int()>& child);

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

/// An option that is wrong, and what the message has to say.
struct BadOption
{
    std::string arguments; ///< What is given.
    std::string named;     ///< The option that the message names.
    std::string allowed;   ///< What it says is allowed.
};

/**
 * Expect that a program ends with one line that names a wrong option and says what is allowed, and
 * leaves no file.
 *
 * @param program A program of examples/.
 * @param bad What is wrong.
 * @param output An option of the program that names a file, such as "--summary".
 */
void ExpectRefused(const std::string& program, const BadOption& bad, const std::string& output);

#endif // DHT_CC_PROGRAM_RUN_H
