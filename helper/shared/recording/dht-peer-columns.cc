/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-peer-columns.h"

#include <algorithm>
#include <iterator>

namespace dht
{

namespace
{

/// Beyond that, no double holds all integers.
constexpr double kMostSteps = 9e15;

/// A column, and what it has of a peer.
struct PeerColumn
{
    RecordedColumn column;                                ///< What it is.
    std::uint64_t (*of)(const PeerState& p, Time delays); ///< Its value.
};

const PeerColumn kPeerColumns[]{
    {{"state", "level", "", 1}, [](auto& p, Time) { return std::uint64_t(p.presence); }},
    {{"queue", "level", "requests", 1}, [](auto& p, Time) { return std::uint64_t(p.queue); }},
    {{"outstanding", "level", "requests", 1},
     [](auto& p, Time) { return std::uint64_t(p.outstanding); }},
    {{"level", "level", "", kLevelStep}, [](auto& p, Time) { return LevelSteps(p.level); }},
    {{"made", "counter", "requests", 1}, [](auto& p, Time) { return p.made; }},
    {{"issued", "counter", "requests", 1}, [](auto& p, Time) { return p.counters.issued; }},
    {{"answered", "counter", "requests", 1}, [](auto& p, Time) { return p.counters.answered; }},
    {{"given_up", "counter", "requests", 1}, [](auto& p, Time) { return p.counters.givenUp; }},
    {{"retransmitted", "counter", "requests", 1},
     [](auto& p, Time) { return p.counters.retransmitted; }},
    {{"dropped", "counter", "messages", 1},
     [](auto& p, Time) { return p.counters.TotalDropped(); }},
    {{"marked", "counter", "requests", 1}, [](auto& p, Time) { return p.counters.marked; }},
    {{"delay_us", "counter", "us", 1},
     [](auto&, Time delays) { return std::uint64_t(delays.count()) / 1000; }},
};

} // namespace

std::uint64_t
LevelSteps(double level)
{
    const double steps = std::min(level / kLevelStep, kMostSteps);
    return steps > 0 ? static_cast<std::uint64_t>(steps + 0.5) : 0;
}

PeerColumns::PeerColumns(const std::vector<std::string>& without)
{
    for (std::size_t i = 0; i < std::size(kPeerColumns); ++i)
    {
        if (std::count(without.begin(), without.end(), kPeerColumns[i].column.name) == 0)
        {
            m_kept.push_back(i);
        }
    }
}

std::vector<RecordedColumn>
PeerColumns::Get() const
{
    std::vector<RecordedColumn> columns;
    for (const std::size_t kept : m_kept)
    {
        columns.push_back(kPeerColumns[kept].column);
    }
    return columns;
}

std::size_t
PeerColumns::Count() const
{
    return m_kept.size();
}

void
PeerColumns::Fill(const PeerState& peer, Time delays, std::vector<std::uint64_t>& values) const
{
    for (std::size_t i = 0; i < m_kept.size(); ++i)
    {
        values[i] = kPeerColumns[m_kept[i]].of(peer, delays);
    }
}

} // namespace dht
