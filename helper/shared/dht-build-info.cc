/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-build-info.h"

namespace dht
{

BuildInfo
BuildInfo::Get()
{
    return {DHT_CC_VERSION, DHT_CC_COMMIT, DHT_CC_NS3_VERSION};
}

std::string
BuildInfo::Describe(const std::string& program, bool simulates) const
{
    return program + " (dht-cc) " + version + ", commit " + commit +
           (simulates ? ", ns-3 " + ns3Version : "");
}

} // namespace dht
