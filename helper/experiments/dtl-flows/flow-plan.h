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

/// From a time on, a flow has a priority.
struct PriorityStep
{
    Time from;       ///< Time of the step.
    double priority; ///< Priority from then on.
};

/**
 * @ingroup dht-cc
 * One flow, as --flows asks for it.
 */
struct FlowPlan
{
    /// What carries it.
    enum class Kind
    {
        kTransport, ///< The overlay's own transport.
        kTcp,       ///< TCP of ns-3.
    };

    Kind kind{Kind::kTransport};     ///< What carries it.
    bool isReverse{false};           ///< It goes from right to left.
    std::string variant;             ///< Of TCP: which congestion control.
    std::vector<PriorityStep> steps; ///< Of the transport: at least one, in order of time.
    Time start;                      ///< When it starts.
    Time stop;                       ///< When it ends.
    std::string name;                ///< As summaries call it, such as "dtl-1".

    /// @param time A time. @return The priority then; TCP has none: 1.
    double PriorityAt(Time time) const;
};

/// What --flows takes, for its help.
extern const char* const FLOWS_HELP;

/// @return What TCP's congestion controls are called in --flows.
std::vector<std::string> TcpVariantNames();

/// @param variant One of them. @return Its TypeId's name.
std::string TcpVariantType(const std::string& variant);

/**
 * @param text The value of --flows.
 * @param duration Of the run: no flow begins later, and none ends later.
 * @return The flows, in order.
 * @throws DhtOptionError It is not allowed.
 */
std::vector<FlowPlan> ParseFlows(const std::string& text, Time duration);

/// @param flows They. @param duration Of the run. @return When a flow starts or ends, or has
/// another priority, and when the run begins and ends: in order, each once.
std::vector<Time> ChangesOf(const std::vector<FlowPlan>& flows, Time duration);

} // namespace ns3

#endif // DHT_CC_FLOW_PLAN_H
