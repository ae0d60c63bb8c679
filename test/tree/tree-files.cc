/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tree-files.h"

#include "places.h"
#include "program-run.h"

#include <algorithm>

namespace tree
{

std::vector<TreeFile>
FilesIn(const std::vector<std::string>& directories, const std::vector<std::string>& extensions)
{
    namespace fs = std::filesystem;
    std::vector<TreeFile> files;
    for (const std::string& directory : directories)
    {
        for (const auto& entry :
             fs::recursive_directory_iterator(fs::path(places::Source()) / directory))
        {
            const fs::path& path = entry.path();
            if (std::count(extensions.begin(), extensions.end(), path.extension().string()) > 0)
            {
                files.push_back({fs::relative(path, places::Source()), ReadFile(path)});
            }
        }
    }
    return files;
}

} // namespace tree
