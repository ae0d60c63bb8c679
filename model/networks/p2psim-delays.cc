/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "p2psim-delays.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <sstream>
#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>

namespace dht
{

namespace
{

/// @param text A whole number. @param most The greatest. @return The node, from 1.
std::uint32_t
ParseNode(const std::string& text, std::size_t most)
{
    std::uint32_t node = 0;
    const char* const end = text.data() + text.size();
    const auto parsed = std::from_chars(text.data(), end, node);
    if (parsed.ec != std::errc{} || parsed.ptr != end || node < 1 || node > most)
    {
        throw std::invalid_argument("not a node from 1 to " + std::to_string(most) + ": " + text);
    }
    return node;
}

} // namespace

P2psimDelays::P2psimDelays(const DelayCells& cells)
    : m_cells(cells)
{
}

void
P2psimDelays::AddLine(const std::string& line, std::size_t /* number */)
{
    std::istringstream words(line);
    std::string first;
    std::string second;
    words >> first >> second;
    if (!m_delays)
    {
        Begin(first, second, words);
    }
    else if (first == "node")
    {
        m_hasNodes = true;
        ParseNode(second, m_delays->Size());
    }
    else if (m_hasNodes || first.find(',') != std::string::npos)
    {
        AddPair(first, second);
    }
}

HostNetwork
P2psimDelays::Finish()
{
    if (!m_delays)
    {
        throw std::invalid_argument("there is no line \"topology E2EGraph N\" in it");
    }
    return MakeHostNetwork(std::move(m_delays), {}, {}, m_cells.Missing(), [](std::uint32_t host) {
        return "node " + std::to_string(host + 1);
    });
}

void
P2psimDelays::Begin(const std::string& first, const std::string& second, std::istream& more)
{
    std::string number;
    if (first != "topology" || second != "E2EGraph" || !(more >> number))
    {
        throw std::invalid_argument("it has to be \"topology E2EGraph N\"");
    }
    const std::uint32_t nodes = ParseNode(number, DelayMatrix::kMostHosts);
    if (nodes < 2)
    {
        throw std::invalid_argument("there is one node, and no pair");
    }
    m_delays = std::make_unique<DelayMatrix>(nodes);
    m_isGiven.resize(std::size_t{nodes} * nodes);
}

void
P2psimDelays::AddPair(const std::string& pair, const std::string& value)
{
    const auto comma = std::min(pair.find(','), pair.size());
    const std::size_t nodes = m_delays->Size();
    const std::uint32_t from = ParseNode(pair.substr(0, comma), nodes) - 1;
    const std::uint32_t to = ParseNode(pair.substr(std::min(comma + 1, pair.size())), nodes) - 1;
    if (from >= to)
    {
        throw std::invalid_argument("the lower node has to come first: " + pair);
    }
    if (m_isGiven[from * nodes + to])
    {
        throw std::invalid_argument("the pair is there twice: " + pair);
    }
    m_isGiven[from * nodes + to] = true;
    if (value.empty())
    {
        throw std::invalid_argument("not a number: ");
    }
    const Time delay = m_cells.Read(value == "0" ? "1" : value);
    m_delays->Set(from, to, delay);
    m_delays->Set(to, from, delay);
}

} // namespace dht
