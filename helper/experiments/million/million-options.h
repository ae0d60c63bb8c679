/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_MILLION_OPTIONS_H
#define DHT_CC_MILLION_OPTIONS_H

#include "access-rates.h"
#include "churn-parameters.h"
#include "delay-options.h"
#include "dht-option-table.h"
#include "dht-recording-options.h"
#include "hostile-choice.h"
#include "load-model.h"
#include "overlay-options.h"
#include "peer-parameters.h"
#include "scheme-choice.h"
#include "transport-choice.h"

#include "ns3/nstime.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

/**
 * @file
 * @internal
 */

namespace ns3
{

/**
 * @ingroup dht-cc
 * One run of a ring of message-level peers.
 */
struct MillionOptions : OverlayOptions,
                        AccessRates,
                        ChurnParameters,
                        DelayOptions,
                        PeerParameters,
                        SchemeChoice,
                        TransportChoice
{
    std::string model{"m1"}; //!< What the bottleneck is: m1, m2 or link.
    double capacity{120};    //!< Of a peer in requests/s, in m1 and m2.
    double alpha{0.05};      //!< Cost of an incoming request, in m1.

    /// In link, the first peer's rate in bit/s, if it is not of the others' kind.
    std::optional<double> slowPeer;
    uint64_t messageSize{256};    //!< Of a request's frame in bytes, in link.
    uint64_t sendBuffer{4096};    //!< Of a link in bytes, in link.
    uint64_t receiveBuffer{8192}; //!< Of an incoming connection in bytes, in link.
    double holdRate{0}; //!< What peers take the rate of their uplink for, over it; 0: they know.
    Time duration{Seconds(5)};       //!< Of the measurement.
    Time warmup{Seconds(5)};         //!< From the start, or the last join, to the measurement.
    uint64_t uplinkBuffer{8};        //!< Requests that the uplink takes ahead of time.
    uint64_t window{48};             //!< Requests on a link that were not taken in.
    std::string hostileText;         //!< Which peers are hostile; empty: none.
    HostileChoice hostile;           //!< What hostileText says.
    uint64_t memory{0};              //!< In MiB; 0: what the machine has.
    std::string onlyOfPackets;       //!< Options that have an effect on packets only.
    std::string summary;             //!< Where the summary goes; empty: standard output.
    std::string series;              //!< Where the time series goes; empty: nowhere.
    dht::RecordingOptions recording; //!< Whether each peer is recorded, and how.
    bool quiet{false};               //!< Show no progress.
    std::vector<std::pair<std::string, std::string>> asGiven; //!< Every option as text.

    /**
     * Read the command line. --help and the like print what they print and exit with status 0.
     * Simulated time has picoseconds from then on.
     *
     * @param argc How many arguments.
     * @param argv The arguments.
     * @return The options.
     * @throws DhtOptionError Something is not known, not allowed, or does not go together.
     */
    static MillionOptions Parse(int argc, char* argv[]);

    /// @return Whether the peers are 2^l evenly spaced ones in a Chord ring, for which nothing has
    /// to be stored.
    bool IsEvenChord() const;

    /// @return Whether peers join the ring, and come and go.
    bool IsJoining() const;

    /// @return What a request costs the bottleneck.
    dht::LoadModel GetLoadModel() const;

    /// @return Mean capacity of the bottlenecks, in requests/s.
    double GetMeanCapacity() const;
};

} // namespace ns3

#endif // DHT_CC_MILLION_OPTIONS_H
