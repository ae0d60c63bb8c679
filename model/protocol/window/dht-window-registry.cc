/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-window-registry.h"

#include "dht-ruled-window.h"
#include "dht-windows.h"

#include <algorithm>
#include <iterator>

namespace dht
{

namespace
{

/// @param parameters Constants. @return The same without help, which no rule reads: each peer keeps
/// those of its windows.
Parameters
WithoutHelp(const Parameters& parameters)
{
    std::vector<Parameter> table;
    table.reserve(parameters.Table().size());
    for (const Parameter& one : parameters.Table())
    {
        table.push_back({one.name, {}, one.value, one.minimum, one.maximum});
    }
    return Parameters(std::move(table));
}

/// @param kind A kind of window. @param parameters Its constants. @return Makes its rules.
RuleMaker
MakerOf(const WindowKind& kind, const Parameters& parameters)
{
    return [make = kind.make, constants = WithoutHelp(parameters)] { return make(constants); };
}

/// @param kind A kind of window. @param parameters Its constants. @return How its windows are.
RuledWindowPlan
PlanOf(const WindowKind& kind, const Parameters& parameters)
{
    return {parameters["PacketSize"],
            parameters["MinimumWindow"],
            parameters["InitialWindow"],
            parameters["PacingFactor"],
            parameters["RecoveryGrowth"] > 0,
            {parameters["DelaySource"] > 0 ? DelaySource::kRoundTrip : DelaySource::kOneWay,
             parameters["DeductQueue"] > 0,
             static_cast<std::uint16_t>(parameters["BaseHistory"]),
             static_cast<std::uint16_t>(parameters["FilterSamples"])},
            MakerOf(kind, parameters),
            nullptr,
            0};
}

} // namespace

WindowRegistry::WindowRegistry()
    : NamedRegistry("window")
{
    // a new window of this library is one more line here
    Add(LinearWindow());
    Add(MultiplicativeWindow());
    Add(ProportionalWindow());
    Add(PlusPlusWindow());
    Add(MulTcpWindow());
    Add(RenoWindow());
    Add(FixedWindow());
}

WindowRegistry&
WindowRegistry::Get()
{
    static WindowRegistry registry;
    return registry;
}

Parameters
WindowTable(const CommonDefaults& defaults, std::vector<Parameter> own)
{
    std::vector<Parameter> table{
        {"PacketSize", "Payload of a full packet [bytes]", 1400, 100, 65000},
        {"MinimumWindow", "The least window [packets]", 2, 0.25, 1000},
        {"InitialWindow",
         "The first window [packets] (RFC 6928: 10; RFC 6817: 2)",
         defaults.initial,
         0.25,
         1e6},
        {"PacingFactor",
         "Packets leave at this times the window a round trip; 0: at once, the papers have no "
         "pacing (RFC 9002, 7.7: 1.25)",
         0,
         0,
         100},
        {"RecoveryGrowth",
         "1: acks of what left before a reduction let the window grow, too; 0: they do not (RFC "
         "9002, 7.3.2)",
         0,
         0,
         1},
        {"BaseHistory", "How long the base delay is remembered [minutes] (DTL: 13)", 13, 1, 1000},
        {"FilterSamples",
         "The least of so many delays counts (DTL: 3; LEDBAT++: 4)",
         defaults.samples,
         1,
         1000},
        {"DelaySource",
         "0: delays are one-way (DTL), 1: they are round trips (LEDBAT++)",
         defaults.isRoundTrip ? 1.0 : 0.0,
         0,
         1},
        {"DeductQueue",
         "1: where links share a window, one that begins while others send takes what they "
         "wait off its first delay; 0: it takes their queue for a part of its path",
         defaults.deducts ? 1.0 : 0.0,
         0,
         1},
    };
    std::move(own.begin(), own.end(), std::back_inserter(table));
    return Parameters(std::move(table));
}

std::unique_ptr<TransportWindow>
MakeWindow(const WindowKind& kind, const Parameters& parameters, double priority)
{
    return std::make_unique<RuledWindow>(
        std::make_shared<const RuledWindowPlan>(PlanOf(kind, parameters)),
        priority);
}

PriorityWindows
MakePriorityWindows(const WindowKind& polite,
                    const Parameters& politeParameters,
                    const WindowKind& variable,
                    const Parameters& variableParameters)
{
    RuledWindowPlan plan = PlanOf(polite, politeParameters);
    plan.variable = MakerOf(variable, variableParameters);
    plan.variableInitial = variableParameters["InitialWindow"];
    return [shared = std::make_shared<const RuledWindowPlan>(std::move(plan))](double priority) {
        return std::make_unique<RuledWindow>(shared, priority);
    };
}

} // namespace dht
