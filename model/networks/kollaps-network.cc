/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "link-graph.h"
#include "quantity-text.h"
#include "text-lines.h"
#include "xml-network.h"

#include <algorithm>
#include <boost/property_tree/ptree.hpp>
#include <charconv>
#include <cmath>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace dht
{

namespace
{

using Element = boost::property_tree::ptree;

/// Names of hosts begin with that of their service.
using HostsOf = std::map<std::string, std::vector<std::string>>;

/// @param element An element. @param name Of an attribute. @return Its value, or nothing.
std::optional<std::string>
Attribute(const Element& element, const std::string& name)
{
    const auto value = element.get_optional<std::string>("<xmlattr>." + name);
    return value ? std::optional<std::string>(*value) : std::nullopt;
}

/// @param element An element. @param name Of an attribute. @return Its value.
std::string
Need(const Element& element, const std::string& name)
{
    const auto value = Attribute(element, name);
    if (!value)
    {
        throw std::invalid_argument("it has no attribute " + name);
    }
    return *value;
}

/// @param text Milliseconds. @return The delay.
Time
ParseMilliseconds(const std::string& text)
{
    return ParseDelayText(text + "ms");
}

/// Reads a topology.
class KollapsReader
{
  public:
    /// @param missing What to do about pairs without a way.
    explicit KollapsReader(MissingDelays missing)
        : m_missing(missing)
    {
    }

    /// @param experiment The root. @return The network.
    HostNetwork Read(const Element& experiment)
    {
        ForEach(experiment, "services", "service", [this](const Element& element) {
            AddService(element);
        });
        ForEach(experiment, "bridges", "bridge", [this](const Element& element) {
            m_graph.AddNode(Need(element, "name"), false);
        });
        ForEach(experiment, "links", "link", [this](const Element& element) { AddLink(element); });
        if (m_graph.Hosts().size() < 2)
        {
            throw std::invalid_argument("there are no two services in it");
        }
        HostNetwork network = Present();
        ReadSchedule(experiment, network);
        if (m_hasJitter)
        {
            network.notes.emplace_back("jitter of the links");
        }
        if (m_hasServiceEvents)
        {
            network.notes.emplace_back("services that come and go (churn --trace)");
        }
        return network;
    }

  private:
    /// A link, as the file has it: of a service's hosts and another node, or of two nodes.
    struct Link
    {
        std::vector<std::size_t> ways;           ///< Links of the graph, from the origin.
        std::vector<std::size_t> backs;          ///< The same, to the origin.
        std::vector<std::uint32_t> origins;      ///< Hosts at the origin.
        std::vector<std::uint32_t> destinations; ///< Hosts at the other end.
        double upload{0};                        ///< In bit/s, from the origin; 0: not known.
        double download{0};                      ///< In bit/s, to the origin; 0: not known.
    };

    /// @param experiment The root. @param list The name of a list. @param name That of its
    /// elements. @param read Reads one.
    template <typename Read>
    void ForEach(const Element& experiment,
                 const std::string& list,
                 const std::string& name,
                 const Read& read)
    {
        static const Element kNone;
        std::size_t number = 0;
        for (const auto& [key, element] : experiment.get_child(list, kNone))
        {
            if (key != name)
            {
                continue;
            }
            ++number;
            try
            {
                read(element);
            }
            catch (const std::invalid_argument& error)
            {
                throw std::invalid_argument(name + " " + std::to_string(number) + " of " + list +
                                            ": " + error.what());
            }
        }
    }

    /// @param element A service, whose replicas are hosts.
    void AddService(const Element& element)
    {
        if (Attribute(element, "supervisor").value_or("false") == "true")
        {
            return; // the dashboard is no part of the network
        }
        const std::string name = Need(element, "name");
        const std::string text = Attribute(element, "replicas").value_or("1");
        std::uint32_t replicas = 0;
        const auto parsed = std::from_chars(text.data(), text.data() + text.size(), replicas);
        if (parsed.ptr != text.data() + text.size() || replicas < 1 ||
            replicas > DelayMatrix::kMostHosts)
        {
            throw std::invalid_argument("not a number of replicas: " + text);
        }
        if (m_hostsOf.count(name) > 0)
        {
            throw std::invalid_argument("there are two services " + name);
        }
        for (std::uint32_t i = 0; i < replicas; ++i)
        {
            const std::string host = replicas == 1 ? name : name + "." + std::to_string(i + 1);
            m_graph.AddNode(host, true);
            m_hostsOf[name].push_back(host);
        }
    }

    /// @param name Of a service or a bridge. @return Its nodes.
    std::vector<std::uint32_t> NodesOf(const std::string& name) const
    {
        const auto service = m_hostsOf.find(name);
        std::vector<std::uint32_t> nodes;
        for (const std::string& host :
             service == m_hostsOf.end() ? std::vector<std::string>{name} : service->second)
        {
            nodes.push_back(m_graph.Find(host));
        }
        return nodes;
    }

    /// @param nodes Of a service or a bridge. @return Those that are hosts, counted from 0.
    std::vector<std::uint32_t> HostsAmong(const std::vector<std::uint32_t>& nodes) const
    {
        std::vector<std::uint32_t> hosts;
        for (const std::uint32_t node : nodes)
        {
            const auto found =
                std::lower_bound(m_graph.Hosts().begin(), m_graph.Hosts().end(), node);
            if (found != m_graph.Hosts().end() && *found == node)
            {
                hosts.push_back(static_cast<std::uint32_t>(found - m_graph.Hosts().begin()));
            }
        }
        return hosts;
    }

    /// @param element A link.
    void AddLink(const Element& element)
    {
        const std::string origin = Need(element, "origin");
        const std::string destination = Need(element, "dest");
        const bool isBothWays = Attribute(element, "download").has_value();
        const Time delay = ParseMilliseconds(Need(element, "latency"));
        Link link;
        const auto from = NodesOf(origin);
        const auto to = NodesOf(destination);
        for (const std::uint32_t a : from)
        {
            for (const std::uint32_t b : to)
            {
                link.ways.push_back(m_graph.AddLink({a, b, delay, 0}));
                if (isBothWays)
                {
                    link.backs.push_back(m_graph.AddLink({b, a, delay, 0}));
                }
            }
        }
        link.origins = HostsAmong(from);
        link.destinations = HostsAmong(to);
        if (!m_links.emplace(std::make_pair(origin, destination), m_fileLinks.size()).second)
        {
            throw std::invalid_argument("there are two links from " + origin + " to " +
                                        destination);
        }
        m_fileLinks.push_back(std::move(link));
        Change(element, m_fileLinks.back());
    }

    /// @param element Says some of a link's properties. @param [in,out] link The link.
    void Change(const Element& element, Link& link)
    {
        if (const auto latency = Attribute(element, "latency"))
        {
            SetAll(link, &LinkGraph::Link::delay, ParseMilliseconds(*latency));
        }
        if (const auto drop = Attribute(element, "drop"))
        {
            SetAll(link, &LinkGraph::Link::loss, ParseShareText(*drop));
        }
        if (const auto upload = Attribute(element, "upload"))
        {
            link.upload = ParseRateText(*upload);
        }
        if (const auto download = Attribute(element, "download"))
        {
            link.download = ParseRateText(*download);
        }
        double jitter = 0;
        m_hasJitter = m_hasJitter ||
                      (ReadNumber(Attribute(element, "jitter").value_or(""), jitter) && jitter > 0);
    }

    /// @param link A link, in both directions. @param property A property of links. @param value
    /// Its new value.
    template <typename Value>
    void SetAll(const Link& link, Value LinkGraph::Link::*property, Value value)
    {
        for (const auto* const ways : {&link.ways, &link.backs})
        {
            for (const std::size_t way : *ways)
            {
                m_graph.At(way).*property = value;
            }
        }
    }

    /// @return Rates of the hosts at present.
    std::vector<HostRates> RatesOf() const
    {
        std::vector<HostRates> rates(m_graph.Hosts().size());
        const auto raise = [&](std::uint32_t host, double up, double down) {
            rates[host].up = std::max(rates[host].up, up);
            rates[host].down = std::max(rates[host].down, down);
        };
        for (const Link& link : m_fileLinks)
        {
            for (const std::uint32_t host : link.origins)
            {
                raise(host, link.upload, link.download);
            }
            for (const std::uint32_t host : link.destinations)
            {
                raise(host, link.download, link.upload);
            }
        }
        return rates;
    }

    /// @return The network at present.
    HostNetwork Present() const
    {
        LinkGraph::Ways ways = m_graph.FindWays();
        return MakeHostNetwork(std::move(ways.delays),
                               RatesOf(),
                               ways.losses,
                               m_missing,
                               [this](std::uint32_t host) { return m_graph.NameOf(host); });
    }

    /// @param experiment The root. @param [in,out] network Gets the changes.
    void ReadSchedule(const Element& experiment, HostNetwork& network)
    {
        std::vector<std::pair<double, const Element*>> events;
        ForEach(experiment, "dynamic", "schedule", [&](const Element& element) {
            double at = 0;
            const std::string text = Need(element, "time");
            if (!ReadNumber(text, at) || !(at >= 0 && at <= 1e9))
            {
                throw std::invalid_argument("not a time in seconds: " + text);
            }
            if (!Attribute(element, "origin"))
            {
                m_hasServiceEvents = true;
                return;
            }
            if (const auto action = Attribute(element, "action"))
            {
                throw std::invalid_argument("links can change, but not " + *action);
            }
            const auto link = m_links.find({Need(element, "origin"), Need(element, "dest")});
            if (link == m_links.end())
            {
                throw std::invalid_argument("there is no such link");
            }
            Link copy = m_fileLinks[link->second]; // to find what is wrong while the place is known
            copy.ways.clear();
            copy.backs.clear();
            Change(element, copy);
            if (const auto latency = Attribute(element, "latency"))
            {
                ParseMilliseconds(*latency);
            }
            events.emplace_back(at, &element);
        });
        std::stable_sort(events.begin(), events.end(), [](const auto& a, const auto& b) {
            return a.first < b.first;
        });
        for (std::size_t i = 0; i < events.size(); ++i)
        {
            const Element& element = *events[i].second;
            Change(element,
                   m_fileLinks[m_links.at({Need(element, "origin"), Need(element, "dest")})]);
            if (i + 1 == events.size() || events[i + 1].first > events[i].first)
            {
                network.changes.push_back({FromSeconds(events[i].first), Present()});
            }
        }
    }

    MissingDelays m_missing;       ///< What to do about pairs without a way.
    LinkGraph m_graph;             ///< What was read.
    HostsOf m_hostsOf;             ///< By service.
    std::vector<Link> m_fileLinks; ///< As the file has them.
    std::map<std::pair<std::string, std::string>, std::size_t> m_links; ///< By their ends.
    bool m_hasJitter{false};        ///< Whether a link has some.
    bool m_hasServiceEvents{false}; ///< Whether services come and go.
};

} // namespace

HostNetwork
ReadKollaps(const boost::property_tree::ptree& experiment, MissingDelays missing)
{
    return KollapsReader(missing).Read(experiment);
}

} // namespace dht
