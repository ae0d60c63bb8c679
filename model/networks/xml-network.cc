/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "xml-network.h"

#include "embedded-delays.h"
#include "text-lines.h"

#include <boost/property_tree/ptree.hpp>
#include <boost/property_tree/xml_parser.hpp>
#include <cmath>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <utility>
#include <vector>

namespace dht
{

namespace
{

/// @param node An element of the list. @return Its coordinates.
std::vector<float>
PlaceOf(const boost::property_tree::ptree& node)
{
    std::vector<float> place;
    for (const auto& [name, element] : node)
    {
        double number = 0;
        if (name == "coord" && ReadNumber(Trim(element.data()), number) && std::abs(number) < 1e9)
        {
            place.push_back(static_cast<float>(number));
        }
        else if (name == "coord")
        {
            throw std::invalid_argument("not a coordinate: " + element.data());
        }
    }
    return place;
}

} // namespace

XmlNetwork::XmlNetwork(const DelayCells& cells)
    : m_cells(cells)
{
}

void
XmlNetwork::AddLine(const std::string& line, std::size_t number)
{
    // so that errors name the right line
    m_text.append(number - 1 - m_lines, '\n');
    m_text += line;
    m_lines = number - 1;
    if (m_text.size() > kMostBytes)
    {
        throw std::invalid_argument("files of XML may have " + std::to_string(kMostBytes) +
                                    " bytes");
    }
}

HostNetwork
XmlNetwork::Finish()
{
    namespace tree = boost::property_tree;
    tree::ptree document;
    try
    {
        std::istringstream in(m_text);
        tree::read_xml(in, document, tree::xml_parser::no_comments);
    }
    catch (const tree::xml_parser_error& error)
    {
        throw LineError(error.line(), error.message());
    }
    if (document.empty())
    {
        throw std::invalid_argument("there is no element in it");
    }
    const auto& [name, root] = document.front();
    return name == "experiment" ? ReadKollaps(root, m_cells.Missing())
                                : ReadCoordinates(root, m_cells.Unit());
}

HostNetwork
ReadCoordinates(const boost::property_tree::ptree& list, const DelayUnit& unit)
{
    std::shared_ptr<EmbeddedDelays> delays;
    std::size_t dimensions = 0;
    std::size_t count = 0;
    for (const auto& [name, node] : list)
    {
        if (name == "<xmlattr>")
        {
            continue;
        }
        const std::vector<float> place = PlaceOf(node);
        ++count;
        dimensions = count == 1 ? place.size() : dimensions;
        if (place.empty() || place.size() != dimensions)
        {
            throw std::invalid_argument("element " + std::to_string(count) + ", " + name +
                                        ", has " + std::to_string(place.size()) +
                                        " coordinates: neither a topology of Kollaps, nor "
                                        "coordinates of OverSim");
        }
        if (!delays)
        {
            delays = std::make_shared<EmbeddedDelays>(dimensions, unit.Nanoseconds(1));
        }
        delays->Add(place);
    }
    if (!delays || delays->Size() < 2)
    {
        throw std::invalid_argument("there are no two hosts in it");
    }
    if (delays->Most() > static_cast<double>(DelayMatrix::kLongest.count()))
    {
        throw std::invalid_argument("hosts may be up to 4 s from each other, not " +
                                    std::to_string(delays->Most() / 1e9) + " s");
    }
    HostNetwork network;
    network.hosts = delays->Size();
    network.delays = std::move(delays);
    return network;
}

} // namespace dht
