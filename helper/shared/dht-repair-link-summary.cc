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

void
RepairLinkSummary::Add(Time now,
                       const RepairStreams& streams,
                       const Storage& storage,
                       bool isPresent)
{
    m_messages += streams.Counted();
    m_transport += streams.Core().Counts();
    m_rpcs += storage.LinkRpcs()->Counts();
    m_raised += isPresent ? streams.Raised(now) : Time(0);
    m_present += isPresent ? 1 : 0;
    m_identitiesHold = m_identitiesHold && streams.Core().IdentitiesHold();
}

bool
RepairLinkSummary::IdentitiesHold() const
{
    return m_identitiesHold;
}

nlohmann::ordered_json
RepairLinkSummary::ToJson() const
{
    return {{"messages",
             {{"sent", m_messages.sent},
              {"dropped", m_messages.dropped},
              {"received", m_messages.received},
              {"rejected", m_messages.rejected}}},
            {"lost", m_messages.lost},
            {"closed_idle", m_messages.idled},
            {"refused", m_messages.refused + m_transport.connectionsRefused},
            {"raised_s", ToSeconds(m_raised / std::max<std::int64_t>(m_present, 1))},
            {"rpcs", RpcsToJson<nlohmann::ordered_json>(m_rpcs)},
            {"transport", TransportToJson(m_transport)}};
}

} // namespace dht
