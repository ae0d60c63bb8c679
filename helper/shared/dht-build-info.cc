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

} // namespace dht
