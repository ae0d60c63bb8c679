/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-workload.h"

#include <algorithm>

namespace dht
{

namespace
{

/// @return The number of requests, where users write 0 for no limit.
ParameterOf<WorkloadOptions>
RequestsParameter()
{
    return {{"Requests",
             "Requests that a peer makes, 0 for no limit",
             std::uint64_t{0},
             WorkloadOptions::kNoLimit - 1,
             {}},
            [](const WorkloadOptions& options) -> ParameterValue {
                return options.IsLimited() ? options.requests : 0;
            },
            [](WorkloadOptions& options, const ParameterValue& value) {
                const auto requests = std::get<std::uint64_t>(value);
                options.requests = requests > 0 ? requests : WorkloadOptions::kNoLimit;
            }};
}

} // namespace

double
WorkloadOptions::MostLoad() const
{
    return surgeTime > Time(0) ? load * std::max(surge, 1.0) : load;
}

bool
WorkloadOptions::IsLimited() const
{
    return requests != kNoLimit;
}

const std::vector<ParameterOf<WorkloadOptions>>&
WorkloadOptions::Table()
{
    static const std::vector<ParameterOf<WorkloadOptions>> table{
        {"Load",
         "Offered load [requests/s/peer], 0 for as much as the scheme admits",
         &WorkloadOptions::load,
         0,
         1e6},
        {"Arrivals",
         "The gaps between the requests of a load: exponential or equal",
         &WorkloadOptions::arrivals,
         {"poisson", "constant"}},
        RequestsParameter(),
        {"Surge",
         "Times --load that is offered while it surges, as when all clients of a ring come back at "
         "once",
         &WorkloadOptions::surge,
         0,
         1e6},
        {"SurgeStart",
         "From the start of the requests to the surge",
         &WorkloadOptions::surgeStart,
         Time(0),
         kNever},
        {"SurgeTime", "Length of the surge", &WorkloadOptions::surgeTime, Time(0), kNever},
        {"Hot",
         "Requests that are for one key, in the middle of the ring [percent]",
         &WorkloadOptions::hot,
         0,
         100},
        {"Zipf",
         "Popularity of keys: the r-th most popular one gets requests in proportion to r^-zipf; 0: "
         "keys are uniform",
         &WorkloadOptions::zipf,
         0,
         10},
        {"ZipfKeys",
         "With --zipf, number of keys, the same for all peers and runs",
         &WorkloadOptions::zipfKeys,
         1,
         std::uint64_t{1} << 40},
    };
    return table;
}

} // namespace dht
