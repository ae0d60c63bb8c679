/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-workload-registry.h"

#include "dht-random-workload.h"

namespace dht
{

WorkloadRegistry::WorkloadRegistry()
    : NamedRegistry("workload")
{
    Add({kRandom,
         "requests for random keys, one by one",
         Parameters({}),
         [](const Parameters& /* none */,
            const WorkloadOptions& options,
            Random& gaps,
            Random& keys) -> std::unique_ptr<Workload> {
             return std::make_unique<RandomWorkload>(options, gaps, keys);
         }});
}

WorkloadRegistry&
WorkloadRegistry::Get()
{
    static WorkloadRegistry registry;
    return registry;
}

std::unique_ptr<Workload>
MakeWorkload(const std::string& name,
             const std::vector<std::pair<std::string, double>>& constants,
             const WorkloadOptions& options,
             Random& gaps,
             Random& keys)
{
    const WorkloadKind& kind = WorkloadRegistry::Get().Find(name);
    return kind.make(kind.parameters.With(constants), options, gaps, keys);
}

} // namespace dht
