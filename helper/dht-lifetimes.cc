/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-lifetimes.h"

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/special_functions/gamma.hpp>
#include <boost/math/tools/roots.hpp>
#include <cmath>
#include <cstdint>

namespace ns3
{

namespace
{

/// The longest time that is drawn, in seconds: thousand years, of which ns-3's time has room.
constexpr double LONGEST = 3.15e9;

/// @param z A number of standard deviations. @return The share of a normal distribution above.
double
NormalAbove(double z)
{
    return std::erfc(z / std::sqrt(2)) / 2;
}

/**
 * Of residual times of a log-normal distribution, those longer than x are E(max(X - x, 0)) / E(X).
 *
 * @param share Their share.
 * @param sigma Standard deviation of the logarithm.
 * @return The standard deviations of ln(x) from the mean of the logarithm.
 */
double
LogNormalRest(double share, double sigma)
{
    const auto excess = [&](double z) {
        return NormalAbove(z - sigma) - std::exp(sigma * z - sigma * sigma / 2) * NormalAbove(z) -
               share;
    };
    std::uintmax_t steps = 200;
    const auto [low, high] =
        boost::math::tools::toms748_solve(excess,
                                          -40 - 40 / sigma,
                                          40 + sigma,
                                          boost::math::tools::eps_tolerance<double>(50),
                                          steps);
    return (low + high) / 2;
}

} // namespace

const std::vector<std::string>&
DhtLifetimes::Names()
{
    static const std::vector<std::string> names{"exponential", "pareto", "weibull", "lognormal"};
    return names;
}

double
DhtLifetimes::Exceeded(double share) const
{
    const double seconds = mean.GetSeconds();
    switch (distribution)
    {
    case PARETO:
        return seconds * (shape - 1) / shape / std::pow(share, 1 / shape);
    case WEIBULL:
        return seconds / std::tgamma(1 + 1 / shape) * std::pow(-std::log(share), 1 / shape);
    case LOGNORMAL:
        return share < 1
                   ? seconds * std::exp(shape * (boost::math::quantile(
                                                     complement(boost::math::normal(), share)) -
                                                 shape / 2))
                   : 0;
    case EXPONENTIAL:
        break;
    }
    return -std::log(share) * seconds;
}

double
DhtLifetimes::RestExceeded(double share) const
{
    const double seconds = mean.GetSeconds();
    switch (distribution)
    {
    case PARETO: {
        // the more is left, the fewer are that long: P(rest > x) = 1/mean * integral of
        // P(all > y), y > x
        if (share >= 1 / shape)
        {
            return seconds * (1 - share);
        }
        const double scale = seconds * (shape - 1) / shape;
        return scale / std::pow(shape * share, 1 / (shape - 1));
    }
    case WEIBULL:
        return seconds / std::tgamma(1 + 1 / shape) *
               std::pow(boost::math::gamma_q_inv(1 / shape, share), 1 / shape);
    case LOGNORMAL:
        return share < 1 ? seconds * std::exp(shape * (LogNormalRest(share, shape) - shape / 2))
                         : 0;
    case EXPONENTIAL:
        break;
    }
    return Exceeded(share);
}

Time
DhtLifetimes::Draw(UniformRandomVariable& random) const
{
    // never 0, so that it has a logarithm
    return Seconds(std::min(Exceeded(1 - random.GetValue(0, 1)), LONGEST));
}

Time
DhtLifetimes::DrawRest(UniformRandomVariable& random) const
{
    return Seconds(std::min(RestExceeded(1 - random.GetValue(0, 1)), LONGEST));
}

} // namespace ns3
