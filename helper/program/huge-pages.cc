/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "huge-pages.h"

#include <array>
#include <cstdlib>
#include <string>
#include <sys/auxv.h>
#include <unistd.h>

namespace ns3
{

namespace
{

/// @param path A path. @return What is behind its last slash.
std::string
NameOf(const std::string& path)
{
    return path.substr(path.rfind('/') + 1);
}

/// @return The file that runs; empty if that is unknown.
std::string
ThisFile()
{
    std::array<char, 4096> path;
    const ssize_t size = readlink("/proc/self/exe", path.data(), path.size());
    return size > 0 ? std::string(path.data(), static_cast<std::size_t>(size)) : "";
}

/// @return Whether the program runs under valgrind, which would not check it when it begins anew.
bool
IsUnderValgrind()
{
    const char* const preloaded = std::getenv("LD_PRELOAD");
    return preloaded && std::string(preloaded).find("vgpreload") != std::string::npos;
}

} // namespace

void
UseHugePages(char* argv[])
{
    const std::string file = ThisFile();
    // the file is another one where something else has loaded the program, such as ld.so
    const bool can = NameOf(file) == NameOf(argv[0]) && !IsUnderValgrind() && !getauxval(AT_SECURE);
    if (can && !std::getenv("GLIBC_TUNABLES") &&
        setenv("GLIBC_TUNABLES", "glibc.malloc.hugetlb=1", 1) == 0)
    {
        execv(file.c_str(), argv);
    }
}

} // namespace ns3
