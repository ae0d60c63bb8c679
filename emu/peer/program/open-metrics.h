/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_EMU_OPEN_METRICS_H
#define DHT_EMU_OPEN_METRICS_H

#include "peer-summary.h"

#include <string>

/**
 * @file
 * @ingroup dht-emu
 * A peer's counters in OpenMetrics' text format.
 */

namespace dht
{

/**
 * @param peer A peer.
 * @param totals What it has counted.
 * @param state What its run has found.
 * @return The counters of the summary and what a peer is like at present, as OpenMetrics 1.0.0
 * writes them.
 */
std::string OpenMetricsText(const RealPeer& peer,
                            const RingTotals& totals,
                            const PeerRunState& state);

} // namespace dht

#endif // DHT_EMU_OPEN_METRICS_H
