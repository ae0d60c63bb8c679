/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "store-rpc-waits.h"

#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>

namespace ns3
{

namespace
{

using Json = nlohmann::ordered_json;

/// @param sum Of times. @param count Over how many. @return Their mean in seconds; null over none.
Json
MeanSeconds(dht::Time sum, uint64_t count)
{
    return count > 0 ? Json(dht::ToSeconds(sum) / static_cast<double>(count)) : Json();
}

} // namespace

Json
RpcWaitsToJson(const dht::RpcCounters& before, const dht::RpcCounters& after)
{
    const uint64_t answers = after.Answers() - before.Answers();
    // an answer may come to what had been taken for lost before
    const uint64_t losses = std::max(after.Losses(), before.Losses()) - before.Losses();
    const Json answer = MeanSeconds(after.roundTrips - before.roundTrips, answers);
    const Json loss = MeanSeconds(after.inVain - before.inVain, losses);
    const bool areBoth = answers > 0 && losses > 0;
    return {
        {"sent", after.sent - before.sent},
        {"answered", answers},
        {"answered_s", answer},
        {"spurious", after.spurious - before.spurious},
        {"lost", losses},
        {"lost_s", loss},
        {"over_prediction_s", areBoth ? Json(loss.get<double>() - answer.get<double>()) : Json()}};
}

} // namespace ns3
