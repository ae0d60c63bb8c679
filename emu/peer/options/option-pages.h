/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_EMU_OPTION_PAGES_H
#define DHT_EMU_OPTION_PAGES_H

#include "dht-options.h"

#include <string>
#include <vector>

/**
 * @file
 * @ingroup dht-emu
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

/// @param program The program. @param table Its options, with their defaults. @return A manual page
/// of section 1, for man(7).
std::string ManualPage(const ProgramText& program, const Options& table);

/// @param program The program. @param table Its options, with their defaults. @return A script that
/// bash reads, and that needs nothing else: it completes commands, options and names of files.
std::string BashCompletion(const ProgramText& program, const Options& table);

} // namespace dht

#endif // DHT_EMU_OPTION_PAGES_H
