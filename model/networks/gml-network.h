/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_GML_NETWORK_H
#define DHT_GML_NETWORK_H

#include "delay-cells.h"
#include "host-network.h"
#include "link-graph.h"

#include <map>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup dht-cc
 * @internal
 * Network graphs of the simulator Shadow.
 */

namespace dht
{

/**
 * A graph in GML whose nodes are hosts, with host_bandwidth_up and host_bandwidth_down, and whose
 * edges have a latency, one way and with its unit, and perhaps packet_loss (Shadow's "Network graph
 * specification"). Nodes stand before their edges. The delay of a pair is that of the shortest way.
 * A node's edge to itself and jitter are not used.
 */
class GmlNetwork : public NetworkFormat
{
  public:
    /// @param missing What to do about pairs between which there is no way.
    explicit GmlNetwork(MissingDelays missing);

    void AddLine(const std::string& line, std::size_t number) override;
    HostNetwork Finish() override;

  private:
    /// What a node or an edge says of itself, by key.
    using Record = std::map<std::string, std::string>;

    /// A word, a number or a text. @param token What it is.
    void AddToken(const std::string& token);
    /// A list begins.
    void Open();
    /// A list ends.
    void Close();
    /// @param key A key of m_record. @return Its value. @throws std::invalid_argument There is
    /// none.
    const std::string& Need(const std::string& key) const;
    /// The record is a node's.
    void AddNode();
    /// The record is an edge's.
    void AddEdge();

    MissingDelays m_missing;         ///< What to do about pairs without a way.
    LinkGraph m_graph;               ///< What was read.
    std::vector<HostRates> m_rates;  ///< Of the nodes.
    bool m_isDirected{false};        ///< Whether edges go one way.
    bool m_hasJitter{false};         ///< Whether an edge has some.
    bool m_hasGraph{false};          ///< Whether there was one.
    std::vector<std::string> m_path; ///< Keys of the lists that are open.
    std::string m_key;               ///< Whose value comes next; empty: a key does.
    Record m_record;                 ///< Of the present node or edge.
    bool m_isInText{false};          ///< Whether a quotation mark is open.
    std::string m_text;              ///< What stands behind it.
};

} // namespace dht

#endif // DHT_GML_NETWORK_H
