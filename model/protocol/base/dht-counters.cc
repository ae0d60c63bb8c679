/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-counters.h"

#include <functional>
#include <iterator>
#include <numeric>

namespace dht
{

namespace
{

template <typename Operation>
void
Combine(Counters& a, const Counters& b, Operation operation)
{
    constexpr std::uint64_t Counters::*members[] = {&Counters::issued,
                                                    &Counters::answered,
                                                    &Counters::givenUp,
                                                    &Counters::retransmitted,
                                                    &Counters::redundantAcks,
                                                    &Counters::uselessNames,
                                                    &Counters::accepted,
                                                    &Counters::forwarded,
                                                    &Counters::redirected,
                                                    &Counters::delivered,
                                                    &Counters::marked,
                                                    &Counters::blocked,
                                                    &Counters::rerouted};
    static_assert(sizeof(Counters) ==
                  sizeof(std::uint64_t) * (std::size(members) + std::size(Counters{}.dropped)));
    for (const auto member : members)
    {
        a.*member = operation(a.*member, b.*member);
    }
    for (std::size_t i = 0; i < a.dropped.size(); ++i)
    {
        a.dropped[i] = operation(a.dropped[i], b.dropped[i]);
    }
}

} // namespace

const char*
ToString(DropReason reason)
{
    constexpr const char* names[] = {"queue_full",
                                     "hop_limit",
                                     "link_down",
                                     "standstill",
                                     "no_place"};
    static_assert(std::size(names) == static_cast<std::size_t>(DropReason::kCount));
    return names[static_cast<std::size_t>(reason)];
}

std::uint64_t
Counters::TotalDropped() const
{
    return std::accumulate(dropped.begin(), dropped.end(), std::uint64_t{0});
}

Counters&
Counters::operator+=(const Counters& other)
{
    Combine(*this, other, std::plus<>());
    return *this;
}

Counters&
Counters::operator-=(const Counters& other)
{
    Combine(*this, other, std::minus<>());
    return *this;
}

} // namespace dht
