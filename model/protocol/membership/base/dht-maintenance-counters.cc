/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-maintenance-counters.h"

namespace dht
{

MaintenanceCounters&
MaintenanceCounters::operator+=(const MaintenanceCounters& other)
{
    for (std::size_t kind = 0; kind < sent.size(); ++kind)
    {
        sent[kind] += other.sent[kind];
        received[kind] += other.received[kind];
    }
    bytes += other.bytes;
    ignored += other.ignored;
    throttled += other.throttled;
    withheld += other.withheld;
    timeouts += other.timeouts;
    failures += other.failures;
    returned += other.returned;
    connected += other.connected;
    removed += other.removed;
    suspected += other.suspected;
    finds += other.finds;
    failedFinds += other.failedFinds;
    refuted += other.refuted;
    checks += other.checks;
    disagreements += other.disagreements;
    inquiries += other.inquiries;
    held += other.held;
    denied += other.denied;
    unvouched += other.unvouched;
    alarms += other.alarms;
    unsolved += other.unsolved;
    return *this;
}

} // namespace dht
