/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_COORDINATES_OPTIONS_H
#define DHT_CC_COORDINATES_OPTIONS_H

#include "changing-delays.h"
#include "delay-options.h"
#include "dht-vivaldi.h"
#include "overlay-options.h"

#include <memory>
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
 * Options of a run of the program coordinates.
 */
struct CoordinatesOptions : OverlayOptions, DelayOptions
{
    dht::VivaldiOptions vivaldi; //!< How coordinates are found.
    Time interval{Seconds(0.5)}; //!< Between two round-trip times that a peer measures.
    Time duration{Seconds(200)}; //!< Of the run.
    double latecomers{0};        //!< Peers that join later, in percent.
    Time joinAt{Seconds(100)};   //!< When they do.
    double change{0};            //!< How far delays move towards others, in percent.
    Time changeAt{Seconds(100)}; //!< When they begin to.
    Time changeTakes{0};         //!< How long that takes.
    std::string summary;         //!< File for the summary.
    std::string series;          //!< File of the series, a line per second.
    bool quiet{false};           //!< Whether to show no progress.
    /// Every option as text.
    std::vector<std::pair<std::string, std::string>> asGiven;

    /// @return The delays between peers, on the way to those of another draw. @throws
    /// DhtOptionError See MakeDelays().
    std::unique_ptr<dht::ChangingDelays> MakeChangingDelays() const;

    /// @param argc Number of arguments. @param argv The arguments. @return The options. @throws
    /// DhtOptionError An option is wrong.
    static CoordinatesOptions Parse(int argc, char* argv[]);
};

} // namespace ns3

#endif // DHT_CC_COORDINATES_OPTIONS_H
