/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "p2psim-delays.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <sstream>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

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

/// Reads a file, line by line.
class P2psimReader
{
  public:
    /// @param unit What the values are. @param missing What to do where one is missing.
    P2psimReader(const DelayUnit& unit, MissingDelays missing)
        : m_unit(unit),
          m_missing(missing)
    {
    }

    /// @param line A line that says something.
    void AddLine(const std::string& line)
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

    /// @return The delays.
    std::unique_ptr<DelayMatrix> Finish()
    {
        if (!m_delays)
        {
            throw std::invalid_argument("there is no line \"topology E2EGraph N\" in it");
        }
        FillMissing();
        return std::move(m_delays);
    }

  private:
    /// The first line. @param first Its first word. @param second Its second. @param more The rest.
    void Begin(const std::string& first, const std::string& second, std::istream& more)
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

    /// A line of a pair. @param pair Both nodes. @param value Their delay.
    void AddPair(const std::string& pair, const std::string& value)
    {
        const auto comma = std::min(pair.find(','), pair.size());
        const std::size_t nodes = m_delays->Size();
        const std::uint32_t from = ParseNode(pair.substr(0, comma), nodes) - 1;
        const std::uint32_t to =
            ParseNode(pair.substr(std::min(comma + 1, pair.size())), nodes) - 1;
        if (from >= to)
        {
            throw std::invalid_argument("the lower node has to come first: " + pair);
        }
        if (m_isGiven[from * nodes + to])
        {
            throw std::invalid_argument("the pair is there twice: " + pair);
        }
        m_isGiven[from * nodes + to] = true;
        const bool isMissing = !value.empty() && value.front() == '-';
        if (isMissing && m_missing == MissingDelays::kRefuse)
        {
            throw std::invalid_argument("the pair " + pair + " was not measured: " + value);
        }
        if (!isMissing)
        {
            const Time delay = m_unit.Parse(value == "0" ? "1" : value);
            m_delays->Set(from, to, delay);
            m_delays->Set(to, from, delay);
        }
    }

    /// Do what is to be done about missing delays.
    void FillMissing()
    {
        std::vector<std::pair<std::uint32_t, std::uint32_t>> missing;
        std::vector<Time> known;
        for (std::uint32_t from = 0; from < m_delays->Size(); ++from)
        {
            for (std::uint32_t to = from + 1; to < m_delays->Size(); ++to)
            {
                const Time delay = m_delays->Get(from, to);
                delay == Time(0) ? missing.push_back({from, to}) : known.push_back(delay);
            }
        }
        if (missing.empty())
        {
            return;
        }
        if (m_missing == MissingDelays::kRefuse || known.empty())
        {
            throw std::invalid_argument("the pair " + std::to_string(missing.front().first + 1) +
                                        "," + std::to_string(missing.front().second + 1) +
                                        " is missing, one of " + std::to_string(missing.size()));
        }
        const auto middle = known.begin() + static_cast<std::ptrdiff_t>(known.size() / 2);
        std::nth_element(known.begin(), middle, known.end());
        for (const auto& [from, to] : missing)
        {
            m_delays->Set(from, to, *middle);
            m_delays->Set(to, from, *middle);
        }
    }

    const DelayUnit& m_unit;               ///< What the values are.
    MissingDelays m_missing;               ///< What to do where one is missing.
    std::unique_ptr<DelayMatrix> m_delays; ///< What was read; null before the first line.
    std::vector<bool> m_isGiven;           ///< Whether there was a line, by pair.
    bool m_hasNodes{false};                ///< Whether the header is over.
};

} // namespace

std::unique_ptr<DelayMatrix>
ReadP2psimDelays(std::istream& in, const DelayUnit& unit, MissingDelays missing)
{
    P2psimReader reader(unit, missing);
    std::string line;
    for (std::size_t number = 1; std::getline(in, line); ++number)
    {
        if (line.find_first_not_of(" \t\r") == std::string::npos || line.front() == '#')
        {
            continue;
        }
        try
        {
            reader.AddLine(line);
        }
        catch (const std::invalid_argument& error)
        {
            throw std::invalid_argument(WrongLine(number, error.what()));
        }
    }
    return reader.Finish();
}

} // namespace dht
