/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-repair-link-summary.h"

#include "dht-rpc-names.h"
#include "dht-summary.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace dht
{

nlohmann::ordered_json
RepairLinksToJson(const RepairLinkCounts& counts, std::size_t raised)
{
    return {{"messages",
             {{"sent", counts.messages.sent},
              {"dropped", counts.messages.dropped},
              {"received", counts.messages.received},
              {"rejected", counts.messages.rejected}}},
            {"lost", counts.messages.lost},
            {"closed_idle", counts.messages.idled},
            {"refused", counts.messages.refused + counts.transport.connectionsRefused},
            {"raised_s",
             ToSeconds(counts.raised / std::max<Time::rep>(static_cast<Time::rep>(raised), 1))},
            {"rpcs", RpcsToJson<nlohmann::ordered_json>(counts.rpcs)},
            {"transport", TransportToJson(counts.transport)}};
}

} // namespace dht
