/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_COLLAPSE_ANALYSIS_OPTIONS_H
#define DHT_CC_COLLAPSE_ANALYSIS_OPTIONS_H

#include "dht-option-table.h"
#include "overlay-options.h"

#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup dht-cc
 * What the program collapse-analysis is to compute: for a given overlay, or for peers that are all
 * alike.
 */
struct CollapseAnalysisOptions
{
    std::string kind{"ideal"};                //!< Peers that are all alike, or of which overlay.
    OverlayOptions overlay;                   //!< If they are not all alike, which one it is.
    std::string model{"both"};                //!< What the bottleneck is: m1, m2, both or link.
    uint64_t links{20};                       //!< Of a peer, if peers are all alike.
    double capacity{120};                     //!< Of a peer in requests/s, in m1 and m2.
    double alpha{0.05};                       //!< Cost of an incoming request, in m1.
    DhtOptionTable::Range rate{600e3, 600e3}; //!< Of the uplinks in bit/s, in link.
    uint64_t messageSize{256};                //!< Of a request's frame in bytes, in link.
    DhtOptionTable::Range x{1, 100};          //!< Request rates in requests/s/peer.
    uint64_t points{100};                     //!< How many of them.
    std::string spacing{"log"};               //!< Their distances: log or linear.
    std::string output;                       //!< Where the table goes; empty: standard output.
    std::string summary;                      //!< Where the summary goes; empty: nowhere.
    std::vector<std::pair<std::string, std::string>> asGiven; //!< Every option as text.

    /**
     * Read the command line. --help and the like print what they print and exit with status 0.
     *
     * @param argc How many arguments.
     * @param argv The arguments.
     * @return The options.
     * @throws DhtOptionError Something is not known, not allowed, or does not go together.
     */
    static CollapseAnalysisOptions Parse(int argc, char* argv[]);

    /**
     * @return The request rates to look at, in requests/s/peer.
     */
    std::vector<double> GetRates() const;

    /// @return Whether peers are all alike.
    bool IsIdeal() const;
};

} // namespace ns3

#endif // DHT_CC_COLLAPSE_ANALYSIS_OPTIONS_H
