/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_DHT_PRESENT_TIME_H
#define DHT_CC_DHT_PRESENT_TIME_H

#include "dht-time.h"

#include "ns3/nstime.h"
#include "ns3/simulator.h"

/**
 * @file
 * @internal
 */

namespace ns3
{

/**
 * @ingroup dht-cc
 * @param time A time of ns-3.
 * @return The same for the protocol core.
 */
inline dht::Time
ToDhtTime(const Time& time)
{
    return dht::Time(time.GetNanoSeconds());
}

/**
 * @ingroup dht-cc
 * @return The present, for the protocol core.
 */
inline dht::Time
DhtPresent()
{
    return ToDhtTime(Simulator::Now());
}

} // namespace ns3

#endif // DHT_CC_DHT_PRESENT_TIME_H
