/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-recorded-samples.h"

#include "dht-recording-varints.h"

#include <algorithm>
#include <chrono>
#include <numeric>

namespace dht
{

namespace
{

/// What a frame spans at the most.
constexpr Time kFrameSpan = std::chrono::seconds(1);
/// What it has at the most, not compressed, but for its last sample.
constexpr std::size_t kFrameBytes = std::size_t{1} << 22;
} // namespace

RecordedSamples::RecordedSamples(std::size_t columns, std::size_t peers)
    : m_columns(columns),
      m_last(peers * columns)
{
}

nlohmann::ordered_json
RecordedSamples::ColumnsToJson(const std::vector<RecordedColumn>& columns)
{
    auto json = nlohmann::ordered_json::array();
    for (const RecordedColumn& column : columns)
    {
        json.push_back({{"name", column.name},
                        {"kind", column.kind},
                        {"unit", column.unit},
                        {"scale", column.scale}});
    }
    return json;
}

void
RecordedSamples::Begin(Time now)
{
    m_times.push_back(now);
    m_next = 0;
}

void
RecordedSamples::Add(const std::vector<std::uint64_t>& values)
{
    for (std::size_t i = 0; i < m_columns.size(); ++i)
    {
        PutSignedVarint(m_columns[i], static_cast<std::int64_t>(values[i] - m_last[m_next]));
        m_last[m_next++] = values[i];
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
    PutTimes(payload, m_times);
    for (std::string& column : m_columns)
    {
        payload += column;
        column.clear();
    }
    file.Write(RecordingFrame::kSamples, payload, m_times.front(), m_times.back());
    m_times.clear();
    std::fill(m_last.begin(), m_last.end(), 0);
}

} // namespace dht
