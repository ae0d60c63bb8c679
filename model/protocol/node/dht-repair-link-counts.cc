/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-repair-link-counts.h"

#include "dht-repair-streams.h"
#include "dht-storage.h"

namespace dht
{

RepairLinkCounts
RepairLinkCounts::Of(Time now, const RepairStreams& streams, const Storage& storage)
{
    return {streams.Counted(),
            streams.Core().Counts(),
            storage.LinkRpcs()->Counts(),
            streams.Raised(now),
            streams.Core().IdentitiesHold()};
}

RepairLinkCounts&
RepairLinkCounts::operator+=(const RepairLinkCounts& other)
{
    messages += other.messages;
    transport += other.transport;
    rpcs += other.rpcs;
    raised += other.raised;
    identitiesHold = identitiesHold && other.identitiesHold;
    return *this;
}

} // namespace dht
