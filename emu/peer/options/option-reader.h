/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_EMU_OPTION_READER_H
#define DHT_EMU_OPTION_READER_H

#include "dht-option-pages.h"
#include "dht-options.h"

#include <string>
#include <vector>

/**
 * @file
 * @ingroup dht-emu
 * Reads a command line of a program without ns-3.
 */

namespace dht
{

/// The error of an option that a program does not have.
class UnknownOption : public OptionError
{
  public:
    /// @param option The option, with its dashes.
    explicit UnknownOption(const std::string& option)
        : OptionError(option + ": not known; --help lists all options"),
          m_option(option)
    {
    }

    /// @return The option, with its dashes.
    const std::string& Option() const
    {
        return m_option;
    }

  private:
    std::string m_option; ///< The option, with its dashes.
};

/// What a command line holds beside the options.
struct CommandLine
{
    std::string answer;             ///< To --help or --version; empty if neither was asked for.
    std::vector<std::string> words; ///< What is no option.
};

/**
 * @param program The program's name, commands and what it does, for --help and -h; --help=man
 * answers with its manual page, --help=bash with its completion. If there is an option "config", it
 * names a file of options, which the command line overrules.
 * @param table The options, which are set.
 * @param argc How many arguments.
 * @param argv The arguments.
 * @return The rest.
 * @throws UnknownOption There is no such option.
 * @throws OptionError The value of an option is not allowed.
 */
CommandLine ReadCommandLine(const ProgramText& program,
                            Options& table,
                            int argc,
                            const char* const* argv);

} // namespace dht

#endif // DHT_EMU_OPTION_READER_H
