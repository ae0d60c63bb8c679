/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "collapse-study.h"

#include "access-network-helper.h"
#include "dht-helper.h"

#include "ns3/collapse-analysis.h"
#include "ns3/double.h"
#include "ns3/flow-analysis.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>

namespace ns3
{

namespace
{

using Json = nlohmann::ordered_json;

/// The random stream of the uplinks' rates in the program collapse.
constexpr int64_t NETWORK_STREAM = 0;

/// What the bottleneck charges, by the model's name.
struct Charge
{
    std::string name;                       ///< Of the model.
    dht::LoadModel load;                    ///< What requests cost.
    std::function<double(double)> capacity; ///< In requests/s, from a rate in bit/s.
};

std::vector<Charge>
MakeCharges(const CollapseAnalysisOptions& options)
{
    if (options.model == "link")
    {
        const auto own = dht::UplinkCost::OwnSegments(options.messageSize);
        const auto full = dht::UplinkCost::FullSegments(options.messageSize);
        return {{"own-segments", own.Load(), [own](double bps) { return own.Capacity(bps); }},
                {"full-segments", full.Load(), [full](double bps) { return full.Capacity(bps); }}};
    }
    const auto capacity = [c = options.capacity](double /* bps */) { return c; };
    std::vector<Charge> charges;
    if (options.model != "m2")
    {
        charges.push_back({"m1", dht::LoadModel::Uplink(options.alpha), capacity});
    }
    if (options.model != "m1")
    {
        charges.push_back({"m2", dht::LoadModel::Processor(), capacity});
    }
    return charges;
}

CollapseStudy
StudyIdeal(const CollapseAnalysisOptions& options, const Charge& charge)
{
    const double capacity = charge.capacity(options.rate.first);
    const dht::CollapseAnalysis analysis(options.links, capacity, charge.load);
    const Json findings{
        {"capacity", capacity},
        {"incoming_cost", charge.load.incoming},
        {"delivered_cost", charge.load.delivered},
        {"x_opt",
         {{"closed_form", analysis.SaturationRate()}, {"found", analysis.FindSaturationRate()}}},
        {"overloaded",
         {{"closed_form", analysis.OverloadedThroughput()},
          {"found", analysis.FindOverloadedThroughput()},
          {"published", analysis.PublishedOverloadedThroughput()}}}};
    return {charge.name, findings, [analysis](double rate) -> CollapseStudyLine {
                const auto point = analysis.Solve(rate);
                return {rate, point.processing, point.processing, point.offered, point.traffic};
            }};
}

/// The overlay that the program collapse runs, and the rates of its uplinks.
struct Installation
{
    std::unique_ptr<dht::Overlay> overlay; ///< Who knows whom.
    std::vector<double> rates;             ///< In bit/s, in the order of ids.
};

Installation
MakeInstallation(const CollapseAnalysisOptions& options)
{
    DhtHelper ring;
    options.ConfigureOverlay(ring);
    const auto addresses = AccessNetworkHelper::MakeAddresses(options.peers);
    Installation made{ring.MakeOverlay(addresses), std::vector<double>(addresses.size())};

    auto rate = CreateObject<UniformRandomVariable>();
    rate->SetAttribute("Min", DoubleValue(options.rate.first));
    rate->SetAttribute("Max", DoubleValue(options.rate.second));
    rate->SetStream(NETWORK_STREAM);
    for (const dht::Key& id : ring.MakeIds(addresses))
    {
        made.rates[made.overlay->Peers().LastUpTo(id)] = std::round(rate->GetValue());
    }
    return made;
}

double
Mean(const std::vector<double>& values)
{
    return std::accumulate(values.begin(), values.end(), 0.0) / values.size();
}

/// @param values Some, by peer. @return The least, the mean and the greatest.
Json
Spread(const std::vector<double>& values)
{
    const auto [least, most] = std::minmax_element(values.begin(), values.end());
    return {{"min", *least}, {"mean", Mean(values)}, {"max", *most}};
}

CollapseStudy
StudyFlows(const Installation& made, const Charge& charge)
{
    std::vector<double> capacities(made.rates.size());
    std::transform(made.rates.begin(), made.rates.end(), capacities.begin(), charge.capacity);
    const auto analysis =
        std::make_shared<dht::FlowAnalysis>(*made.overlay, capacities, charge.load);
    const auto point = analysis->Solve(analysis->SaturationRate());
    std::vector<double> relayed;
    for (const auto& traffic : point.traffic)
    {
        relayed.push_back(traffic.relay / point.rate);
    }
    const Json findings{{"capacity", Spread(capacities)},
                        {"incoming_cost", charge.load.incoming},
                        {"delivered_cost", charge.load.delivered},
                        {"x_opt", analysis->SaturationRate()},
                        {"bottlenecks", analysis->Bottlenecks()},
                        {"hops_mean", point.Mean().Out() / point.rate},
                        {"relayed_per_issued", Spread(relayed)}};
    return {charge.name, findings, [analysis](double rate) -> CollapseStudyLine {
                const auto at = analysis->Solve(rate);
                return {rate,
                        Mean(at.processing),
                        *std::min_element(at.processing.begin(), at.processing.end()),
                        Mean(at.offered),
                        at.Mean()};
            }};
}

} // namespace

std::vector<CollapseStudy>
MakeCollapseStudies(const CollapseAnalysisOptions& options)
{
    std::vector<CollapseStudy> studies;
    const bool ideal = options.IsIdeal();
    const auto made = ideal ? Installation{} : MakeInstallation(options);
    for (const Charge& charge : MakeCharges(options))
    {
        studies.push_back(ideal ? StudyIdeal(options, charge) : StudyFlows(made, charge));
    }
    return studies;
}

} // namespace ns3
