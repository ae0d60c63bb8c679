/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-scheme-registry.h"

#include "dht-schemes.h"

namespace dht
{

std::vector<Parameter>
TimeoutParameters(double minimum, double backoff)
{
    const TimeoutPolicy policy;
    return {
        {"RttGain", "Weight of the last RTT in RTTest (NCA06 2.1.2)", policy.rttGain, 0.001, 1},
        {"ErrorGain",
         "Weight of the last error in errorEst (NCA06 2.1.2)",
         policy.errorGain,
         0.001,
         1},
        {"ErrorFactor",
         "The timeout is RTTest plus this many errorEst (NCA06 2.1.2)",
         policy.errorFactor,
         0,
         1000},
        {"MinimumTimeout", "Floor of the timeout [s]; the papers have none", minimum, 0, 3600},
        {"InitialTimeout",
         "Timeout before the first RTT is known [s]; the papers are silent",
         ToSeconds(policy.initial),
         0.001,
         3600},
        {"Backoff",
         "Factor of the timeout at each retransmission of a request; 1 for none, as in the papers",
         backoff,
         1,
         10},
        {"MaximumTimeout",
         "Up to where Backoff lengthens the timeout [s] (RFC 6298, 2.5: 60 at least)",
         ToSeconds(policy.maximum),
         0,
         3600},
    };
}

TimeoutPolicy
MakeTimeoutPolicy(const Parameters& parameters)
{
    TimeoutPolicy policy;
    policy.rttGain = static_cast<float>(parameters["RttGain"]);
    policy.errorGain = static_cast<float>(parameters["ErrorGain"]);
    policy.errorFactor = static_cast<float>(parameters["ErrorFactor"]);
    policy.minimum = FromSeconds(parameters["MinimumTimeout"]);
    policy.initial = FromSeconds(parameters["InitialTimeout"]);
    policy.backoff = static_cast<float>(parameters["Backoff"]);
    policy.maximum = FromSeconds(parameters["MaximumTimeout"]);
    return policy;
}

SchemeRegistry::SchemeRegistry()
    : NamedRegistry("scheme")
{
    // a new scheme of this library is one more line here
    Add(NoneScheme());
    Add(CreditScheme());
    Add(BackPressureScheme());
    Add(MarkingScheme());
    Add(FerryScheme());
}

SchemeRegistry&
SchemeRegistry::Get()
{
    static SchemeRegistry registry;
    return registry;
}

std::unique_ptr<CongestionControl>
MakeScheme(const std::string& name, const std::vector<std::pair<std::string, double>>& constants)
{
    const Scheme& scheme = SchemeRegistry::Get().Find(name);
    return scheme.make(scheme.parameters.With(constants));
}

} // namespace dht
