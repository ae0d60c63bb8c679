/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "missing-delays.h"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace dht
{

namespace
{

/// Two hosts, the sender first.
using Pair = std::pair<std::uint32_t, std::uint32_t>;

/// @param delays A matrix. @return Its pairs without a delay.
std::vector<Pair>
MissingIn(const DelayMatrix& delays)
{
    std::vector<Pair> missing;
    for (std::uint32_t from = 0; from < delays.Size(); ++from)
    {
        for (std::uint32_t to = 0; to < delays.Size(); ++to)
        {
            if (from != to && delays.Get(from, to) == Time(0))
            {
                missing.emplace_back(from, to);
            }
        }
    }
    return missing;
}

/// @param delays A matrix. @return What it knows, in ns.
std::vector<std::uint32_t>
KnownIn(const DelayMatrix& delays)
{
    std::vector<std::uint32_t> known;
    for (std::uint32_t from = 0; from < delays.Size(); ++from)
    {
        for (std::uint32_t to = 0; to < delays.Size(); ++to)
        {
            const Time delay = from == to ? Time(0) : delays.Get(from, to);
            if (delay > Time(0))
            {
                known.push_back(static_cast<std::uint32_t>(delay.count()));
            }
        }
    }
    return known;
}

/// @param known Delays in ns, at least one. @param missing kMedian or kMean. @return Theirs.
Time
TypicalOf(std::vector<std::uint32_t> known, MissingDelays missing)
{
    if (missing == MissingDelays::kMean)
    {
        return Time(std::accumulate(known.begin(), known.end(), Time::rep{0}) /
                    static_cast<Time::rep>(known.size()));
    }
    const auto middle = known.begin() + static_cast<std::ptrdiff_t>(known.size() / 2);
    std::nth_element(known.begin(), middle, known.end());
    return Time(*middle);
}

/// @param hosts How many there are. @param missing Pairs without a delay. @return The hosts that
/// are left if those go, one by one, that miss most.
std::vector<std::uint32_t>
KeepWithout(std::size_t hosts, const std::vector<Pair>& missing)
{
    std::vector<std::vector<std::uint32_t>> others(hosts);
    std::vector<std::size_t> count(hosts);
    for (const auto& [from, to] : missing)
    {
        others[from].push_back(to);
        others[to].push_back(from);
        ++count[from];
        ++count[to];
    }
    std::vector<bool> isGone(hosts);
    for (;;)
    {
        const auto worst = std::max_element(count.begin(), count.end());
        if (*worst == 0)
        {
            break;
        }
        const auto host = static_cast<std::size_t>(worst - count.begin());
        isGone[host] = true;
        count[host] = 0;
        for (const std::uint32_t other : others[host])
        {
            count[other] -= isGone[other] ? 0 : 1;
        }
    }
    std::vector<std::uint32_t> kept;
    for (std::uint32_t host = 0; host < hosts; ++host)
    {
        if (!isGone[host])
        {
            kept.push_back(host);
        }
    }
    return kept;
}

/// @param delays A matrix. @param kept Some of its hosts. @return The matrix of these.
std::unique_ptr<DelayMatrix>
PartOf(const DelayMatrix& delays, const std::vector<std::uint32_t>& kept)
{
    auto part = std::make_unique<DelayMatrix>(kept.size());
    for (std::uint32_t from = 0; from < kept.size(); ++from)
    {
        for (std::uint32_t to = 0; to < kept.size(); ++to)
        {
            part->Set(from, to, delays.Get(kept[from], kept[to]));
        }
    }
    return part;
}

/// Give pairs the delays of their other directions. @param missing The pairs. @param [in,out]
/// delays Where they are. @return The pairs that have none in either direction.
std::vector<Pair>
TakeOtherDirections(const std::vector<Pair>& missing, DelayMatrix& delays)
{
    std::vector<Pair> left;
    for (const auto& [from, to] : missing)
    {
        const Time other = delays.Get(to, from);
        delays.Set(from, to, other);
        if (other == Time(0))
        {
            left.emplace_back(from, to);
        }
    }
    return left;
}

} // namespace

CompleteDelays
Complete(std::unique_ptr<DelayMatrix> delays,
         MissingDelays missing,
         const std::function<std::string(std::uint32_t)>& nameOf)
{
    CompleteDelays complete;
    complete.kept.resize(delays->Size());
    std::iota(complete.kept.begin(), complete.kept.end(), 0);
    const std::vector<Pair> pairs = MissingIn(*delays);
    if (!pairs.empty() && missing == MissingDelays::kRefuse)
    {
        throw std::invalid_argument("the delay from " + nameOf(pairs.front().first) + " to " +
                                    nameOf(pairs.front().second) + " is missing, one of " +
                                    std::to_string(pairs.size()) +
                                    ": --delay-missing says what becomes of it");
    }
    if (2 * pairs.size() > delays->Size() * (delays->Size() - 1))
    {
        throw std::invalid_argument("more than half of the delays are missing, or longer than 4 s");
    }
    const std::vector<Pair> left = TakeOtherDirections(pairs, *delays);
    complete.replaced = pairs.size();
    if (missing == MissingDelays::kDrop && !left.empty())
    {
        complete.replaced -= left.size();
        complete.kept = KeepWithout(delays->Size(), left);
        if (complete.kept.size() < 2)
        {
            throw std::invalid_argument("no two hosts know all their delays");
        }
        delays = PartOf(*delays, complete.kept);
    }
    else if (!left.empty())
    {
        const Time typical = TypicalOf(KnownIn(*delays), missing);
        for (const auto& [from, to] : left)
        {
            delays->Set(from, to, typical);
        }
    }
    complete.delays = std::move(delays);
    return complete;
}

} // namespace dht
