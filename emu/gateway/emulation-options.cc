/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "emulation-options.h"

#include "dht-option-checks.h"

#include <algorithm>
#include <arpa/inet.h>
#include <charconv>

namespace ns3
{

namespace
{

const char* const EMULATION_USAGE =
    "An emulated access network in real time: peers that are processes, each in a network\n"
    "namespace that emu/netns has made, and simulated peers. It runs for --duration (and\n"
    "--linger), or until a signal ends it: after SIGTERM or SIGHUP it exits as after --duration,\n"
    "after SIGINT (Ctrl-C) it writes the same, and ends by the signal. The summary is JSON, on\n"
    "standard output unless --summary names a file. A run in which the simulation was late is not\n"
    "valid: --lag-limit.\n"
    "Exit status: 0 done, 1 it failed, 2 an option is wrong, 3 the machine lacks something (the\n"
    "message says what), 4 done, but too late to be valid.";

/// The greatest number of peers of either kind.
constexpr uint64_t MOST_PEERS = 16384;

void
DefineNetwork(DhtOptionTable& table, EmulationOptions& o)
{
    table.AddInteger("real",
                     "Peers that are processes in the namespaces dht0, dht1, ...",
                     o.real,
                     0,
                     MOST_PEERS);
    table.AddInteger("simulated", "Simulated peers", o.simulated, 0, MOST_PEERS);
    table.AddInteger(
        "guests",
        "Further processes, each with an access link and a namespace, that come behind "
        "all peers: whoever watches the ring",
        o.guests,
        0,
        MOST_PEERS);
    o.DefineAccess(table);
    table.AddText("network",
                  "The peers' network: the real peers have its first addresses, then come the "
                  "simulated ones, then the guests; the namespaces are numbered likewise",
                  o.network);
    table.AddText("namespaces", "Beginning of the namespaces' names", o.namespaces);
    table.AddText("tap", "Name of the tap in each namespace", o.tap);
}

void
DefineRing(DhtOptionTable& table, EmulationOptions& o)
{
    o.DefineScheme(table, "The simulated peers' congestion control scheme");
    o.DefineParameter(table, "Load", "of the simulated ones");
    o.DefineWorkload(table);
    table.AddInteger("message-size",
                     "Length of their requests' frames [bytes], with the header of 46 bytes",
                     o.messageSize,
                     46,
                     65535);
    table.AddInteger("port", "The peers' port, TCP and UDP", o.port, 1, 65535);
    table.AddText("join",
                  "A peer of the ring that they join, such as 10.0.0.1:7000; by default they are a "
                  "ring of their own, ready-made",
                  o.join);
    table.AddTime("join-interval",
                  "From the start of one of them to that of the next",
                  o.joinInterval,
                  Time(0));
    table.AddNumber("start-at",
                    "When their requests start [Unix time], 0 for as soon as they are in the ring",
                    o.startAt,
                    0,
                    1e11);
    table.AddTime("warmup",
                  "From the start of their requests to the measurement",
                  o.warmup,
                  Time(0));
}

void
DefineRun(DhtOptionTable& table, EmulationOptions& o)
{
    table.AddTime("duration", "Length of the measurement; 0s: until a signal", o.duration, Time(0));
    table.AddTime("linger", "How long to go on after the measurement", o.linger, Time(0));
    table.AddTime("lag-limit",
                  "The run is not valid if more than 1 percent of the events are later than this",
                  o.lagLimit,
                  MicroSeconds(1));
    table.AddSwitch(
        "fifo",
        "Run before all other processes (SCHED_FIFO), as one of many peers that compute "
        "would else delay the network",
        o.fifo);
    table.AddText("summary", "File for the summary (JSON)", o.summary);
    table.AddText("series", "File for a time series (CSV), a line per second", o.series);
    o.recording.Define(table);
    o.recording.DefineQueues(table);
    table.AddSwitch("quiet", "Show no progress", o.quiet);
}

/// A network of IPv4.
struct Network
{
    uint32_t first; ///< Its address.
    int length;     ///< Its prefix's.
};

/// @param text Such as 10.0.0.0/16. @return The network.
Network
ParseNetwork(const std::string& text)
{
    const std::size_t slash = text.find('/');
    in_addr address{};
    int length = -1;
    if (slash != std::string::npos)
    {
        std::from_chars(text.data() + slash + 1, text.data() + text.size(), length);
    }
    if (inet_pton(AF_INET, text.substr(0, slash).c_str(), &address) != 1 || length < 8 ||
        length > 30 || std::to_string(length) != text.substr(slash + 1))
    {
        throw DhtOptionError("network", text, "allowed is a network such as 10.0.0.0/16");
    }
    const Network network{ntohl(address.s_addr), length};
    if ((network.first & (0xffffffffU >> length)) != 0)
    {
        throw DhtOptionError("network", text, "the address has bits behind its prefix");
    }
    return network;
}

void
CheckTogether(const EmulationOptions& options)
{
    const Network network = ParseNetwork(options.network);
    const uint64_t links = options.GetLinks();
    if (links == 0)
    {
        throw DhtOptionError("--real=0: there are no peers; give --real or --simulated");
    }
    if (links + 3 > uint64_t{1} << (32 - network.length))
    {
        throw DhtOptionError("network",
                             options.network,
                             "is too small for " + std::to_string(links) + " peers");
    }
    if (options.simulated == 1 && options.join.empty())
    {
        throw DhtOptionError("--simulated=1: a ring has at least 2 peers");
    }
    options.GetJoin();
    if (options.simulated > 0)
    {
        dht::CheckLoad(options.scheme, options.workload.load);
    }
    dht::CheckOutputs(options.summary, options.series);
}

} // namespace

EmulationOptions
EmulationOptions::Parse(int argc, char* argv[])
{
    EmulationOptions options;
    DhtOptionTable table(EMULATION_USAGE);
    DefineNetwork(table, options);
    DefineRing(table, options);
    DefineRun(table, options);
    table.Parse(argc, argv);
    options.FinishAccess(table);
    options.FinishScheme();
    options.FinishWorkload(table);
    table.CheckEffect(options.simulated > 0,
                      {"scheme",
                       "scheme-parameter",
                       "load",
                       "workload",
                       "workload-parameter",
                       "message-size",
                       "port",
                       "warmup",
                       "join",
                       "start-at",
                       "record"},
                      "--simulated");
    table.CheckEffect(options.duration > Time(0), {"linger"}, "--duration");
    table.CheckEffect(!options.join.empty(), {"join-interval"}, "--join");
    options.recording.Check(table, {options.summary, options.series});
    options.asGiven = table.GetValues();
    CheckTogether(options);
    return options;
}

uint64_t
EmulationOptions::GetLinks() const
{
    return real + simulated + guests;
}

bool
EmulationOptions::IsSimulated(uint64_t link) const
{
    return link >= real && link < real + simulated;
}

Ipv4Address
EmulationOptions::AddressOf(uint64_t link) const
{
    return Ipv4Address(ParseNetwork(network).first + link + 1);
}

std::optional<dht::Endpoint>
EmulationOptions::GetJoin() const
{
    if (join.empty())
    {
        return std::nullopt;
    }
    const std::size_t colon = std::min(join.find(':'), join.size());
    const char* const end = join.data() + join.size();
    in_addr address{};
    uint16_t number = 0;
    const auto parsed = std::from_chars(std::min(join.data() + colon + 1, end), end, number);
    if (inet_pton(AF_INET, join.substr(0, colon).c_str(), &address) != 1 ||
        parsed.ec != std::errc{} || parsed.ptr != end || number == 0)
    {
        throw DhtOptionError("join", join, "allowed is an address and a port: 10.0.0.1:7000");
    }
    return dht::Endpoint::Ipv4(ntohl(address.s_addr), number);
}

Ipv4Mask
EmulationOptions::GetMask() const
{
    return Ipv4Mask(~(0xffffffffU >> ParseNetwork(network).length));
}

} // namespace ns3
