/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_GREEDY_SCHEME_H
#define DHT_GREEDY_SCHEME_H

#include "dht-behaviour.h"
#include "dht-congestion-control.h"

#include <memory>

/**
 * @file
 * @ingroup dht-protocol
 * A scheme that its peer does not obey.
 */

namespace dht
{

/**
 * The scheme of a peer of some behaviour. A greedy one treats the requests of others as the scheme
 * says, but issues its own as long as its links take them, and neither waits for answers nor asks
 * again. An alarmist and a silent one say too much or nothing of congestion.
 *
 * @param behaviour How the peer behaves.
 * @param scheme What it would obey as an honest one.
 * @return What it does.
 */
std::unique_ptr<CongestionControl> SchemeUnder(Behaviour behaviour,
                                               std::unique_ptr<CongestionControl> scheme);

} // namespace dht

#endif // DHT_GREEDY_SCHEME_H
