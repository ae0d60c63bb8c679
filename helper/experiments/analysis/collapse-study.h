/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_COLLAPSE_STUDY_H
#define DHT_CC_COLLAPSE_STUDY_H

#include "collapse-analysis-options.h"
#include "load-model.h"

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup dht-cc
 * Results at one request rate. Rates are in requests/s, and means over all peers.
 */
struct CollapseStudyLine
{
    double rate;            //!< Requests that a peer issues; x.
    double processing;      //!< Share of the load that is processed; p.
    double leastProcessing; //!< The same share at the peer that loses most.
    double offered;         //!< Load on the bottleneck; O.
    dht::Traffic<> traffic; //!< The components of the load.
};

/**
 * @ingroup dht-cc
 * The analysis of one kind of bottleneck.
 */
struct CollapseStudy
{
    std::string name;                              //!< Name of the model.
    nlohmann::ordered_json findings;               //!< Results that do not depend on the rate.
    std::function<CollapseStudyLine(double)> look; //!< Analyses a rate in requests/s.
};

/**
 * @ingroup dht-cc
 * @param options The program's options.
 * @return A study of each bottleneck that was asked for.
 */
std::vector<CollapseStudy> MakeCollapseStudies(const CollapseAnalysisOptions& options);

} // namespace ns3

#endif // DHT_CC_COLLAPSE_STUDY_H
