/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_CHURN_OPTIONS_H
#define DHT_CC_CHURN_OPTIONS_H

#include "access-options.h"
#include "churn-parameters.h"
#include "dht-churn.h"
#include "dht-option-table.h"
#include "dht-recording-options.h"
#include "hostile-choice.h"
#include "peer-parameters.h"
#include "scheme-choice.h"
#include "store-choice.h"
#include "transport-choice.h"

#include "ns3/nstime.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup dht-cc
 * One run of the churn experiment: the network, who comes and goes, the lookups and the outputs.
 */
struct ChurnOptions : AccessOptions,
                      ChurnParameters,
                      PeerParameters,
                      SchemeChoice,
                      TransportChoice,
                      StoreChoice
{
    uint64_t peers{256};                //!< How many peers there are in all.
    double kill{0};                     //!< Peers that crash at once, in percent.
    Time killAt{Minutes(1)};            //!< When, after the measurement has begun.
    std::string traceFile;              //!< Who comes and goes, instead; empty: at random.
    std::optional<DhtChurnTrace> trace; //!< What is in that file.
    std::string hostileText;            //!< Who is hostile, as given; empty: nobody.
    HostileChoice hostile;              //!< Their kind and their share.
    double load{1};                     //!< Lookups/s of all peers together.
    uint64_t messageSize{256};          //!< Of a request's frame in bytes.
    Time warmup{Minutes(2)};            //!< From the last join to the measurement.
    Time duration{Minutes(30)};         //!< Of the measurement.
    std::string summary;                //!< Where the summary goes; empty: standard output.
    std::string series;                 //!< Where the time series goes; empty: nowhere.
    dht::RecordingOptions recording;    //!< Whether each peer is recorded, and how.
    bool quiet{false};                  //!< Show no progress.
    std::vector<std::pair<std::string, std::string>> asGiven; //!< Every option as text.

    /**
     * @return When the last peer is to have joined.
     */
    Time Joined() const;

    /**
     * @return When the measurement begins.
     */
    Time Begin() const;

    /**
     * Read the command line. --help and the like print what they print and exit with status 0.
     *
     * @param argc How many arguments.
     * @param argv The arguments.
     * @return The options.
     * @throws DhtOptionError Something is not known, not allowed, or does not go together.
     */
    static ChurnOptions Parse(int argc, char* argv[]);
};

} // namespace ns3

#endif // DHT_CC_CHURN_OPTIONS_H
