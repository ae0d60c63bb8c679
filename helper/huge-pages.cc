/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "huge-pages.h"

#include <cstdlib>
#include <unistd.h>

namespace ns3
{

void
UseHugePages(char* argv[])
{
    const bool isFree = !std::getenv("GLIBC_TUNABLES");
    if (isFree && setenv("GLIBC_TUNABLES", "glibc.malloc.hugetlb=1", 1) == 0)
    {
        execv("/proc/self/exe", argv);
    }
}

} // namespace ns3
