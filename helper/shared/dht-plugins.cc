/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-plugins.h"

#include "dht-option-error.h"

#include <cstdlib>
#include <dlfcn.h>
#include <sstream>

namespace dht
{

std::vector<std::string>
NamedPlugins()
{
    const char* const value = std::getenv(kPluginsVariable);
    std::vector<std::string> paths;
    std::istringstream parts(value ? value : "");
    for (std::string path; std::getline(parts, path, ':');)
    {
        if (!path.empty())
        {
            paths.push_back(path);
        }
    }
    return paths;
}

void
LoadPlugins()
{
    for (const std::string& path : NamedPlugins())
    {
        // a name without a slash would be looked for among the system's libraries
        const std::string file = path.find('/') == std::string::npos ? "./" + path : path;
        if (!dlopen(file.c_str(), RTLD_NOW | RTLD_GLOBAL))
        {
            throw OptionError(std::string(kPluginsVariable) + " names " + path +
                              ", which cannot be loaded: " + dlerror());
        }
    }
}

} // namespace dht
