/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-workload.h"

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
    };
    return table;
}

} // namespace dht
