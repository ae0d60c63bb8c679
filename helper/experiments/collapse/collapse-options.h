/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_COLLAPSE_OPTIONS_H
#define DHT_CC_COLLAPSE_OPTIONS_H

#include "access-options.h"
#include "bulk-options.h"
#include "dht-option-table.h"
#include "dht-recording-options.h"
#include "overlay-options.h"
#include "peer-parameters.h"
#include "scheme-choice.h"
#include "store-choice.h"
#include "transport-choice.h"

#include "ns3/nstime.h"

#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup dht-cc
 * One run of the collapse experiment: the network, the ring, the workload and the outputs.
 */
struct CollapseOptions : OverlayOptions,
                         AccessOptions,
                         PeerParameters,
                         SchemeChoice,
                         TransportChoice,
                         BulkOptions,
                         StoreChoice
{
    std::string ring{"ready"};              //!< How the overlay comes about.
    Time joinTime{Seconds(30)};             //!< From the first join to the last.
    Time duration{Seconds(60)};             //!< Of the measurement.
    Time warmup{Seconds(20)};               //!< From the workload's start to the measurement.
    uint64_t messageSize{256};              //!< Of a request's frame in bytes.
    std::string acks{"direct"};             //!< How overlay-acks come back.
    double crossLoad{0};                    //!< Time spent in pauses, in percent.
    Time pause{MilliSeconds(500)};          //!< Mean length of a pause.
    DhtOptionTable::Range processing{0, 0}; //!< Of a message, in seconds; drawn by peer.
    std::string summary;                    //!< Where the summary goes; empty: standard output.
    std::string series;                     //!< Where the time series goes; empty: nowhere.
    dht::RecordingOptions recording;        //!< Whether each peer is recorded, and how.
    bool quiet{false};                      //!< Show no progress.
    std::vector<std::pair<std::string, std::string>> asGiven; //!< Every option as text.

    /// @return Whether the peers join a ring, rather than find it ready-made.
    bool IsJoining() const;

    /**
     * Read the command line. --help and the like print what they print and exit with status 0.
     *
     * @param argc How many arguments.
     * @param argv The arguments.
     * @return The options.
     * @throws DhtOptionError Something is not known, not allowed, or does not go together.
     */
    static CollapseOptions Parse(int argc, char* argv[]);
};

} // namespace ns3

#endif // DHT_CC_COLLAPSE_OPTIONS_H
