/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_XML_NETWORK_H
#define DHT_XML_NETWORK_H

#include "delay-cells.h"
#include "host-network.h"

#include <boost/property_tree/ptree_fwd.hpp>
#include <string>

/**
 * @file
 * @ingroup dht-cc
 * @internal
 * Networks in XML: topologies of the emulator Kollaps, and coordinates of the simulator OverSim.
 */

namespace dht
{

/// Collects a file of XML, and reads it as what its root says that it is.
class XmlNetwork : public NetworkFormat
{
  public:
    /// Bytes of the largest file that is read.
    static constexpr std::size_t kMostBytes = std::size_t{1} << 26;

    /// @param cells Say what to do about missing delays, and what coordinates are.
    explicit XmlNetwork(const DelayCells& cells);

    void AddLine(const std::string& line, std::size_t number) override;
    HostNetwork Finish() override;

  private:
    DelayCells m_cells;     ///< What numbers are.
    std::string m_text;     ///< The file.
    std::size_t m_lines{0}; ///< How many it has.
};

/**
 * Read a topology of Kollaps: services are hosts, links have a latency in ms, one way, and rates.
 * A link with "download" goes both ways. The delay of a pair is that of the shortest way, and a
 * host's rates are those of its fastest link. Links change at the times of the schedule.
 *
 * @param experiment The element of that name.
 * @param missing What to do about pairs between which there is no way.
 * @return The network.
 * @throws std::invalid_argument Something in it is wrong.
 */
HostNetwork ReadKollaps(const boost::property_tree::ptree& experiment, MissingDelays missing);

/**
 * Read coordinates of OverSim: each element of the list has an element "coord" for each dimension.
 *
 * @param list The root.
 * @param unit What distances are; ms in OverSim.
 * @return The network.
 * @throws std::invalid_argument Something in it is wrong.
 */
HostNetwork ReadCoordinates(const boost::property_tree::ptree& list, const DelayUnit& unit);

} // namespace dht

#endif // DHT_XML_NETWORK_H
