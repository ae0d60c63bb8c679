/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "collapse-study.h"

#include "access-network-helper.h"
#include "collapse-analysis.h"
#include "dht-helper.h"
#include "flow-analysis.h"

#include "ns3/double.h"

#include <algorithm>
#include <memory>
#include <numeric>

namespace ns3
{

namespace
{

using Json = nlohmann::ordered_json;

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

/// What the program collapse builds: the ways through its overlay, and the rates of its uplinks.
struct Installation
{
    dht::FlowAnalysis::Ways ways; ///< Of all requests.
    std::vector<double> rates;    ///< In bit/s, in the order of ids.
};

/// @return The uplinks' rates, in the order of the nodes.
std::vector<DataRate>
DrawUplinkRates(const CollapseAnalysisOptions& options)
{
    auto rate = CreateObject<UniformRandomVariable>();
    rate->SetAttribute("Min", DoubleValue(options.rate.first));
    rate->SetAttribute("Max", DoubleValue(options.rate.second));
    AccessNetworkHelper network;
    network.SetRate(rate);
    network.AssignStreams(AccessNetworkHelper::PROGRAM_STREAM);
    return network.DrawUplinkRates(options.overlay.peers);
}

Installation
MakeInstallation(const CollapseAnalysisOptions& options)
{
    DhtHelper ring;
    options.overlay.ConfigureOverlay(ring);
    const auto addresses = AccessNetworkHelper::MakeAddresses(options.overlay.peers);
    const auto overlay = ring.MakeOverlay(addresses);
    const auto ids = ring.MakeIds(addresses);
    const auto uplinks = DrawUplinkRates(options);
    std::vector<double> rates(ids.size());
    for (std::size_t i = 0; i < ids.size(); ++i)
    {
        rates[overlay->Peers().LastUpTo(ids[i])] = uplinks[i].GetBitRate();
    }
    return {std::make_shared<const dht::OverlayRoutes>(dht::FindRoutes(*overlay)), rates};
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
        std::make_shared<const dht::FlowAnalysis>(made.ways, capacities, charge.load);
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
