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
 * Options of the program collapse-analysis, for a given overlay, or for peers that are all alike.
 */
struct CollapseAnalysisOptions
{
    std::string kind{"ideal"};                //!< ideal (peers that are all alike), or an overlay.
    OverlayOptions overlay;                   //!< The overlay, unless peers are all alike.
    std::string model{"both"};                //!< The bottleneck: m1, m2, both or link.
    uint64_t links{20};                       //!< Links of a peer, if peers are all alike.
    double capacity{120};                     //!< Capacity of a peer in requests/s, in m1 and m2.
    double alpha{0.05};                       //!< Cost of an incoming request, in m1.
    DhtOptionTable::Range rate{600e3, 600e3}; //!< Rates of the uplinks in bit/s, in link.
    uint64_t messageSize{256};                //!< Length of a request's frame in bytes, in link.
    DhtOptionTable::Range x{1, 100};          //!< Request rates in requests/s/peer.
    uint64_t points{100};                     //!< Number of request rates.
    std::string spacing{"log"};               //!< Spacing of the request rates: log or linear.
    std::string output;                       //!< File of the table; empty: standard output.
    std::string summary;                      //!< File of the summary; empty: none.
    std::vector<std::pair<std::string, std::string>> asGiven; //!< Every option as text.

    /**
     * Read the command line. --help and the like print their text and exit with status 0.
     *
     * @param argc Number of arguments.
     * @param argv The arguments.
     * @return The options.
     * @throws DhtOptionError An option is unknown or not allowed, or options exclude each other.
     */
    static CollapseAnalysisOptions Parse(int argc, char* argv[]);

    /**
     * @return The request rates to analyse, in requests/s/peer.
     */
    std::vector<double> GetRates() const;

    /// @return Whether peers are all alike.
    bool IsIdeal() const;
};

} // namespace ns3

#endif // DHT_CC_COLLAPSE_ANALYSIS_OPTIONS_H
