/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "link-trace.h"

#include "text-lines.h"

#include <algorithm>
#include <charconv>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

namespace ns3
{

namespace
{

/// More opportunities no trace has: four hours at 600 Mbit/s.
constexpr std::size_t MOST = std::size_t{1} << 30;
/// The longest trace in milliseconds: a week.
constexpr uint32_t LONGEST = 604800000;

/// @param text A line. @param least The time of the line before it. @return The time on it.
uint32_t
ParseTime(std::string_view text, uint32_t least)
{
    uint32_t time = 0;
    text = dht::Trim(text);
    const auto parsed = std::from_chars(text.data(), text.data() + text.size(), time);
    if (parsed.ec != std::errc{} || parsed.ptr != text.data() + text.size() || time > LONGEST)
    {
        throw std::invalid_argument("not a whole number of milliseconds up to a week: " +
                                    std::string(text));
    }
    if (time < least)
    {
        throw std::invalid_argument("its time is before that of the line before it");
    }
    return time;
}

} // namespace

LinkTrace::LinkTrace(std::istream& in)
{
    dht::TextLines lines(in);
    for (dht::TextLines::Line line; lines.Next(line);)
    {
        try
        {
            if (m_milliseconds.size() == MOST)
            {
                throw std::invalid_argument("it is too long");
            }
            m_milliseconds.push_back(
                ParseTime(line.text, m_milliseconds.empty() ? 0 : m_milliseconds.back()));
        }
        catch (const std::invalid_argument& error)
        {
            throw dht::LineError(line.number, error.what());
        }
    }
    if (in.bad())
    {
        throw std::invalid_argument("it cannot be read to its end");
    }
    if (m_milliseconds.empty() || m_milliseconds.back() == 0)
    {
        throw std::invalid_argument("it has no time above 0");
    }
}

Time
LinkTrace::GetLength() const
{
    return MilliSeconds(m_milliseconds.back());
}

double
LinkTrace::GetMeanRate() const
{
    return 8.0 * kBytes * static_cast<double>(m_milliseconds.size()) / GetLength().GetSeconds();
}

uint64_t
LinkTrace::FirstFrom(Time at) const
{
    const int64_t length = GetLength().GetNanoSeconds();
    // the last opportunity of a round is where the next one begins
    int64_t round = std::max<int64_t>(at.GetNanoSeconds() / length - 1, 0);
    for (;; ++round)
    {
        const int64_t within = at.GetNanoSeconds() - round * length;
        const auto first = std::partition_point(
            m_milliseconds.begin(),
            m_milliseconds.end(),
            [within](uint32_t time) { return time * int64_t{1000000} < within; });
        if (first != m_milliseconds.end())
        {
            return static_cast<uint64_t>(round) * m_milliseconds.size() +
                   static_cast<uint64_t>(first - m_milliseconds.begin());
        }
    }
}

Time
LinkTrace::When(uint64_t opportunity) const
{
    const uint64_t round = opportunity / m_milliseconds.size();
    return MilliSeconds(round * m_milliseconds.back() +
                        m_milliseconds[opportunity % m_milliseconds.size()]);
}

TracedTransmitter::TracedTransmitter(std::shared_ptr<const LinkTrace> trace, Time start)
    : m_trace(std::move(trace)),
      m_start(start)
{
}

Time
TracedTransmitter::Send(Time now, uint32_t bytes)
{
    if (now >= m_busyUntil)
    {
        const uint64_t first = m_trace->FirstFrom(now + m_start);
        m_left = first > m_next ? LinkTrace::kBytes : m_left;
        m_next = std::max(m_next, first);
    }
    while (bytes > m_left)
    {
        bytes -= m_left;
        ++m_next;
        m_left = LinkTrace::kBytes;
    }
    m_left -= bytes;
    m_busyUntil = m_trace->When(m_next) - m_start;
    if (m_left == 0)
    {
        ++m_next;
        m_left = LinkTrace::kBytes;
    }
    return m_busyUntil;
}

} // namespace ns3
