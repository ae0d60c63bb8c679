/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-memory-faults.h"

#include <algorithm>

namespace dht
{
MemoryFaults::MemoryFaults(std::uint64_t seed, double loss)
    : m_delays(seed, 1000005),
      m_doubles(seed, 1000006),
      m_random(seed, 1000003),
      m_loss(loss)
{
}

void
MemoryFaults::SetLoss(double share)
{
    m_loss = share;
}

void
MemoryFaults::SetDuplication(double share)
{
    m_duplication = share;
}

void
MemoryFaults::SetJitter(Time most)
{
    m_jitter = most;
}

void
MemoryFaults::Split(std::size_t groups)
{
    m_groups = groups;
    m_groupOf.clear();
}

void
MemoryFaults::Split(std::vector<std::size_t> groupOf)
{
    m_groups = 1;
    m_groupOf = std::move(groupOf);
}

void
MemoryFaults::SetLinks(std::size_t from, std::size_t to, Links links)
{
    m_links[{from, to}] = links;
}

void
MemoryFaults::SetWay(std::size_t from, std::size_t to, bool isCut)
{
    m_cut[{from, to}] = isCut;
}

void
MemoryFaults::SetDelay(std::size_t peer, Time delay)
{
    m_slow[peer] = delay;
}

std::size_t
MemoryFaults::GroupOf(std::size_t peer) const
{
    return m_groups > 1 ? peer % m_groups : peer < m_groupOf.size() ? m_groupOf[peer] : 0;
}

bool
MemoryFaults::Reaches(std::size_t from, std::size_t to) const
{
    const auto cut = m_cut.find({from, to});
    return GroupOf(from) == GroupOf(to) && (cut == m_cut.end() || !cut->second);
}

MemoryFaults::Links
MemoryFaults::LinksBetween(std::size_t from, std::size_t to) const
{
    if (!Reaches(from, to) || !Reaches(to, from))
    {
        return Links::kDropped;
    }
    const auto found = m_links.find({from, to});
    return found == m_links.end() ? Links::kPass : found->second;
}

Time
MemoryFaults::DelayBetween(std::size_t from, std::size_t to) const
{
    Time delay{0};
    for (const std::size_t end : {from, to})
    {
        const auto found = m_slow.find(end);
        delay += found == m_slow.end() ? Time(0) : found->second;
    }
    return delay;
}

bool
MemoryFaults::IsLost()
{
    return m_loss > 0 && m_random.Uniform() < m_loss;
}

bool
MemoryFaults::IsDoubled()
{
    return m_duplication > 0 && m_doubles.Uniform() < m_duplication;
}

Time
MemoryFaults::Jitter()
{
    return m_jitter > Time(0) ? FromSeconds(m_delays.Uniform() * ToSeconds(m_jitter)) : Time(0);
}

} // namespace dht
