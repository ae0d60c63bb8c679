/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_EMU_FILES_TO_GET_H
#define DHT_EMU_FILES_TO_GET_H

#include "dht-key.h"

#include <istream>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup dht-emu
 * Which files get fetches, and where they go.
 */

namespace dht
{

/// A file to get.
struct FileToGet
{
    Key key;          ///< Its key.
    std::string name; ///< What it is called in a list; empty: nothing is said.
};

/// @param list A line a file, as put prints them: the key, and maybe two spaces and a name. @return
/// The files. @throws OptionError A line is none, a name leads out of a directory, or there are no
/// lines.
std::vector<FileToGet> ReadFilesToGet(std::istream& list);

/// @param files What is fetched. @param output A file, a directory that is there or ends with a
/// slash, or "-" for standard output. @return Where each file goes: in a directory by its name
/// there, else by its key. @throws OptionError Two of them would go to one file.
std::vector<std::string> PlacesOf(const std::vector<FileToGet>& files, const std::string& output);

} // namespace dht

#endif // DHT_EMU_FILES_TO_GET_H
