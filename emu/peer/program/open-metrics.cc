/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "open-metrics.h"

#include "dht-build-info.h"

#include <ctime>
#include <fstream>
#include <set>
#include <sstream>
#include <unistd.h>

namespace dht
{

namespace
{

using Json = nlohmann::ordered_json;

/// What goes up and down, of the summary's counters.
const std::set<std::string> kGauges{"requests.outstanding",
                                    "requests.queued",
                                    "storage.held",
                                    "storage.bytes",
                                    "storage.limit_bytes"};

/// Writes metrics.
class Writer
{
  public:
    /// Begin a metric. @param name The name. @param type The type. @param help What it is.
    void Begin(const std::string& name, const std::string& type, const std::string& help)
    {
        m_out << "# TYPE " << name << " " << type << "\n";
        for (const std::string unit : {"bytes", "seconds"})
        {
            const std::string end = "_" + unit;
            if (name.size() > end.size() &&
                name.compare(name.size() - end.size(), end.size(), end) == 0)
            {
                m_out << "# UNIT " << name << " " << unit << "\n";
            }
        }
        m_out << "# HELP " << name << " " << help << "\n";
        m_sample = name + (type == "counter" ? "_total" : type == "info" ? "_info" : "");
    }

    /// Write a sample of the last one. @param labels In braces, or nothing. @param value The value.
    void Sample(const std::string& labels, const Json& value)
    {
        m_out << m_sample << labels << " " << value.dump() << "\n";
    }

    /// Write a gauge. @param name The name. @param help What it is. @param value The value.
    void Gauge(const std::string& name, const std::string& help, const Json& value)
    {
        Begin(name, "gauge", help);
        Sample("", value);
    }

    /// @return All that was written.
    std::string Finish()
    {
        m_out << "# EOF\n";
        return m_out.str();
    }

    /// Write a section of a summary. @param section Its name. @param counters Its numbers; of an
    /// object of numbers, each is a kind. What is neither is left out.
    void Section(const std::string& section, const Json& counters)
    {
        for (const auto& [key, value] : counters.items())
        {
            const bool isKinds = value.is_object() && !value.empty() && IsAllNumbers(value);
            if (!value.is_number() && !isKinds)
            {
                continue;
            }
            const std::string where = section + "." + key;
            Begin("dht_" + section + "_" + key,
                  kGauges.count(where) > 0 ? "gauge" : "counter",
                  "As the summary's " + where + ".");
            if (!isKinds)
            {
                Sample("", value);
                continue;
            }
            for (const auto& [kind, number] : value.items())
            {
                Sample("{kind=\"" + kind + "\"}", number);
            }
        }
    }

  private:
    /// @param object An object. @return Whether it has numbers only.
    static bool IsAllNumbers(const Json& object)
    {
        for (const Json& value : object)
        {
            if (!value.is_number_unsigned())
            {
                return false;
            }
        }
        return true;
    }

    std::ostringstream m_out; ///< All that was written.
    std::string m_sample;     ///< What samples of the last metric are called.
};

/// @return Bytes of this process in memory.
std::size_t
ResidentBytes()
{
    std::size_t total = 0;
    std::size_t resident = 0;
    std::ifstream("/proc/self/statm") >> total >> resident;
    return resident * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

} // namespace

std::string
OpenMetricsText(const RealPeer& peer, const RingTotals& totals, const PeerRunState& state)
{
    Writer out;
    out.Begin("dht_build", "info", "The build of this program.");
    const BuildInfo build = BuildInfo::Get();
    out.Sample("{version=\"" + build.version + "\",commit=\"" + build.commit + "\"}", 1);
    out.Gauge("dht_ring_joined",
              "Whether the peer has its place in the ring.",
              peer.GetMembership().IsJoined() ? 1 : 0);
    out.Gauge("dht_ring_neighbours",
              "Peers that it may send requests to.",
              peer.GetMembership().Fingers().size());
    out.Gauge("dht_ring_successors",
              "Peers after it on the ring that it knows.",
              peer.GetMembership().Successors().size());
    out.Gauge("dht_ring_connections", "Neighbours connected to it.", peer.ConnectionCount());
    out.Gauge("process_resident_memory_bytes", "Memory of this process.", ResidentBytes());
    out.Begin("process_cpu_seconds", "counter", "CPU time of this process.");
    out.Sample("", static_cast<double>(std::clock()) / CLOCKS_PER_SEC);
    Json counters = PeerCountersToJson(peer, totals, state);
    if (counters["storage"].is_object())
    {
        counters["storage"]["limit_bytes"] = counters["storage"]["limit"];
        counters["storage"].erase("limit");
    }
    counters["requests"] = counters["counters"];
    counters.erase("counters");
    for (const auto& [section, values] : counters.items())
    {
        out.Section(section, values);
    }
    return out.Finish();
}

} // namespace dht
