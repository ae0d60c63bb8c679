/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "delay-rows.h"

#include "text-lines.h"

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>

namespace dht
{

namespace
{

/// @param host A host, from 0. @return What is said of it.
std::string
NameOf(std::uint32_t host)
{
    return "host " + std::to_string(host + 1);
}

/// @param cells A line without the first cell. @return Whether they count from 0 or 1.
bool
Count(const std::vector<std::string_view>& cells)
{
    for (std::size_t i = 1; i < cells.size(); ++i)
    {
        double number = 0;
        double first = 0;
        if (!ReadNumber(cells[1], first) || !ReadNumber(cells[i], number) || first < 0 ||
            first > 1 || number != first + static_cast<double>(i - 1))
        {
            return false;
        }
    }
    return true;
}

} // namespace

DelayRows::DelayRows(const DelayCells& cells)
    : m_cells(cells)
{
}

bool
DelayRows::IsHeader(const std::vector<std::string_view>& cells)
{
    if (cells.size() > 2 && cells.front().empty() && Count(cells))
    {
        return true;
    }
    return cells.size() > 1 && std::none_of(cells.begin() + 1, cells.end(), DelayCells::IsDelay) &&
           (cells.front().empty() || !DelayCells::IsDelay(cells.front()));
}

void
DelayRows::Begin()
{
    const std::size_t cells = m_split.size();
    m_hasNames = m_hasCorner || cells == m_header + 1 || !DelayCells::IsDelay(m_split.front());
    if (m_header == 0)
    {
        m_hasNames = !DelayCells::IsDelay(m_split.front());
    }
    m_delays = std::make_unique<DelayMatrix>(cells - (m_hasNames ? 1 : 0));
}

void
DelayRows::AddLine(const std::string& line, std::size_t number)
{
    const bool isFirst = m_separator == 0;
    m_separator = isFirst ? SeparatorOf(line) : m_separator;
    Split(line, m_separator, m_split);
    if (isFirst && IsHeader(m_split))
    {
        m_header = m_split.size();
        m_hasCorner = m_split.front().empty();
        return;
    }
    if (!m_delays)
    {
        Begin();
    }
    const std::size_t hosts = m_delays->Size();
    if (m_row == hosts)
    {
        throw std::invalid_argument("there are more lines than delays on each, " +
                                    std::to_string(hosts));
    }
    const auto* cell = m_split.data() + (m_hasNames ? 1 : 0);
    const std::size_t count = m_split.size() - (m_hasNames ? 1 : 0);
    if (count != hosts)
    {
        throw std::invalid_argument("it has " + std::to_string(count) +
                                    " delays, not one for each of " + std::to_string(hosts) +
                                    " hosts");
    }
    for (std::uint32_t to = 0; to + 1 < hosts; ++to, ++cell)
    {
        if (to != m_row)
        {
            m_delays->Set(m_row, to, m_cells.Read(*cell));
        }
    }
    const auto last = static_cast<std::uint32_t>(hosts - 1);
    if (cell->empty())
    {
        // it may be behind the last separator, which the number of lines tells in the end
        m_firstEmptyEnd = m_emptyEnds++ == 0 ? number : m_firstEmptyEnd;
    }
    else if (m_row != last)
    {
        m_delays->Set(m_row, last, m_cells.Read(*cell));
    }
    ++m_row;
}

void
DelayRows::CutEmptyColumn()
{
    const std::size_t hosts = m_delays->Size();
    if (m_row + 1 == hosts && m_emptyEnds == m_row)
    {
        auto cut = std::make_unique<DelayMatrix>(hosts - 1);
        for (std::uint32_t from = 0; from < m_row; ++from)
        {
            for (std::uint32_t to = 0; to < m_row; ++to)
            {
                cut->Set(from, to, m_delays->Get(from, to));
            }
        }
        m_delays = std::move(cut);
    }
    else if (m_emptyEnds > 0 && m_cells.Missing() == MissingDelays::kRefuse)
    {
        throw LineError(m_firstEmptyEnd,
                        "the last delay is missing: --delay-missing says what "
                        "becomes of it");
    }
}

HostNetwork
DelayRows::Finish()
{
    if (m_delays && m_delays->Size() > 1)
    {
        CutEmptyColumn();
    }
    if (!m_delays || m_delays->Size() < 2)
    {
        throw std::invalid_argument("there are no delays in it");
    }
    if (m_row < m_delays->Size())
    {
        throw std::invalid_argument("it has " + std::to_string(m_row) +
                                    " lines, which have to be as many as the delays on each, " +
                                    std::to_string(m_delays->Size()));
    }
    return MakeHostNetwork(std::move(m_delays), {}, {}, m_cells.Missing(), NameOf);
}

} // namespace dht
