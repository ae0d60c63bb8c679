/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "host-rates.h"

#include "delay-matrix.h"
#include "quantity-text.h"
#include "text-lines.h"

#include <stdexcept>
#include <string>
#include <string_view>

namespace dht
{

namespace
{

/// @param line A line of the file. @return The host's rates.
HostRates
ParseRates(const std::string& line)
{
    std::vector<std::string_view> cells;
    Split(line, SeparatorOf(line), cells);
    if (cells.size() > 2)
    {
        throw std::invalid_argument("it has more than two rates");
    }
    const double up = ParseRateText(std::string(cells.front()));
    return {up, cells.size() == 1 ? up : ParseRateText(std::string(cells.back()))};
}

} // namespace

std::vector<HostRates>
ReadHostRates(std::istream& in)
{
    std::vector<HostRates> rates;
    TextLines lines(in);
    for (TextLines::Line line; lines.Next(line);)
    {
        try
        {
            if (rates.size() == std::size_t{1} << 24)
            {
                throw std::invalid_argument("it has more lines than there may be peers");
            }
            rates.push_back(ParseRates(line.text));
        }
        catch (const std::invalid_argument& error)
        {
            throw LineError(line.number, error.what());
        }
    }
    if (rates.empty() || in.bad())
    {
        throw std::invalid_argument(in.bad() ? "it cannot be read to its end"
                                             : "there are no rates in it");
    }
    return rates;
}

} // namespace dht
