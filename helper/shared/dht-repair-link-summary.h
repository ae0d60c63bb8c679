/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_REPAIR_LINK_SUMMARY_H
#define DHT_REPAIR_LINK_SUMMARY_H

#include "dht-repair-link-counts.h"

#include <cstddef>
#include <nlohmann/json_fwd.hpp>

/**
 * @file
 * @ingroup dht-shared
 * @internal
 * What a summary says of links that carry the repair of stores.
 */

namespace dht
{

/// @param counts What they have counted. @param raised Peers that `counts.raised` is of. @return
/// All of it; for how long links were raised, as the mean of these peers.
nlohmann::ordered_json RepairLinksToJson(const RepairLinkCounts& counts, std::size_t raised);

} // namespace dht

#endif // DHT_REPAIR_LINK_SUMMARY_H
