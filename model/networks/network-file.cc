/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "network-file.h"

#include "delay-pairs.h"
#include "delay-rows.h"
#include "gml-network.h"
#include "p2psim-delays.h"
#include "text-lines.h"
#include "xml-network.h"

#include <algorithm>
#include <deque>
#include <memory>
#include <ostream>
#include <stdexcept>
#include <string_view>

namespace dht
{

namespace
{

/// @param text A line. @param start A beginning. @return Whether it begins so.
bool
BeginsWith(std::string_view text, std::string_view start)
{
    return text.substr(0, start.size()) == start;
}

/// @param in A file that was read. @throws std::invalid_argument It could not be.
void
CheckRead(const std::istream& in)
{
    if (in.bad())
    {
        throw std::invalid_argument("it cannot be read to its end");
    }
}

/// @param first The first lines of a file. @return The name of its format.
std::string
FormatOf(const std::deque<TextLines::Line>& first)
{
    if (first.empty())
    {
        throw std::invalid_argument("there are no delays in it");
    }
    const std::string_view line = Trim(first.front().text);
    if (line.front() == '<')
    {
        return "xml";
    }
    if (BeginsWith(line, "topology"))
    {
        return "p2psim";
    }
    if (BeginsWith(line, "graph") || BeginsWith(line, "Creator"))
    {
        return "gml";
    }
    std::vector<std::string_view> cells;
    Split(line, SeparatorOf(line), cells);
    if (DelayPairs::IsHeader(cells))
    {
        return "pairs";
    }
    const char separator = SeparatorOf(line);
    const bool areTriples = !DelayRows::IsHeader(cells) &&
                            std::all_of(first.begin(), first.end(), [&](const auto& any) {
                                Split(any.text, separator, cells);
                                return cells.size() == 3 && !cells.back().empty();
                            });
    // three lines of three numbers are a matrix
    return areTriples && first.size() != 3 ? "pairs" : "rows";
}

/// @param options How to read a file. @param format Its format. @param title Its first line, if it
/// is a comment. @return The unit of its numbers.
DelayUnit
UnitOf(const NetworkFileOptions& options, const std::string& format, const std::string& title)
{
    const bool isSaid = BeginsWith(title, kUnitTitle);
    const std::string said = isSaid ? title.substr(std::string(kUnitTitle).size()) : "";
    if (isSaid && !options.unit.empty() && options.unit != said)
    {
        throw std::invalid_argument("it says that its unit is " + said);
    }
    if (!isSaid && options.unit.empty() && (format == "p2psim" || format == "pairs"))
    {
        throw std::invalid_argument(
            "it does not say what its numbers are: --delay-unit has to, such as rtt-us");
    }
    if (format == "gml" && !options.unit.empty())
    {
        throw std::invalid_argument("such a file has a unit beside each number");
    }
    return DelayUnit(isSaid ? said : options.unit.empty() ? "ms" : options.unit);
}

/// @param format Its name. @param cells Reads delays. @param column See DelayPairs. @return What
/// reads its lines.
std::unique_ptr<NetworkFormat>
MakeFormat(const std::string& format, const DelayCells& cells, const std::string& column)
{
    if (format == "xml")
    {
        return std::make_unique<XmlNetwork>(cells);
    }
    if (format == "gml")
    {
        return std::make_unique<GmlNetwork>(cells.Missing());
    }
    if (format == "p2psim")
    {
        return std::make_unique<P2psimDelays>(cells);
    }
    if (format == "pairs")
    {
        return std::make_unique<DelayPairs>(cells, column);
    }
    return std::make_unique<DelayRows>(cells);
}

} // namespace

const std::vector<std::string>&
NetworkFileOptions::FormatNames()
{
    static const std::vector<std::string> names{kAuto, "rows", "pairs", "p2psim", "gml", "xml"};
    return names;
}

HostNetwork
ReadNetwork(std::istream& in, const NetworkFileOptions& options)
{
    TextLines lines(in);
    const auto& first = lines.Ahead(4);
    CheckRead(in);
    const std::string found = FormatOf(first);
    const std::string format = options.format == NetworkFileOptions::kAuto ? found : options.format;
    if (!options.column.empty() && format != "pairs")
    {
        throw std::invalid_argument("its columns have no names");
    }
    const DelayCells cells(UnitOf(options, format, lines.Title()), options.missing);
    const auto reader = MakeFormat(format, cells, options.column);
    for (TextLines::Line line; lines.Next(line);)
    {
        try
        {
            reader->AddLine(line.text, line.number);
        }
        catch (const LineError&)
        {
            throw;
        }
        catch (const std::invalid_argument& error)
        {
            throw LineError(line.number, error.what());
        }
    }
    CheckRead(in);
    return reader->Finish();
}

void
WriteRows(const HostNetwork& network, std::ostream& out)
{
    // whole nanoseconds, so that what is read again is the same
    out << kUnitTitle << "ns\n";
    for (std::uint32_t from = 0; from < network.hosts; ++from)
    {
        for (std::uint32_t to = 0; to < network.hosts; ++to)
        {
            const Time delay = from == to ? Time(0) : network.delays->Get(from, to);
            out << (to == 0 ? "" : ",") << delay.count();
        }
        out << "\n";
    }
}

} // namespace dht
