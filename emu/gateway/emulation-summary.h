/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_EMULATION_SUMMARY_H
#define DHT_CC_EMULATION_SUMMARY_H

#include "emulated-network.h"
#include "emulation-options.h"
#include "realtime-loop.h"
#include "simulated-peers.h"

#include <ostream>

namespace ns3
{

/**
 * @ingroup dht-cc
 * @param options What was asked for.
 * @param loop The clock.
 * @return Whether the simulation was in time: the lag's 99th percentile is not above its limit.
 */
bool IsValid(const EmulationOptions& options, const RealtimeLoop& loop);

/**
 * @ingroup dht-cc
 * An emulation that has run.
 */
struct EmulationParts
{
    const EmulatedNetwork& network; //!< The links.
    const SimulatedPeers& peers;    //!< The simulated peers.
    const RealtimeLoop& loop;       //!< The clock.
    double wall;                    //!< What it took, in seconds of real time.
};

/**
 * @ingroup dht-cc
 * Write how an emulation was made and what came out of it, as JSON. To be called while the
 * simulation still exists.
 *
 * @param out Where to write.
 * @param options What was asked for.
 * @param parts What has run.
 */
void WriteEmulationSummary(std::ostream& out,
                           const EmulationOptions& options,
                           const EmulationParts& parts);

} // namespace ns3

#endif // DHT_CC_EMULATION_SUMMARY_H
