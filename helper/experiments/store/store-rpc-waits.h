/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_STORE_RPC_WAITS_H
#define DHT_CC_STORE_RPC_WAITS_H

#include "dht-rpc.h"

#include <nlohmann/json_fwd.hpp>

/**
 * @file
 * @internal
 */

namespace ns3
{

/**
 * @ingroup dht-cc
 * How long RPCs waited for their answers, and how long those did that were lost (NSDI04, section
 * 5.2.2). Losses do not heed how far an answer has to go. So answers to lost RPCs would have taken
 * as long, in the mean, as those that came.
 *
 * @param before What had become of RPCs when the measurement began.
 * @param after What has at its end.
 * @return The mean round trip, the mean wait of what was lost, and by how much it is longer [s]; a
 * mean over nothing is null.
 */
nlohmann::ordered_json RpcWaitsToJson(const dht::RpcCounters& before,
                                      const dht::RpcCounters& after);

} // namespace ns3

#endif // DHT_CC_STORE_RPC_WAITS_H
