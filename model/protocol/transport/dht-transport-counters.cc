/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-transport-counters.h"

#include <numeric>

namespace dht
{

std::uint64_t
TransportCounters::Rejected(TransportError error) const
{
    return rejected[static_cast<std::size_t>(error)];
}

std::uint64_t
TransportCounters::TotalRejected() const
{
    return std::accumulate(rejected.begin(), rejected.end(), std::uint64_t{0});
}

} // namespace dht
