/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "flow-analysis.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace dht
{

namespace
{

/// The greatest relative error of a processing probability.
constexpr double kTolerance = 1e-12;
constexpr unsigned kMostRounds = 1000;

double
Dot(const std::vector<double>& a, const std::vector<double>& b)
{
    return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

/**
 * How far to go towards what the loads demand. To go all the way would overshoot: with more
 * processed here, more is offered there. The last step tells by how much: this is the factor with
 * which it would have left the least error (Barzilai and Borwein, 1988).
 */
class StepLength
{
  public:
    /// @param hopLimit A load is a sum of products of fewer than so many p, so that the inverse of
    /// this never overshoots.
    explicit StepLength(unsigned hopLimit)
        : m_least(1.0 / hopLimit)
    {
    }

    /// @param error Of the logarithms of p, as demanded now. @return The factor, in (0, 1].
    double Next(const std::vector<double>& error)
    {
        if (!m_last.empty())
        {
            std::vector<double> change(error.size());
            std::transform(error.begin(),
                           error.end(),
                           m_last.begin(),
                           change.begin(),
                           std::minus<>());
            const double square = Dot(change, change);
            const double factor = square > 0 ? -m_factor * Dot(m_last, change) / square : 1;
            m_factor = std::clamp(factor, m_least, 1.0);
        }
        m_last = error;
        return m_factor;
    }

  private:
    double m_least;             ///< The least factor.
    double m_factor{0.5};       ///< Of the last step.
    std::vector<double> m_last; ///< The error before it.
};

} // namespace

Traffic<>
FlowAnalysis::Point::Mean() const
{
    Traffic<> mean;
    for (const Traffic<>& peer : traffic)
    {
        mean.fresh += peer.fresh / traffic.size();
        mean.relay += peer.relay / traffic.size();
        mean.delivered += peer.delivered / traffic.size();
    }
    return mean;
}

FlowAnalysis::FlowAnalysis(Ways ways, std::vector<double> capacities, const LoadModel& load)
    : m_ways(std::move(ways)),
      m_capacities(std::move(capacities)),
      m_load(load)
{
    const auto isCapacity = [](double c) { return c > 0 && std::isfinite(c); };
    const std::size_t size = m_ways->to.size();
    if (m_capacities.size() != size ||
        !std::all_of(m_capacities.begin(), m_capacities.end(), isCapacity))
    {
        throw std::invalid_argument("each peer needs a capacity above 0");
    }
    Point point{1, std::vector<double>(size, 1), {}, {}, 0};
    Offer(point);
    for (std::size_t peer = 0; peer < size; ++peer)
    {
        m_saturation.push_back(m_capacities[peer] / point.offered[peer]);
    }
}

std::vector<Traffic<>>
FlowAnalysis::UnitTraffic(const std::vector<double>& p) const
{
    std::vector<Traffic<>> traffic(p.size());
    std::vector<double> incoming(p.size());
    for (std::size_t destination = 0; destination < p.size(); ++destination)
    {
        const RoutesTo& routes = m_ways->to[destination];
        std::fill(incoming.begin(), incoming.end(), 0);
        for (const RoutesTo::Hop hop : routes.hops)
        {
            // whoever is farther has forwarded already
            incoming[hop.to] += p[hop.from] * (routes.share + incoming[hop.from]);
        }
        traffic[destination].delivered = std::exchange(incoming[destination], 0);
        traffic[destination].fresh = 1 - routes.share;
        for (std::size_t peer = 0; peer < p.size(); ++peer)
        {
            traffic[peer].relay += incoming[peer];
        }
        for (RoutesTo::Peer peer : routes.strays)
        {
            double left = routes.share;
            for (unsigned hop = 1; hop < m_ways->hopLimit; ++hop)
            {
                left *= p[peer];
                peer = routes.next[peer];
                traffic[peer].relay += left;
            }
        }
    }
    return traffic;
}

void
FlowAnalysis::Offer(Point& point) const
{
    point.traffic = UnitTraffic(point.processing);
    point.offered.clear();
    for (Traffic<>& peer : point.traffic)
    {
        peer = {point.rate * peer.fresh, point.rate * peer.relay, point.rate * peer.delivered};
        point.offered.push_back(m_load.Offered(peer));
    }
}

FlowAnalysis::Point
FlowAnalysis::Solve(double rate) const
{
    if (!(rate > 0) || !std::isfinite(rate))
    {
        throw std::invalid_argument("a request rate must be above 0");
    }
    const std::size_t size = m_capacities.size();
    Point point{rate, std::vector<double>(size, 1), {}, {}, 0};
    std::vector<double> logarithms(size, 0);
    std::vector<double> error(size);
    StepLength step(m_ways->hopLimit);
    while (point.rounds < kMostRounds)
    {
        ++point.rounds;
        Offer(point);
        double worst = 0;
        for (std::size_t i = 0; i < size; ++i)
        {
            const double demanded = std::log(std::min(1.0, m_capacities[i] / point.offered[i]));
            error[i] = demanded - logarithms[i];
            worst = std::max(worst, std::abs(error[i]));
        }
        if (worst <= kTolerance)
        {
            return point;
        }
        const double factor = step.Next(error);
        for (std::size_t i = 0; i < size; ++i)
        {
            logarithms[i] += factor * error[i];
            point.processing[i] = std::exp(logarithms[i]);
        }
    }
    throw std::runtime_error("the flows cannot be approximated: the loads do not settle");
}

double
FlowAnalysis::SaturationRate() const
{
    return *std::min_element(m_saturation.begin(), m_saturation.end());
}

std::vector<std::size_t>
FlowAnalysis::Bottlenecks() const
{
    std::vector<std::size_t> first;
    for (std::size_t peer = 0; peer < m_saturation.size(); ++peer)
    {
        if (m_saturation[peer] <= SaturationRate() * (1 + 1e-9))
        {
            first.push_back(peer);
        }
    }
    return first;
}

} // namespace dht
