/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-rpc.h"

namespace dht
{

RpcCounters&
RpcCounters::operator+=(const RpcCounters& other)
{
    issued += other.issued;
    answered += other.answered;
    timedOut += other.timedOut;
    cancelled += other.cancelled;
    sent += other.sent;
    inTime += other.inTime;
    timeouts += other.timeouts;
    abandoned += other.abandoned;
    spurious += other.spurious;
    late += other.late;
    unexpected += other.unexpected;
    roundTrips += other.roundTrips;
    inVain += other.inVain;
    return *this;
}

} // namespace dht
