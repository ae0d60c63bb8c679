/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_DHT_LIFETIMES_H
#define DHT_CC_DHT_LIFETIMES_H

#include "ns3/nstime.h"
#include "ns3/random-variable-stream.h"

#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup dht-cc
 * The distribution of stays or downtimes: exponential; Pareto, with which most are short and some
 * very long; Weibull, which fits peers of file sharing with a shape around 0.5 (Steiner, En-Najjar,
 * Biersack, IMC 2007); or log-normal.
 */
struct DhtLifetimes
{
    /// Kinds of distributions.
    enum Distribution
    {
        EXPONENTIAL, //!< Without memory.
        PARETO,      //!< With a heavy tail.
        WEIBULL,     //!< The longer a peer stays, the longer it will, if the shape is below 1.
        LOGNORMAL,   //!< The logarithm is normally distributed.
    };

    Distribution distribution{EXPONENTIAL}; //!< Kind of distribution.
    Time mean{Hours(1)};                    //!< Its mean.
    /// Pareto: above 1, a smaller one has a heavier tail; Weibull: above 0, likewise; log-normal:
    /// standard deviation of the natural logarithm, above 0.
    double shape{2};

    /// @return The names of the distributions, by number.
    static const std::vector<std::string>& Names();

    /// @param random Uniform in [0, 1). @return A time, drawn with one number.
    Time Draw(UniformRandomVariable& random) const;

    /// @param random Uniform in [0, 1). @return The residual time in steady state, drawn with one
    /// number.
    Time DrawRest(UniformRandomVariable& random) const;

    /// @param share Of times that are longer, in (0, 1]. @return The time, in seconds.
    double Exceeded(double share) const;

    /// @param share Of residual times that are longer, in (0, 1]. @return The time, in seconds.
    double RestExceeded(double share) const;
};

} // namespace ns3

#endif // DHT_CC_DHT_LIFETIMES_H
