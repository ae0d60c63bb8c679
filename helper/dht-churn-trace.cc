/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-churn-trace.h"

#include <charconv>
#include <cstdlib>

namespace ns3
{

namespace
{

const char* const HEADER = "time_s,peer,event";
/// The longest time: ns-3 counts nanoseconds in 64 bits.
constexpr double MOST_SECONDS = 1e9;
/// More peers than this no run has.
constexpr std::size_t MOST_PEERS = 1U << 20;

/// @param text A number of seconds. @return The time.
Time
ParseTime(const std::string& text)
{
    char* end = nullptr;
    const double seconds = std::strtod(text.c_str(), &end);
    if (text.empty() || *end != '\0' || !(seconds >= 0 && seconds <= MOST_SECONDS))
    {
        throw std::runtime_error("\"" + text + "\" is not a time in seconds, from 0 to 1e9");
    }
    return Seconds(seconds);
}

/// @param text A whole number. @return The peer of that number.
std::size_t
ParsePeer(const std::string& text)
{
    std::size_t peer = 0;
    const char* const end = text.data() + text.size();
    const auto parsed = std::from_chars(text.data(), end, peer);
    if (parsed.ec != std::errc{} || parsed.ptr != end || peer >= MOST_PEERS)
    {
        throw std::runtime_error("\"" + text + "\" is not a peer's number, from 0 to " +
                                 std::to_string(MOST_PEERS - 1));
    }
    return peer;
}

/// @param text A word. @return The event that it names.
DhtChurnTrace::Event
ParseEvent(const std::string& text)
{
    if (text == "join")
    {
        return DhtChurnTrace::JOIN;
    }
    if (text == "leave")
    {
        return DhtChurnTrace::LEAVE;
    }
    if (text == "crash")
    {
        return DhtChurnTrace::CRASH;
    }
    throw std::runtime_error("\"" + text + "\" is not an event: known are join, leave, crash");
}

} // namespace

DhtChurnTrace::DhtChurnTrace(std::istream& text)
{
    std::string line;
    for (std::size_t number = 1; std::getline(text, line); ++number)
    {
        if (!line.empty() && line.back() == '\r')
        {
            line.pop_back();
        }
        if (line.empty() || line.front() == '#' || (number == 1 && line == HEADER))
        {
            continue;
        }
        try
        {
            Add(Parse(line));
        }
        catch (const std::runtime_error& error)
        {
            throw std::runtime_error("line " + std::to_string(number) + ": " + error.what());
        }
    }
    if (m_lines.empty())
    {
        throw std::runtime_error("there is no event in it");
    }
}

DhtChurnTrace::Line
DhtChurnTrace::Parse(const std::string& text)
{
    const std::size_t first = text.find(',');
    const std::size_t second = first == std::string::npos ? first : text.find(',', first + 1);
    if (second == std::string::npos)
    {
        throw std::runtime_error("\"" + text + "\" is not time_s,peer,join|leave|crash");
    }
    return {ParseTime(text.substr(0, first)),
            ParsePeer(text.substr(first + 1, second - first - 1)),
            ParseEvent(text.substr(second + 1))};
}

void
DhtChurnTrace::Add(const Line& line)
{
    if (!m_lines.empty() && line.time < m_lines.back().time)
    {
        throw std::runtime_error("its time is before that of the line above");
    }
    if (line.peer >= m_up.size())
    {
        m_up.resize(line.peer + 1);
    }
    const bool joins = line.event == JOIN;
    if (m_up[line.peer] == joins)
    {
        throw std::runtime_error("peer " + std::to_string(line.peer) +
                                 (joins ? " is there already" : " is not there"));
    }
    m_up[line.peer] = joins;
    m_lines.push_back(line);
}

const std::vector<DhtChurnTrace::Line>&
DhtChurnTrace::GetLines() const
{
    return m_lines;
}

std::size_t
DhtChurnTrace::GetPeers() const
{
    return m_up.size();
}

} // namespace ns3
