/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_COLLAPSE_ANALYSIS_H
#define DHT_COLLAPSE_ANALYSIS_H

#include "load-model.h"

/**
 * @file
 * @ingroup dht-cc
 * Congestion collapse in a symmetric overlay, as an equation in one unknown (COMSNETS09, section
 * III).
 */

namespace dht
{

/**
 * The traffic of a peer when every one of 2^l peers issues one request a second for random keys.
 *
 * A request passes l levels. Each takes a hop with probability 1/2, and a hop succeeds with
 * probability p. Equations 5 to 8 count the same requests by their hops; this way all terms are
 * positive, so that nothing cancels: not for p near 0, nor for p near 1, where the closed forms
 * (equation 9 and those after it) divide by 1 - p.
 *
 * @param links Levels l, which are a peer's links.
 * @param p Processing probability, in [0, 1].
 * @return The traffic, with a relative error of about l roundings.
 */
template <typename T>
Traffic<T>
UnitTraffic(unsigned links, const T& p)
{
    Traffic<T> traffic;
    T atSource(1); // the share of requests that have needed no hop so far
    T moved(0);    // the share that has, and is not lost
    for (unsigned level = 0; level < links; ++level)
    {
        traffic.fresh += atSource / 2;
        traffic.relay += moved / 2;
        moved = (moved + p * moved + p * atSource) / 2;
        atSource /= 2;
    }
    traffic.delivered = moved;
    return traffic;
}

/**
 * 2^l peers of one capacity, each with l links, which issue requests for random keys at one rate.
 *
 * The processing probability p = min(1, c / O(p)) is unique for each rate: O(p) is a polynomial
 * whose coefficients are not negative, so p O(p) rises from 0 to O(1). If O(1) > c, it is c at just
 * one p below 1. If not, p = 1, and for smaller p even p O(p) = c is out of reach.
 */
class CollapseAnalysis
{
  public:
    /// The greatest number of links: 2^60 peers.
    static constexpr unsigned kMostLinks = 60;

    /// What happens at one rate. Rates are in requests/s for each peer.
    struct Point
    {
        double rate;       ///< Requests that a peer issues, those for its own keys included; x.
        double processing; ///< Share of the offered load that is processed, in (0, 1]; p.
        double offered;    ///< Load that is offered to the bottleneck; O.
        Traffic<> traffic; ///< Where it comes from; its delivered part is A.
    };

    /**
     * @param links Of a peer, 1 to kMostLinks; l.
     * @param capacity Of a peer in requests/s, above 0; c.
     * @param load What requests cost.
     * @throws std::invalid_argument Something is out of its range.
     */
    CollapseAnalysis(unsigned links, double capacity, const LoadModel& load);

    /// @param rate Requests that each peer issues, in requests/s, above 0. @return What happens.
    /// @throws std::invalid_argument The rate is not above 0, or not finite.
    Point Solve(double rate) const;

    /// @return The greatest rate at which nothing is lost; x_opt, in closed form.
    double SaturationRate() const;

    /// @return The same, found by trying rates.
    double FindSaturationRate() const;

    /// @return What is still delivered when the rate grows without limit (p -> 0), in closed form:
    /// c l / (2^l - 1). The l destinations that are one hop away get their part of the capacity;
    /// the paper (section III-F) loses the factor l on the way to c / (2^l - 1).
    double OverloadedThroughput() const;

    /// @return The same, found by solving for a huge rate.
    double FindOverloadedThroughput() const;

    /// @return c / (2^l - 1), the limit as it was published.
    double PublishedOverloadedThroughput() const;

  private:
    /// @param p The processing probability. @return O / x.
    double UnitLoad(double p) const;

    unsigned m_links;  ///< l.
    double m_capacity; ///< c.
    LoadModel m_load;  ///< What requests cost.
};

} // namespace dht

#endif // DHT_COLLAPSE_ANALYSIS_H
