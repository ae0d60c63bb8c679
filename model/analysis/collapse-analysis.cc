/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "collapse-analysis.h"

#include <algorithm>
#include <boost/math/tools/roots.hpp>
#include <boost/math/tools/toms748_solve.hpp>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace dht
{

namespace
{

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

/// @return Whether a number is finite and not negative.
bool
IsCost(double number)
{
    return number >= 0 && std::isfinite(number);
}

/// Two numbers are near enough to each other when they differ by four roundings or less.
using Near = boost::math::tools::eps_tolerance<double>;

} // namespace

CollapseAnalysis::CollapseAnalysis(unsigned links, double capacity, const LoadModel& load)
    : m_links(links),
      m_capacity(capacity),
      m_load(load)
{
    if (links < 1 || links > kMostLinks)
    {
        throw std::invalid_argument("a peer must have 1 to 60 links");
    }
    if (!(capacity > 0) || !std::isfinite(capacity))
    {
        throw std::invalid_argument("a capacity must be above 0");
    }
    if (!IsCost(load.incoming) || !IsCost(load.delivered))
    {
        throw std::invalid_argument("the cost of a request must be 0 or more");
    }
}

double
CollapseAnalysis::UnitLoad(double p) const
{
    return m_load.Offered(UnitTraffic(m_links, p));
}

CollapseAnalysis::Point
CollapseAnalysis::Solve(double rate) const
{
    if (!(rate > 0) || !std::isfinite(rate))
    {
        throw std::invalid_argument("a request rate must be above 0");
    }
    const double share = m_capacity / rate;
    double p = 1;
    if (UnitLoad(1) > share)
    {
        // O(p) is between O(0) and O(1), so p is between c / O(1) and c / O(0); a little more room
        // is for their roundings
        const double low = share / UnitLoad(1) * (1 - 64 * kEpsilon);
        const double high = std::min(1.0, share / UnitLoad(0) * (1 + 64 * kEpsilon));
        const auto excess = [&](double q) { return q * UnitLoad(q) / share - 1; };
        std::uintmax_t tries = 200;
        p = boost::math::tools::toms748_solve(excess, low, high, Near(), tries).second;
    }
    Traffic<> traffic = UnitTraffic(m_links, p);
    traffic = {rate * traffic.fresh, rate * traffic.relay, rate * traffic.delivered};
    return {rate, p, m_load.Offered(traffic), traffic};
}

double
CollapseAnalysis::SaturationRate() const
{
    // for p = 1: l / 2 hops go out and come in, and all but 2^-l of the requests are delivered
    const double hops = m_links / 2.0;
    const double delivered = 1 - std::ldexp(1.0, -static_cast<int>(m_links));
    return m_capacity / ((1 + m_load.incoming) * hops + m_load.delivered * delivered);
}

double
CollapseAnalysis::FindSaturationRate() const
{
    const auto lost = [this](double rate) { return Solve(rate).processing < 1 ? 1.0 : -1.0; };
    double high = m_capacity;
    while (lost(high) < 0)
    {
        high *= 2;
    }
    double low = high / 2;
    while (lost(low) > 0)
    {
        low /= 2;
    }
    std::uintmax_t tries = 200;
    return boost::math::tools::bisect(lost, low, high, Near(), tries).first;
}

double
CollapseAnalysis::OverloadedThroughput() const
{
    return m_links * PublishedOverloadedThroughput();
}

double
CollapseAnalysis::FindOverloadedThroughput() const
{
    // p is about 1e-20 then: 1 + p is 1, and only what the first hops deliver is left
    return Solve(1e20 * m_capacity).traffic.delivered;
}

double
CollapseAnalysis::PublishedOverloadedThroughput() const
{
    return m_capacity / (std::ldexp(1.0, static_cast<int>(m_links)) - 1);
}

} // namespace dht
