/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-run-origin.h"

#include "dht-build-info.h"
#include "dht-summary.h"

#include "ns3/rng-seed-manager.h"

#include <nlohmann/json.hpp>

namespace ns3
{

nlohmann::ordered_json
RunOriginToJson()
{
    nlohmann::ordered_json origin = dht::BuildToJson();
    origin["ns3"] = dht::BuildInfo::Get().ns3Version;
    origin["seed"] = RngSeedManager::GetSeed();
    origin["run"] = RngSeedManager::GetRun();
    return origin;
}

} // namespace ns3
