/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "spread-text.h"

#include "dht-holder-spread.h"

#include <tuple>
#include <vector>

namespace dht
{

std::string
Counted(std::size_t count, const std::string& what)
{
    return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

void
PoorestBlock::Add(const HolderCount& count)
{
    const auto order = [](const HolderCount& one) {
        return std::tie(one.spare, one.hosts, one.peers);
    };
    if (!m_count || order(count) < order(*m_count))
    {
        m_count = count;
    }
}

HolderCount
CountRight(const FetchReport& report)
{
    std::vector<Endpoint> right;
    for (const HolderReport& holder : report.holders)
    {
        if (holder.holds && !holder.isWrong)
        {
            right.push_back(holder.endpoint);
        }
    }
    return CountHolders(right, report.needed);
}

std::string
SpreadText(const HolderCount& count)
{
    if (count.hosts == 1)
    {
        return "stored on 1 host: lost when it fails";
    }
    const std::string hosts = "stored on " + Counted(count.hosts, "host");
    if (count.spare == 0)
    {
        return hosts + ": lost when the one with most of its fragments fails";
    }
    return hosts + ", any " + std::to_string(count.spare) + " of which may fail";
}

std::string
BrokenPromise(const PutReport& report)
{
    const HolderCount& there = report.wanted;
    const std::string spare = there.spare == 0 ? "none" : "any " + std::to_string(there.spare);
    const std::string asked = std::to_string(report.promised);
    return "the ring has " + Counted(there.peers, "peer") + " on " + Counted(there.hosts, "host") +
           " for it, " + spare + " of which may fail, and --happy=" + asked + " asks for " + asked +
           ": add hosts, or ask for less (--happy=" + std::to_string(there.spare) + ")";
}

} // namespace dht
