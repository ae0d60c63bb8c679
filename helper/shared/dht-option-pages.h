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
 * A manual page and the completion of a shell, made from a program's options.
 */

namespace dht
{

/// What a program says of itself beside its options.
struct ProgramText
{
    std::string name;                  ///< As it is called.
    std::string usage;                 ///< What it does: lines of at most 100 characters.
    std::vector<std::string> commands; ///< What its first word may be; empty: it takes no words.
};

/**
 * What `--help=FORM` answers.
 *
 * @param form `man`, a page of section 1 for man(7), or `bash`, a script that completes commands,
 * options and names of files, and needs nothing but bash.
 * @param program The program.
 * @param table Its options, with their defaults.
 * @return The text.
 * @throws OptionError The form is another one.
 */
std::string OptionPage(const std::string& form, const ProgramText& program, const Options& table);

} // namespace dht

#endif // DHT_OPTION_PAGES_H
