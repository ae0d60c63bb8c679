/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_FLOW_PLAN_H
#define DHT_CC_FLOW_PLAN_H

#include "ns3/nstime.h"

#include <string>
#include <vector>

/**
 * @file
 * @internal
 */

namespace ns3
{

/// A change of a flow's priority.
struct PriorityStep
{
    Time from;          ///< Time of the step.
    double priority;    ///< Priority from then on.
    bool isWish{false}; ///< Whether the sink wishes for it, or the source chooses it.
};

/**
 * @ingroup dht-cc
 * One flow of the option --flows.
 */
struct FlowPlan
{
    /// Transport of a flow.
    enum class Kind
    {
        kTransport, ///< The overlay's own transport.
        kTcp,       ///< TCP of ns-3.
    };

    Kind kind{Kind::kTransport};     ///< Transport of the flow.
    bool isReverse{false};           ///< Whether it goes from right to left.
    std::string variant;             ///< For TCP: its congestion control.
    std::vector<PriorityStep> steps; ///< For the transport: at least one, in order of time.
    Time start;                      ///< When it starts.
    Time stop;                       ///< When it ends.
    std::string name;                ///< Its name in summaries, such as "dtl-1".

    /// @param time A time. @return The priority then; 1 for TCP, which has none.
    double PriorityAt(Time time) const;
};

/// The help of --flows.
extern const char* const FLOWS_HELP;

/// @return The names of TCP's congestion controls in --flows.
std::vector<std::string> TcpVariantNames();

/// @param variant The name of a congestion control. @return Its TypeId's name.
std::string TcpVariantType(const std::string& variant);

/**
 * @param text The value of --flows.
 * @param duration Length of the run: no flow begins or ends later.
 * @return The flows, in order.
 * @throws DhtOptionError The value is not allowed.
 */
std::vector<FlowPlan> ParseFlows(const std::string& text, Time duration);

/// @param flows The flows. @param duration Length of the run. @return The times at which a flow
/// starts, ends or changes its priority, and at which the run begins and ends: in order, each once.
std::vector<Time> ChangesOf(const std::vector<FlowPlan>& flows, Time duration);

} // namespace ns3

#endif // DHT_CC_FLOW_PLAN_H
