/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-life-totals.h"

#include "dht-datagram.h"
#include "dht-peer.h"

#include <numeric>

namespace dht
{

LifeTotals
LifeTotals::Of(const Peer& peer, std::uint64_t made, bool isOver)
{
    LifeTotals totals;
    totals.counters = peer.GetCounters();
    totals.made = made;
    totals.abandoned = isOver ? peer.Outstanding() : 0;
    totals.abandonedInQueues = isOver ? peer.Queued() : 0;
    totals.maintenance = peer.GetMembership().GetCounters();
    return totals;
}

LifeTotals&
LifeTotals::operator+=(const LifeTotals& other)
{
    counters += other.counters;
    made += other.made;
    abandoned += other.abandoned;
    abandonedInQueues += other.abandonedInQueues;
    maintenance += other.maintenance;
    return *this;
}

std::uint64_t
LifeTotals::MaintenanceBytes() const
{
    const auto& sent = maintenance.sent;
    return maintenance.bytes +
           kIpAndUdpHeaders * std::accumulate(sent.begin(), sent.end(), std::uint64_t{0});
}

bool
LifeTotals::IdentitiesHold(std::uint64_t outstanding, std::uint64_t queued) const
{
    const Counters& c = counters;
    return c.issued == c.answered + c.givenUp + outstanding + abandoned &&
           c.accepted == c.forwarded + c.redirected + c.delivered + c.TotalDropped() + queued +
                             abandonedInQueues;
}

} // namespace dht
