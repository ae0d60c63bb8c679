/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "delay-rows.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <sstream>
#include <stdexcept>
#include <string>

namespace dht
{

namespace
{

/// Read a line. @param line Delays with commas between them. @param source Whose it is. @param unit
/// What the numbers are. @param [out] delays Where they go.
void
ReadRow(const std::string& line, std::uint32_t source, const DelayUnit& unit, DelayMatrix& delays)
{
    std::istringstream cells(line);
    std::uint32_t count = 0;
    for (std::string cell; std::getline(cells, cell, ','); ++count)
    {
        if (count < delays.Size() && count != source)
        {
            delays.Set(source, count, unit.Parse(cell));
        }
    }
    if (count != delays.Size())
    {
        throw std::invalid_argument("it has " + std::to_string(count) +
                                    " delays, not one for each of " +
                                    std::to_string(delays.Size()) + " hosts");
    }
}

} // namespace

std::unique_ptr<DelayMatrix>
ReadDelayRows(std::istream& in, const DelayUnit& unit)
{
    std::unique_ptr<DelayMatrix> delays;
    std::uint32_t source = 0;
    std::string line;
    for (std::size_t number = 1; std::getline(in, line); ++number)
    {
        if (line.empty() || line.front() == '#')
        {
            continue;
        }
        try
        {
            if (!delays)
            {
                const auto commas = std::count(line.begin(), line.end(), ',');
                delays = std::make_unique<DelayMatrix>(static_cast<std::size_t>(commas) + 1);
            }
            if (source == delays->Size())
            {
                throw std::invalid_argument("there are more lines than delays on each, " +
                                            std::to_string(source));
            }
            ReadRow(line, source++, unit, *delays);
        }
        catch (const std::invalid_argument& error)
        {
            throw std::invalid_argument(WrongLine(number, error.what()));
        }
    }
    if (!delays || delays->Size() < 2)
    {
        throw std::invalid_argument("there are no delays in it");
    }
    if (source < delays->Size())
    {
        throw std::invalid_argument("it has " + std::to_string(source) +
                                    " lines, which have to be as many as the delays on each, " +
                                    std::to_string(delays->Size()));
    }
    return delays;
}

} // namespace dht
