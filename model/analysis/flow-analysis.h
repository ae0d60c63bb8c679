/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_FLOW_ANALYSIS_H
#define DHT_FLOW_ANALYSIS_H

#include "load-model.h"
#include "overlay-routes.h"

#include <memory>
#include <vector>

/**
 * @file
 * @ingroup dht-cc
 * Congestion collapse in a given overlay: the equations of COMSNETS09, section III, with every flow
 * on its own way, and a processing probability and a capacity for every peer.
 */

namespace dht
{

/**
 * The flows in an overlay whose peers issue requests for random keys, all at one rate.
 *
 * Peer i processes the share p_i = min(1, c_i / O_i) of what is offered to it, where O_i depends on
 * the p of all peers before it on the requests' ways. There is such a p, as this maps the
 * continuous cube [0, 1]^n into itself; that there is only one is not proved but for peers that are
 * all alike (CollapseAnalysis). As in the paper, a request is lost on its way out of a peer; at its
 * destination it is a load, but is not lost.
 *
 * A request that goes in circles ends where the hop limit ends it; there, it is no load.
 */
class FlowAnalysis
{
  public:
    /// What happens at one rate. Rates are in requests/s.
    struct Point
    {
        double rate;                    ///< Requests that each peer issues; x.
        std::vector<double> processing; ///< By peer: the share of its load that it processes; p_i.
        std::vector<double> offered;    ///< By peer: load that is offered to its bottleneck; O_i.
        std::vector<Traffic<>> traffic; ///< By peer: where it comes from.
        unsigned rounds;                ///< Of approximation that it took.

        /// @return The traffic of a peer, on average. Its delivered part is A.
        Traffic<> Mean() const;
    };

    /// The ways of all requests: several analyses of one overlay may share them.
    using Ways = std::shared_ptr<const OverlayRoutes>;

    /**
     * @param ways The ways through the overlay.
     * @param capacities Of the peers in requests/s, in the order of ids, each above 0; c_i.
     * @param load What requests cost.
     * @throws std::invalid_argument Something is out of its range.
     */
    FlowAnalysis(Ways ways, std::vector<double> capacities, const LoadModel& load);

    /**
     * @param rate Requests that each peer issues, in requests/s, above 0.
     * @return What happens.
     * @throws std::invalid_argument The rate is not above 0, or not finite.
     * @throws std::runtime_error The approximation does not converge.
     */
    Point Solve(double rate) const;

    /// @return The greatest rate at which no peer loses anything, in requests/s; x_opt.
    double SaturationRate() const;

    /// @return The peers that are overloaded first.
    std::vector<std::size_t> Bottlenecks() const;

  private:
    /// @param p By peer. @return The traffic of each peer, for x = 1.
    std::vector<Traffic<>> UnitTraffic(const std::vector<double>& p) const;
    /// @param point Of a rate and the processing probabilities: what is offered is filled in.
    void Offer(Point& point) const;

    Ways m_ways;                      ///< Of all requests.
    std::vector<double> m_capacities; ///< By peer.
    LoadModel m_load;                 ///< What requests cost.
    std::vector<double> m_saturation; ///< By peer: the rate above which it is overloaded.
};

} // namespace dht

#endif // DHT_FLOW_ANALYSIS_H
