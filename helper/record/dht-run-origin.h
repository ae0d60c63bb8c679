/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_DHT_RUN_ORIGIN_H
#define DHT_CC_DHT_RUN_ORIGIN_H

#include <nlohmann/json_fwd.hpp>

namespace ns3
{

/**
 * @ingroup dht-cc
 * @return The build, its commit, and the seed and run number: the beginning of every summary.
 */
nlohmann::ordered_json RunOriginToJson();

} // namespace ns3

#endif // DHT_CC_DHT_RUN_ORIGIN_H
