/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-recorded-samples.h"

#include "dht-recording-varints.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <numeric>

namespace dht
{

namespace
{

/// What a frame spans at the most.
constexpr Time kFrameSpan = std::chrono::seconds(1);
/// What it has at the most, not compressed, but for its last sample.
constexpr std::size_t kFrameBytes = std::size_t{1} << 22;
/// A level is recorded in steps of this.
constexpr double kLevelStep = 0.001;
/// Beyond that, no double holds all integers.
constexpr double kMostSteps = 9e15;

/// @param level A rate, or credits. @return The same level, in steps.
std::uint64_t
StepsOf(double level)
{
    const double steps = std::min(level / kLevelStep, kMostSteps);
    return steps > 0 ? static_cast<std::uint64_t>(steps + 0.5) : 0;
}

/// A column, and what it has of a peer.
struct Column
{
    const char* name; ///< What it is called.
    const char* kind; ///< A level goes up and down, a counter never decreases.
    const char* unit; ///< Of its values.
    double scale;     ///< Of 1.
    std::uint64_t (*of)(const PeerState& p, Time delays); ///< Its value.
};

const Column kTable[]{
    {"state", "level", "", 1, [](auto& p, Time) { return std::uint64_t(p.presence); }},
    {"queue", "level", "requests", 1, [](auto& p, Time) { return std::uint64_t(p.queue); }},
    {"outstanding",
     "level",
     "requests",
     1,
     [](auto& p, Time) { return std::uint64_t(p.outstanding); }},
    {"level", "level", "", kLevelStep, [](auto& p, Time) { return StepsOf(p.level); }},
    {"made", "counter", "requests", 1, [](auto& p, Time) { return p.made; }},
    {"issued", "counter", "requests", 1, [](auto& p, Time) { return p.counters.issued; }},
    {"answered", "counter", "requests", 1, [](auto& p, Time) { return p.counters.answered; }},
    {"given_up", "counter", "requests", 1, [](auto& p, Time) { return p.counters.givenUp; }},
    {"retransmitted",
     "counter",
     "requests",
     1,
     [](auto& p, Time) { return p.counters.retransmitted; }},
    {"dropped", "counter", "messages", 1, [](auto& p, Time) { return p.counters.TotalDropped(); }},
    {"marked", "counter", "requests", 1, [](auto& p, Time) { return p.counters.marked; }},
    {"delay_us",
     "counter",
     "us",
     1,
     [](auto&, Time delays) { return std::uint64_t(delays.count()) / 1000; }},
};

} // namespace

RecordedSamples::RecordedSamples(std::size_t peers)
    : m_columns(std::size(kTable)),
      m_last(peers * std::size(kTable))
{
}

nlohmann::ordered_json
RecordedSamples::ColumnsToJson()
{
    auto columns = nlohmann::ordered_json::array();
    for (const Column& column : kTable)
    {
        columns.push_back({{"name", column.name},
                           {"kind", column.kind},
                           {"unit", column.unit},
                           {"scale", column.scale}});
    }
    return columns;
}

void
RecordedSamples::Begin(Time now)
{
    m_times.push_back(now);
    m_next = 0;
}

void
RecordedSamples::Add(const PeerState& peer, Time delays)
{
    for (std::size_t i = 0; i < m_columns.size(); ++i)
    {
        const std::uint64_t value = kTable[i].of(peer, delays);
        PutSignedVarint(m_columns[i], static_cast<std::int64_t>(value - m_last[m_next]));
        m_last[m_next++] = value;
    }
}

bool
RecordedSamples::IsFull(Time interval) const
{
    const std::size_t bytes =
        std::accumulate(m_columns.begin(),
                        m_columns.end(),
                        std::size_t{0},
                        [](std::size_t sum, const auto& column) { return sum + column.size(); });
    return bytes >= kFrameBytes || m_times.back() + interval - m_times.front() >= kFrameSpan;
}

void
RecordedSamples::Flush(RecordingFile& file)
{
    if (m_times.empty())
    {
        return;
    }
    std::string payload;
    PutVarint(payload, m_times.size());
    Time last{0};
    for (const Time time : m_times)
    {
        PutVarint(payload, static_cast<std::uint64_t>((time - last).count()));
        last = time;
    }
    for (std::string& column : m_columns)
    {
        payload += column;
        column.clear();
    }
    file.Write(RecordingFrame::kSamples, payload, m_times.front(), last);
    m_times.clear();
    std::fill(m_last.begin(), m_last.end(), 0);
}

} // namespace dht
