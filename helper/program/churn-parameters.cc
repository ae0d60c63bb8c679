/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "churn-parameters.h"

#include "dht-option-values.h"

#include <utility>

namespace ns3
{

namespace
{

/// Refuse shapes with which a distribution has no mean, or none that draws come close to. @param
/// lifetimes The distribution.
void
CheckShape(const DhtLifetimes& lifetimes)
{
    // by distribution; the exponential one has none
    const std::vector<std::pair<double, double>> allowed{{0, 100},
                                                         {1.05, 100},
                                                         {0.1, 100},
                                                         {0.01, 5}};
    const auto& [least, most] = allowed.at(lifetimes.distribution);
    if (lifetimes.shape < least || lifetimes.shape > most)
    {
        throw DhtOptionError(
            "shape",
            dht::NumberToText(lifetimes.shape),
            "allowed with --distribution=" + DhtLifetimes::Names().at(lifetimes.distribution) +
                " is " + dht::NumberToText(least) + " to " + dht::NumberToText(most));
    }
}

} // namespace

const std::vector<std::string>&
ChurnParameters::DependentNames()
{
    static const std::vector<std::string> names{"downtime",
                                                "distribution",
                                                "shape",
                                                "crashes",
                                                "join-time"};
    return names;
}

void
ChurnParameters::DefineSessions(DhtOptionTable& table, Time least, const std::string& more)
{
    table.AddTime("session", "Mean time that a peer stays" + more, sessions.mean, least);
    table.AddTime("downtime", "Mean time that it is away", downtimes.mean, MilliSeconds(1));
    table.AddChoice("distribution",
                    "Distribution of these times",
                    distribution,
                    DhtLifetimes::Names());
    table.AddNumber("shape",
                    "Shape of the distribution; pareto: 1.05 to 100, the closer to 1, the heavier "
                    "its tail; weibull: 0.1 to 100, 1 is exponential, a smaller one has a heavier "
                    "tail; lognormal: 0.01 to 5, standard deviation of the natural logarithm",
                    sessions.shape,
                    0.01,
                    100);
    table.AddNumber("crashes",
                    "Sessions that end in a crash; the others end with a word to the neighbours "
                    "[percent]",
                    crashes,
                    0,
                    100);
}

void
ChurnParameters::DefineJoinTime(DhtOptionTable& table)
{
    table.AddTime("join-time",
                  "From the first join to the last, in equal steps",
                  joinTime,
                  Time(0));
}

void
ChurnParameters::FinishSessions()
{
    for (DhtLifetimes* const lifetimes : {&sessions, &downtimes})
    {
        lifetimes->distribution = static_cast<DhtLifetimes::Distribution>(
            dht::ParseChoice("distribution", distribution, DhtLifetimes::Names()));
        lifetimes->shape = sessions.shape;
        CheckShape(*lifetimes);
    }
}

} // namespace ns3
