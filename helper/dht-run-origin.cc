/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-run-origin.h"

#include "dht-build-info.h"

#include "ns3/rng-seed-manager.h"

namespace ns3
{

nlohmann::ordered_json
RunOriginToJson()
{
    const DhtBuildInfo build = DhtBuildInfo::Get();
    return {{"version", build.version},
            {"commit", build.commit},
            {"ns3", build.ns3Version},
            {"seed", RngSeedManager::GetSeed()},
            {"run", RngSeedManager::GetRun()}};
}

nlohmann::ordered_json
OptionsToJson(const std::vector<std::pair<std::string, std::string>>& given,
              const std::set<std::string>& leftOut)
{
    auto options = nlohmann::ordered_json::object();
    for (const auto& [name, value] : given)
    {
        if (!leftOut.count(name))
        {
            options[name] = value;
        }
    }
    return options;
}

} // namespace ns3
