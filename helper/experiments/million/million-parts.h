/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_MILLION_PARTS_H
#define DHT_CC_MILLION_PARTS_H

#include "dht-summary.h"
#include "message-level-ring.h"
#include "million-options.h"
#include "million-ranks.h"

#include <cstdint>
#include <functional>
#include <nlohmann/json_fwd.hpp>

/**
 * @file
 * @internal
 * What a run of million is made of, whether its ring is ready-made or peers join it.
 */

namespace ns3
{

/// @return Over which the starts of peers of a ready-made ring are spread, so that they are not in
/// step.
Time MillionStartSpread();

/// @param options What is asked for. @return What the links of each peer carry.
std::function<MessageLevelPeer::Capacity(uint32_t)> MakeMillionCapacity(
    const MillionOptions& options);

/// @param options What is asked for. @return What all peers have in common.
MessageLevelOptions MakeMillionOptions(const MillionOptions& options);

/// Make all peers, and say so. @param options What is asked for. @param ring Gets them.
void MakeMillionRing(const MillionOptions& options, MessageLevelRing& ring);

/// @param options What is asked for. @param totals Of all peers. @param costs Of all processes.
/// @param ranks How many processes there are. @return What the host took.
nlohmann::ordered_json MillionHostToJson(const MillionOptions& options,
                                         const dht::RingTotals& totals,
                                         const MillionCosts& costs,
                                         uint32_t ranks);

/// @param options What is asked for. @param costs Of all processes. @return How the run was made.
nlohmann::ordered_json MillionOriginToJson(const MillionOptions& options,
                                           const MillionCosts& costs);

} // namespace ns3

#endif // DHT_CC_MILLION_PARTS_H
