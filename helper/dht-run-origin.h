/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_DHT_RUN_ORIGIN_H
#define DHT_CC_DHT_RUN_ORIGIN_H

#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup dht-cc
 * @return Which build, of which commit, and which random numbers: what every summary begins with.
 */
nlohmann::ordered_json RunOriginToJson();

/**
 * @ingroup dht-cc
 * @param given Every option as text.
 * @param leftOut Options that do not change what a run finds, such as where it writes to.
 * @return The others.
 */
nlohmann::ordered_json OptionsToJson(const std::vector<std::pair<std::string, std::string>>& given,
                                     const std::set<std::string>& leftOut);

} // namespace ns3

#endif // DHT_CC_DHT_RUN_ORIGIN_H
