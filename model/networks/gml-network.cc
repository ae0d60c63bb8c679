/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "gml-network.h"

#include "quantity-text.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace dht
{

GmlNetwork::GmlNetwork(MissingDelays missing)
    : m_missing(missing)
{
}

void
GmlNetwork::AddLine(const std::string& line, std::size_t /* number */)
{
    for (std::size_t at = 0; at < line.size();)
    {
        if (m_isInText || line[at] == '"')
        {
            at += m_isInText ? 0 : 1;
            const auto end = std::min(line.find('"', at), line.size());
            m_text.append(line, at, end - at);
            m_isInText = end == line.size();
            at = end + 1;
            if (!m_isInText)
            {
                AddToken(std::exchange(m_text, {}));
            }
        }
        else if (line[at] == '[' || line[at] == ']')
        {
            line[at++] == '[' ? Open() : Close();
        }
        else
        {
            const auto end = std::min(line.find_first_of(" \t[]\"", at), line.size());
            if (end > at)
            {
                AddToken(line.substr(at, end - at));
            }
            at = end > at ? end : at + 1;
        }
    }
}

void
GmlNetwork::AddToken(const std::string& token)
{
    if (m_key.empty())
    {
        m_key = token;
        return;
    }
    const std::string key = std::exchange(m_key, {});
    if (m_path.size() == 2)
    {
        m_record[key] = token;
    }
    else if (m_path.size() == 1 && key == "directed")
    {
        m_isDirected = token == "1";
    }
}

void
GmlNetwork::Open()
{
    if (m_key.empty())
    {
        throw std::invalid_argument("a [ without a key before it");
    }
    m_path.push_back(std::exchange(m_key, {}));
    m_hasGraph = m_hasGraph || m_path.front() == "graph";
    if (m_path.size() == 2)
    {
        m_record.clear();
    }
}

void
GmlNetwork::Close()
{
    if (m_path.empty() || !m_key.empty())
    {
        throw std::invalid_argument(m_path.empty() ? "a ] without a ["
                                                   : "there is no value for " + m_key);
    }
    if (m_path.size() == 2 && m_path.front() == "graph")
    {
        if (m_path.back() == "node")
        {
            AddNode();
        }
        else if (m_path.back() == "edge")
        {
            AddEdge();
        }
    }
    m_path.pop_back();
}

const std::string&
GmlNetwork::Need(const std::string& key) const
{
    const auto found = m_record.find(key);
    if (found == m_record.end())
    {
        throw std::invalid_argument("this " + m_path.back() + " has no " + key);
    }
    return found->second;
}

void
GmlNetwork::AddNode()
{
    m_graph.AddNode(Need("id"), true);
    const auto rate = [this](const std::string& key) {
        const auto found = m_record.find(key);
        return found == m_record.end() ? 0 : ParseRateText(found->second);
    };
    m_rates.push_back({rate("host_bandwidth_up"), rate("host_bandwidth_down")});
}

void
GmlNetwork::AddEdge()
{
    const auto loss = m_record.find("packet_loss");
    const LinkGraph::Link link{m_graph.Find(Need("source")),
                               m_graph.Find(Need("target")),
                               ParseDelayText(Need("latency")),
                               loss == m_record.end() ? 0 : ParseShareText(loss->second)};
    const auto jitter = m_record.find("jitter");
    m_hasJitter = m_hasJitter || (jitter != m_record.end() && jitter->second[0] != '0');
    if (link.from == link.to)
    {
        return;
    }
    m_graph.AddLink(link);
    if (!m_isDirected)
    {
        m_graph.AddLink({link.to, link.from, link.delay, link.loss});
    }
}

HostNetwork
GmlNetwork::Finish()
{
    if (!m_hasGraph || m_graph.Hosts().size() < 2)
    {
        throw std::invalid_argument("there is no graph of two nodes or more in it");
    }
    if (!m_path.empty())
    {
        throw std::invalid_argument("it ends within " + m_path.back() + " [");
    }
    LinkGraph::Ways ways = m_graph.FindWays();
    const bool hasRates = std::any_of(m_rates.begin(), m_rates.end(), [](const HostRates& rates) {
        return rates.up > 0 || rates.down > 0;
    });
    HostNetwork network =
        MakeHostNetwork(std::move(ways.delays),
                        hasRates ? m_rates : std::vector<HostRates>(),
                        ways.losses,
                        m_missing,
                        [this](std::uint32_t host) { return "node " + m_graph.NameOf(host); });
    if (m_hasJitter)
    {
        network.notes.emplace_back("jitter of the edges");
    }
    return network;
}

} // namespace dht
