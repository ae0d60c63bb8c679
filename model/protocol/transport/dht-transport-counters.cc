/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-transport-counters.h"

#include <numeric>

namespace dht
{

namespace
{

/// Those that are single numbers.
constexpr std::uint64_t TransportCounters::*kNumbers[] = {
    &TransportCounters::received,           &TransportCounters::accepted,
    &TransportCounters::connectionsRefused, &TransportCounters::opensSent,
    &TransportCounters::cookiesSent,        &TransportCounters::acksSent,
    &TransportCounters::resetsSent,         &TransportCounters::withheld,
    &TransportCounters::packetsSent,        &TransportCounters::packetsAcked,
    &TransportCounters::packetsLost,        &TransportCounters::packetsAbandoned,
    &TransportCounters::packetsLate,        &TransportCounters::probesSent,
    &TransportCounters::numbersSkipped,     &TransportCounters::bytesWritten,
    &TransportCounters::bytesAcked,         &TransportCounters::bytesAbandoned,
    &TransportCounters::bytesRead,          &TransportCounters::bytesAhead};

static_assert(sizeof(TransportCounters) ==
                  sizeof(kNumbers) / sizeof(kNumbers[0]) * sizeof(std::uint64_t) +
                      sizeof(TransportCounters::rejected) + sizeof(TransportCounters::lost),
              "every counter is summed");

/// @param sums Sums. @param others What is added to each.
template <typename Array>
void
AddEach(Array& sums, const Array& others)
{
    for (std::size_t i = 0; i < sums.size(); ++i)
    {
        sums[i] += others[i];
    }
}

} // namespace

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

std::uint64_t
TransportCounters::TotalLost() const
{
    return std::accumulate(lost.begin(), lost.end(), std::uint64_t{0});
}

TransportCounters&
TransportCounters::operator+=(const TransportCounters& other)
{
    for (const auto number : kNumbers)
    {
        this->*number += other.*number;
    }
    AddEach(rejected, other.rejected);
    AddEach(lost, other.lost);
    return *this;
}

} // namespace dht
