/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_BUILD_INFO_H
#define DHT_BUILD_INFO_H

#include <string>

namespace dht
{

/**
 * @ingroup dht-shared
 * What this module was built from.
 */
struct BuildInfo
{
    std::string version;    ///< Of this module.
    std::string commit;     ///< Of this module's repository, with "+" if it was modified.
    std::string ns3Version; ///< Of ns-3.

    /**
     * @return The build that is running.
     */
    static BuildInfo Get();
};

} // namespace dht

#endif // DHT_BUILD_INFO_H
