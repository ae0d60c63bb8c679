/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_TEST_TREE_FILES_H
#define DHT_CC_TEST_TREE_FILES_H

#include <filesystem>
#include <string>
#include <vector>

/// The project's own files, for checks that read them.

namespace tree
{

/// A file of the project.
struct TreeFile
{
    std::filesystem::path path; ///< Below the top directory.
    std::string text;           ///< What is in it.
};

/// @param directories Of the project. @param extensions Such as ".h". @return The files in them and
/// below that have one of those.
std::vector<TreeFile> FilesIn(const std::vector<std::string>& directories,
                              const std::vector<std::string>& extensions);

} // namespace tree

#endif // DHT_CC_TEST_TREE_FILES_H
