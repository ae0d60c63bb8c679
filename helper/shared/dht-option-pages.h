/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_OPTION_PAGES_H
#define DHT_OPTION_PAGES_H

#include "dht-options.h"

#include <string>
#include <vector>

/**
 * @file
 * @ingroup dht-shared
 * @internal
 * Help, a manual page and the completion of a shell, made from a program's options.
 */

namespace dht
{

/// A command of a program that has several, such as `get` of `dht-peer get KEY`.
struct CommandText
{
    std::string name;     ///< The program's first word.
    std::string synopsis; ///< What follows it, such as "KEY --join=HOST:PORT".
    std::string summary;  ///< What it does: a clause for the list of commands.
    std::string usage;    ///< The same at length: lines of at most 100 characters.
    std::size_t least{0}; ///< Words that have to follow it.
    std::size_t most{0};  ///< Words that may follow it.
};

/// A command, and the options that it has.
struct CommandPage
{
    CommandText text; ///< The command.
    Options table;    ///< Its options, with their defaults.
};

/// What a program says of itself beside its options.
struct ProgramText
{
    std::string name;                  ///< As it is called.
    std::string usage;                 ///< What it does: lines of at most 100 characters.
    std::vector<CommandPage> commands; ///< What its first word may be; empty: it takes no words.
};

/// @param commands Commands of one program. @return The options of all of them; where not all
/// commands have an option, its help ends with the names of those that do.
Options MergeOptions(const std::vector<CommandPage>& commands);

/// @param table Options. @return A line or more for each, with its default, under the headings of
/// their groups.
std::string DescribeOptions(const Options& table);

/**
 * What `--help=FORM` answers.
 *
 * @param form `man`, a page of section 1 for man(7); `bash`, a script that completes commands,
 * options and names of files, and needs nothing but bash; `all`, all options as plain text; `json`,
 * the options for another program: an array of objects with `name`, `help`, `default`, and `input`,
 * whether it names a file that is read.
 * @param program The program.
 * @param table Its options, with their defaults; of a program with commands, those of all.
 * @return The text.
 * @throws OptionError The form is another one.
 */
std::string OptionPage(const std::string& form, const ProgramText& program, const Options& table);

} // namespace dht

#endif // DHT_OPTION_PAGES_H
