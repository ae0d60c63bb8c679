/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-uplink-pacer.h"

#include <algorithm>

namespace dht
{

UplinkPacer::UplinkPacer(double rate)
    : m_rate(rate)
{
}

Time
UplinkPacer::IdleAt() const
{
    return m_idleAt;
}

void
UplinkPacer::OnSent(Time now, double amount)
{
    m_idleAt = std::max(m_idleAt, now) + FromSeconds(amount / m_rate);
}

void
UplinkPacer::OnDatagram(Time now, double amount)
{
    m_datagramsUntil = std::max(m_datagramsUntil, now) + FromSeconds(amount / m_rate);
    OnSent(now, amount);
}

void
UplinkPacer::OnUnacknowledged(Time now, double amount)
{
    m_idleAt = std::min(m_idleAt, std::max(m_datagramsUntil, now) + FromSeconds(amount / m_rate));
}

} // namespace dht
