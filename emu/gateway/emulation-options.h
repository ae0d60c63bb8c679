/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_EMULATION_OPTIONS_H
#define DHT_CC_EMULATION_OPTIONS_H

#include "access-options.h"
#include "dht-endpoint.h"
#include "dht-option-table.h"
#include "dht-recording-options.h"
#include "peer-parameters.h"
#include "scheme-choice.h"

#include "ns3/ipv4-address.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup dht-cc
 * One run of an emulated access network: its peers, its links, its outputs.
 */
struct EmulationOptions : AccessOptions, PeerParameters, SchemeChoice
{
    uint64_t real{0};      //!< Peers that are processes.
    uint64_t simulated{0}; //!< Peers that are simulated.
    uint64_t guests{0};    //!< Further processes, who are no peers.

    std::string network{"10.0.0.0/16"}; //!< The peers' addresses and its length.
    std::string namespaces{"dht"};      //!< What their names begin with.
    std::string tap{"access"};          //!< Name of the tap in each.

    uint64_t messageSize{256}; //!< Of their requests' frames in bytes.
    uint64_t port{7000};       //!< Theirs, TCP and UDP.
    std::string join;          //!< A peer of the ring they join; empty: a ring of their own.
    Time joinInterval{MilliSeconds(200)}; //!< From one's start to the next one's.
    double startAt{0};                    //!< When their workloads start, in Unix time; 0: early.
    Time warmup{Seconds(20)};             //!< From their workloads' start to the measurement.

    Time duration{Seconds(0)};       //!< Of the measurement; 0: until a signal.
    Time linger{Seconds(0)};         //!< How long to go on after the measurement.
    Time lagLimit{MilliSeconds(10)}; //!< Of the lag's 99th percentile.
    bool fifo{false};                //!< Before all other processes.
    std::string summary;             //!< Where the summary goes; empty: standard output.
    std::string series;              //!< Where the time series goes; empty: nowhere.
    dht::RecordingOptions recording; //!< Whether each simulated peer is recorded, and how.
    bool quiet{false};               //!< Show no progress.
    std::vector<std::pair<std::string, std::string>> asGiven; //!< Every option as text.

    /**
     * Read the command line. --help and the like print what they print and exit with status 0.
     *
     * @param argc How many arguments.
     * @param argv The arguments.
     * @return The options.
     * @throws DhtOptionError Something is not known, not allowed, or does not go together.
     */
    static EmulationOptions Parse(int argc, char* argv[]);

    /**
     * @return How many access links there are: of the real peers, the simulated ones, the guests.
     */
    uint64_t GetLinks() const;

    /**
     * @param link An access link.
     * @return Whether it is that of a simulated peer.
     */
    bool IsSimulated(uint64_t link) const;

    /**
     * @param link An access link.
     * @return Its address.
     */
    Ipv4Address AddressOf(uint64_t link) const;

    /**
     * @return The peer of the ring that simulated peers join; nothing if it is theirs.
     */
    std::optional<dht::Endpoint> GetJoin() const;

    /**
     * @return The network's mask.
     */
    Ipv4Mask GetMask() const;
};

} // namespace ns3

#endif // DHT_CC_EMULATION_OPTIONS_H
