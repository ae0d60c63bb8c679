/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "delay-pairs.h"

#include "text-lines.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <numeric>
#include <stdexcept>
#include <system_error>
#include <tuple>
#include <utility>

namespace dht
{

namespace
{

using Cells = std::vector<std::string_view>;

constexpr std::array<std::string_view, 4> kFrom{"source", "src", "from", "origin"};
constexpr std::array<std::string_view, 5> kTo{"destination", "dest", "dst", "target", "to"};
constexpr std::array<std::string_view, 7>
    kDelay{"avg", "mean", "median", "rtt", "latency", "delay", "min"};

/// @param cells A line. @param name A name. @return The first cell that is it, in any case of
/// letters; their number: none is.
std::size_t
Find(const Cells& cells, std::string_view name)
{
    const auto found = std::find_if(cells.begin(), cells.end(), [&](std::string_view cell) {
        return std::equal(cell.begin(), cell.end(), name.begin(), name.end(), [](char a, char b) {
            return std::tolower(static_cast<unsigned char>(a)) ==
                   std::tolower(static_cast<unsigned char>(b));
        });
    });
    return static_cast<std::size_t>(found - cells.begin());
}

/// @param cells A line. @param names Some names. @return The cell that is the first name of them
/// that is there; the number of cells: none is.
template <typename Names>
std::size_t
FindAny(const Cells& cells, const Names& names)
{
    std::size_t cell = cells.size();
    for (auto name = names.begin(); name != names.end() && cell == cells.size(); ++name)
    {
        cell = Find(cells, *name);
    }
    return cell;
}

/// @param name Of a host. @param [out] number Its value. @return Whether it is a whole number.
bool
IsWhole(const std::string& name, std::uint64_t& number)
{
    const auto parsed = std::from_chars(name.data(), name.data() + name.size(), number);
    return parsed.ec == std::errc{} && parsed.ptr == name.data() + name.size();
}

/// @param sum Of delays in ns. @param known How many there are. @return Their mean; 0: none is.
Time
MeanOf(std::uint64_t sum, std::uint32_t known)
{
    return Time(known == 0 ? 0 : static_cast<Time::rep>(sum / known));
}

} // namespace

DelayPairs::DelayPairs(const DelayCells& cells, const std::string& column)
    : m_cells(cells),
      m_column(column)
{
}

bool
DelayPairs::IsHeader(const Cells& cells)
{
    return FindAny(cells, kFrom) < cells.size() && FindAny(cells, kTo) < cells.size();
}

void
DelayPairs::ReadHeader()
{
    m_isTable = true;
    m_columns = m_split.size();
    m_from = FindAny(m_split, kFrom);
    m_to = FindAny(m_split, kTo);
    m_delay = m_column.empty() ? FindAny(m_split, kDelay) : Find(m_split, m_column);
    if (m_delay == m_columns)
    {
        throw std::invalid_argument(m_column.empty() ? "no column is called avg, mean, median, "
                                                       "rtt, latency, delay or min"
                                                     : "no column is called " + m_column);
    }
}

void
DelayPairs::AddLine(const std::string& line, std::size_t number)
{
    const bool isFirst = m_separator == 0;
    m_separator = isFirst ? SeparatorOf(line) : m_separator;
    Split(line, m_separator, m_split);
    if (isFirst && IsHeader(m_split))
    {
        ReadHeader();
        return;
    }
    if (m_split.size() == m_columns + 1 && m_split.back().empty())
    {
        m_split.pop_back(); // behind the last separator
    }
    if (m_split.size() != m_columns)
    {
        throw std::invalid_argument("it has " + std::to_string(m_split.size()) + " values, not " +
                                    std::to_string(m_columns));
    }
    const std::uint32_t from = NumberOf(m_split[m_from]);
    const std::uint32_t to = NumberOf(m_split[m_to]);
    if (from != to)
    {
        const Time delay = m_cells.Read(m_split[m_delay]);
        m_pairs.push_back({from,
                           to,
                           static_cast<std::uint32_t>(number),
                           delay > Time(0) ? 1U : 0U,
                           static_cast<std::uint64_t>(delay.count())});
        if (m_pairs.size() >= std::max(kFewPairs, 2 * m_merged))
        {
            MergePairs(); // however long the file is
        }
    }
}

std::uint32_t
DelayPairs::NumberOf(std::string_view name)
{
    const auto [found, isNew] =
        m_numbers.try_emplace(std::string(name), static_cast<std::uint32_t>(m_names.size()));
    if (isNew)
    {
        if (name.empty())
        {
            throw std::invalid_argument("a host has no name");
        }
        if (m_names.size() == DelayMatrix::kMostHosts)
        {
            throw std::invalid_argument("it has more hosts than allowed, " +
                                        std::to_string(DelayMatrix::kMostHosts));
        }
        m_names.emplace_back(name);
    }
    return found->second;
}

void
DelayPairs::SortHosts()
{
    std::vector<std::uint64_t> values(m_names.size());
    for (std::size_t host = 0; host < m_names.size(); ++host)
    {
        if (!IsWhole(m_names[host], values[host]))
        {
            return;
        }
    }
    std::vector<std::uint32_t> order(m_names.size());
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        return values[a] < values[b];
    });
    std::vector<std::uint32_t> places(order.size());
    std::vector<std::string> names;
    for (std::uint32_t place = 0; place < order.size(); ++place)
    {
        places[order[place]] = place;
        names.push_back(m_names[order[place]]);
    }
    m_names = std::move(names);
    for (Pair& pair : m_pairs)
    {
        pair.from = places[pair.from];
        pair.to = places[pair.to];
    }
}

void
DelayPairs::MergePairs()
{
    std::sort(m_pairs.begin(), m_pairs.end(), [](const Pair& a, const Pair& b) {
        return std::tie(a.from, a.to, a.line) < std::tie(b.from, b.to, b.line);
    });
    auto last = m_pairs.begin();
    for (auto pair = m_pairs.begin(); pair != m_pairs.end(); ++pair)
    {
        if (pair == m_pairs.begin() || pair->from != last->from || pair->to != last->to)
        {
            last += pair == m_pairs.begin() ? 0 : 1;
            *last = *pair;
            continue;
        }
        if (!m_isTable)
        {
            throw LineError(pair->line,
                            "the pair " + m_names[pair->from] + " " + m_names[pair->to] +
                                " is there twice, also on line " + std::to_string(last->line));
        }
        last->sum += pair->sum;
        last->known += pair->known;
    }
    m_pairs.erase(last + (m_pairs.empty() ? 0 : 1), m_pairs.end());
    m_merged = m_pairs.size();
}

HostNetwork
DelayPairs::Finish()
{
    if (m_pairs.empty())
    {
        throw std::invalid_argument("there are no delays in it");
    }
    SortHosts();
    MergePairs();
    auto delays = std::make_unique<DelayMatrix>(m_names.size());
    for (const Pair& pair : m_pairs)
    {
        delays->Set(pair.from, pair.to, MeanOf(pair.sum, pair.known));
    }
    for (const Pair& pair : m_pairs)
    {
        if (delays->Get(pair.to, pair.from) == Time(0))
        {
            delays->Set(pair.to, pair.from, MeanOf(pair.sum, pair.known));
        }
    }
    return MakeHostNetwork(std::move(delays),
                           {},
                           {},
                           m_cells.Missing(),
                           [this](std::uint32_t host) { return "host " + m_names[host]; });
}

} // namespace dht
