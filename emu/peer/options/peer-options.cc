/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "peer-options.h"

#include "dht-option-checks.h"
#include "dht-scheme-registry.h"
#include "peer-option-checks.h"

namespace dht
{

std::unique_ptr<CongestionControl>
PeerProgramOptions::MakeScheme() const
{
    const Scheme& found = SchemeRegistry::Get().Find(scheme);
    Parameters values = found.parameters;
    for (const auto& [name, value] : parameters)
    {
        values.Set(name, value);
    }
    return found.make(values);
}

WorkloadOptions
PeerProgramOptions::MakeWorkload(Time start) const
{
    WorkloadOptions options = workload;
    options.start = start;
    options.payloadSize = messageSize - HeaderSizeOf(*this);
    return options;
}

} // namespace dht
