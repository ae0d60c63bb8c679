/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_DHT_BUILD_INFO_H
#define DHT_CC_DHT_BUILD_INFO_H

#include <string>

namespace ns3
{

/**
 * @ingroup dht-cc
 * What this module was built from.
 */
struct DhtBuildInfo
{
    std::string version;    //!< Of this module.
    std::string commit;     //!< Of this module's repository, with "+" if it was modified.
    std::string ns3Version; //!< Of ns-3.

    /**
     * @return The build that is running.
     */
    static DhtBuildInfo Get();
};

} // namespace ns3

#endif // DHT_CC_DHT_BUILD_INFO_H
