/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "peer-options.h"

#include "contacts.h"
#include "dht-endpoint-name.h"
#include "dht-option-checks.h"
#include "dht-option-values.h"
#include "dht-options.h"
#include "dht-parameter-options.h"
#include "dht-scheme-options.h"
#include "dht-scheme-registry.h"
#include "dht-window-registry.h"
#include "dht-wire-format.h"
#include "key-text.h"
#include "option-reader.h"
#include "peer-endpoint.h"

#include <algorithm>
#include <array>
#include <sstream>
#include <stdexcept>

namespace dht
{

namespace
{

const char* const kUsage =
    "A peer of an overlay, as a process: it joins a ring, relays and answers, and looks up random\n"
    "keys, at a given load or as fast as its congestion control scheme admits. The summary is "
    "JSON,\n"
    "on standard output unless --summary names a file.\n\n"
    "    dht-peer --listen=10.0.0.1:7000                          begins a ring\n"
    "    dht-peer --listen=10.0.0.2:7000 --join=10.0.0.1:7000     joins it\n"
    "    dht-peer lookup KEY --join=10.0.0.1:7000                 asks it who is responsible; "
    "without\n"
    "                                                             KEY, for each line of standard "
    "input\n"
    "    dht-peer serve --listen=10.0.0.1:7000 --store=DIR        begins a ring that keeps "
    "fragments "
    "of\n"
    "                                                             files for others\n"
    "    dht-peer put FILE --join=10.0.0.1:7000                   stores a file, prints its KEY\n"
    "    dht-peer get KEY --join=10.0.0.1:7000 > FILE             fetches it\n"
    "    dht-peer check KEY --join=10.0.0.1:7000                  says how many fragments are "
    "left\n"
    "    dht-peer renew KEY --join=10.0.0.1:7000 --keep           lets it be kept, until it is "
    "told "
    "to end\n"
    "    dht-peer fetch KEY --join=10.0.0.1:7000                  says how long a block takes; "
    "without\n"
    "                                                             KEY, each of standard input\n\n"
    "lookup: a KEY of 40 hexadecimal digits is taken as it is, any other text by its SHA-1 "
    "digest.\n"
    "SIGTERM, SIGHUP and SIGINT end the measurement: the peer leaves the ring and writes its "
    "summary.\n"
    "Then it exits with status 0; but after SIGINT (Ctrl-C) it ends by that signal.\n"
    "Exit status: 0 done, 1 it failed, 2 an option is wrong, 3 the port cannot be used, 4 no peer "
    "of\n"
    "the ring answers, or not in this version of the protocol, 5 get, check, renew, fetch: it "
    "is\n"
    "not there, or too little of it.\n\n";

/// Texts and numbers that become something else when all options are known.
struct Texts
{
    std::string listen;                ///< An endpoint.
    std::string join;                  ///< Endpoints.
    std::string parameters;            ///< NAME=VALUE,...
    std::string windowParameters;      ///< NAME=VALUE,...
    std::string seed;                  ///< A number, if given.
    std::string acks{"direct"};        ///< How overlay-acks come back.
    std::uint64_t sendBuffer{4096};    ///< Bytes.
    std::uint64_t receiveBuffer{8192}; ///< Bytes.
    std::uint64_t connections{256};    ///< Incoming connections.
    std::uint64_t perAddress{0};       ///< Of these, from one address; 0: a quarter.
    std::uint64_t perNetwork{0};       ///< Of these, from one network; 0: a half.
    std::string storeLimit{"1GB"};     ///< Bytes with a unit.
    std::string uploadRate;            ///< Bits in a second with a unit; empty: unknown.
};

/// @param list Texts with commas between them. @return The texts between the commas.
std::vector<std::string>
Split(const std::string& list)
{
    std::vector<std::string> parts;
    std::istringstream stream(list);
    for (std::string part; std::getline(stream, part, ',');)
    {
        parts.push_back(part);
    }
    return parts;
}

void
DefineRing(Options& table, PeerProgramOptions& o, Texts& texts)
{
    table.AddText("listen",
                  "Address and port of this peer, for TCP and UDP, such as 10.0.0.1:7000 or "
                  "[2001:db8::1]:7000; port 0 for any that is free",
                  texts.listen);
    table.AddText("join",
                  "Peers of the ring to join, HOST:PORT,...; without, a new ring",
                  texts.join);
    table.AddText("contacts",
                  "File for peers that this one has met, made anew every minute and at the end; it "
                  "is asked beside --join, so that the ring is found again",
                  o.contacts);
    AddScheme(table, "Congestion control scheme", o.scheme);
    AddSchemeConstants(table, texts.parameters);
    AddParameter(table, o.peer.peer, "Routing");
    table.AddChoice("acks",
                    "How overlay-acks come back: straight by UDP, or through the overlay",
                    texts.acks,
                    {"direct", "overlay"});
    AddParameter(table, o.peer.peer, "QueueCapacity");
    AddParameter(table, o.peer.peer, "HopLimit");
    AddParameter(table, o.peer.peer, "Hold", "needs --upload-rate");
    table.AddText("upload-rate",
                  "With --hold, rate of the uplink, such as 600kbps or 20Mbps: a peer cannot see "
                  "when it idles",
                  texts.uploadRate);
}

void
DefineWorkload(Options& table, PeerProgramOptions& o, Texts& texts)
{
    table.AddSwitch("idle", "Make no requests: relay and answer, until told to end", o.idle);
    AddParameter(table, o.workload, "Load");
    AddParameter(table, o.workload, "Arrivals");
    AddParameter(table,
                 o.workload,
                 "Requests",
                 "the run ends when all are done, the measurement when the last one is issued");
    table.AddInteger(
        "message-size",
        "Length of a request's frame [bytes], with its header of 46 bytes (IPv6: 58; 20 more if "
        "--acks=overlay)",
        o.messageSize,
        46,
        65535);
    table.AddDuration("warmup",
                      "From the start of the requests to the measurement; 0s with --requests by "
                      "default",
                      o.warmup,
                      Time(0));
    table.AddDuration("duration",
                      "Length of the measurement, 0s for until told to end; with --requests, its "
                      "limit (1h by default)",
                      o.duration,
                      Time(0));
    table.AddDuration(
        "linger",
        "How long to relay and answer after the measurement, unless it is told a second "
        "time to end",
        o.linger,
        Time(0));
    table.AddNumber(
        "start-at",
        "When the requests start [s, UNIX time], so that many peers measure at the same "
        "time; 0 for as soon as it has joined",
        o.startAt,
        0,
        1e11);
    table.AddText("seed",
                  "Seed of all random numbers; without, they are never the same",
                  texts.seed);
    table.AddInteger("run", "Number of the repetition with that seed", o.run, 0, ~std::uint64_t{0});
}

void
DefineLimits(Options& table, PeerProgramOptions& o, Texts& texts)
{
    AddParameter(table, o.peer.peer, "MaxOutstanding");
    AddParameter(table, o.peer.peer, "RequestLifetime", "lookup: 10s by default");
    AddParameter(table, o.peer.peer, "StandstillLimit");
    table.AddInteger("send-buffer",
                     "Bytes sent to a neighbour and not acknowledged; no frame is longer",
                     texts.sendBuffer,
                     128,
                     65535);
    table.AddInteger("receive-buffer",
                     "Receive buffer of an incoming connection [bytes]",
                     texts.receiveBuffer,
                     2304,
                     16777216);
    table.AddInteger("max-connections",
                     "Incoming connections; one more takes the place of one that never said "
                     "anything, or is closed at once",
                     texts.connections,
                     1,
                     100000);
    table.AddInteger(
        "connections-per-address",
        "Of these, from one IPv4 address or one /64 of IPv6 addresses; 0 for a quarter",
        texts.perAddress,
        0,
        100000);
    table.AddInteger(
        "connections-per-network",
        "Of these, from one /24 of IPv4 addresses or one /48 of IPv6 addresses that the "
        "Internet routes; 0 for a half",
        texts.perNetwork,
        0,
        100000);
    table.AddDuration("frame-timeout",
                      "How long half a frame may wait before its connection is closed",
                      o.peer.frameTimeout,
                      FromSeconds(0.001));
    table.AddDuration(
        "link-timeout",
        "How long the end of an idle connection may answer no keepalive before it is given up",
        o.peer.tcp.patience,
        FromSeconds(1));
    table.AddText("tcp", "Congestion control of TCP itself", o.peer.tcp.congestion);
}

/// Options that have an effect only with the overlay's own transport.
const std::vector<std::string> kOfTransport{"transport-priority",
                                            "transport-unsent",
                                            "transport-delivery",
                                            "transport-scope",
                                            "transport-window",
                                            "transport-window-parameter"};

void
DefineTransport(Options& table, RealPeerOptions& peer, std::string& parameters)
{
    AddParameter(table, peer.links, "Transport");
    AddParameter(table, peer.links, "TransportPriority");
    AddParameter(table, peer.links, "TransportUnsent");
    AddParameter(table, peer.links, "TransportDelivery");
    AddParameter(table, peer.transport, "TransportScope");
    table.AddChoice(
        "transport-window",
        "Congestion control of the overlay's own transport at priority 0; above, it is multcp",
        peer.windows.polite,
        WindowRegistry::Get().Names());
    table.AddText(
        "transport-window-parameter",
        "Constants of that window and of multcp, NAME=VALUE,...; one that both have is of both",
        parameters);
}

/// @param o All options. @param table The table of all options. @throws OptionError One has no
/// effect.
void
FinishTransport(const PeerProgramOptions& o, Options& table)
{
    const bool isDtl = o.peer.links.carrier == LinkCarrier::kDtl;
    table.CheckEffect(isDtl, kOfTransport, "--transport=dtl");
    table.CheckEffect(!isDtl,
                      {"tcp",
                       "connections-per-address",
                       "connections-per-network",
                       "frame-timeout",
                       "link-timeout",
                       "hold"},
                      "--transport=tcp");
    table.CheckEffect(o.peer.peer.hold > 0, {"upload-rate"}, "--hold");
    if (o.peer.peer.hold > 0 && o.peer.uploadRate == 0)
    {
        throw OptionError("--upload-rate is missing: a peer that holds requests has to know when "
                          "its uplink idles");
    }
    if (!isDtl)
    {
        for (const std::string& name : kOfTransport)
        {
            table.Hide(name);
        }
        return;
    }
    table.CheckEffect(o.peer.links.priority == 0, {"transport-window"}, "--transport-priority=0");
}

void
DefineMaintenance(Options& table, MaintenanceOptions& m)
{
    for (const char* const name : {"StabiliseInterval",
                                   "FingerInterval",
                                   "QueryTimeout",
                                   "Successors",
                                   "FingerCandidates",
                                   "MaxLinks",
                                   "Vouching"})
    {
        AddParameter(table, m, name);
    }
}

void
DefineStore(Options& table, PeerProgramOptions& o, Texts& texts)
{
    PeerStoreOptions& store = o.peer.store;
    table.AddText("store",
                  "Directory for fragments of files that this peer keeps for others; it is idle "
                  "unless a load is named",
                  store.directory);
    table.AddText("store-limit",
                  "Size of the store at most, such as 500MB or 2TB",
                  texts.storeLimit);
    table.AddDuration("store-lifetime",
                      "Longest time that a fragment is kept, whatever its peer asks for",
                      store.limits.longest,
                      FromSeconds(1));
    AddParameter(table, store.storage, "Lifetime", "put, renew; peers may grant less");
    store.storage.repairInterval = std::chrono::minutes(5);
    AddParameter(table, store.storage, "RepairInterval");
    AddParameter(table, store.storage, "RepairBelow");
    table.AddDuration(
        "hand-over",
        "How long a peer that leaves the ring stays at most, to hand its fragments to "
        "other peers; 0s: not at all",
        store.handOver,
        Time(0));
    AddParameter(table, store.storage, "ProbeInterval", "with --store");
    AddParameter(table, store.storage, "HolderChoice", "get, fetch");
    table.AddText("output",
                  "get: file to write, which has another name until it is whole; if it was left "
                  "half-way, it goes on there",
                  o.output);
}

/// @param table All options. @param o What they are for.
void
DefineRenewal(Options& table, PeerProgramOptions& o)
{
    table.AddSwitch(
        "keep",
        "renew: do it again after half of the time for which peers keep the file, until "
        "told to end",
        o.keep);
}

void
DefineOutput(Options& table, PeerProgramOptions& o)
{
    table.AddText("summary", "File for the summary (JSON)", o.summary);
    table.AddText("series", "File for a time series (CSV), a line per second", o.series);
    o.recording.Define(table);
    table.AddSwitch("quiet", "Show no status", o.quiet);
}

/// Units, and what each is of the smallest.
using Units = std::vector<std::pair<std::string, double>>;

/// @param text A number with one of the units. @param units The units. @return It in the smallest
/// unit; nothing unless it is from 1 to 10^15.
std::optional<double>
ParseQuantity(const std::string& text, const Units& units)
{
    double number = 0;
    const std::string unit = SplitNumber(text, number);
    const auto found = std::find_if(units.begin(), units.end(), [&](const auto& one) {
        return one.first == unit;
    });
    if (found == units.end() || !(number * found->second >= 1) || number * found->second > 1e15)
    {
        return std::nullopt;
    }
    return number * found->second;
}

/// @param name An option. @param text Its value. @return It in bytes. @throws OptionError It is
/// none.
std::uint64_t
ParseBytes(const std::string& name, const std::string& text)
{
    CheckUnit(name, text, {"MB", "GB"});
    const auto bytes = ParseQuantity(text,
                                     {{"B", 1},
                                      {"kB", 1e3},
                                      {"KB", 1e3},
                                      {"MB", 1e6},
                                      {"GB", 1e9},
                                      {"TB", 1e12},
                                      {"KiB", 1024},
                                      {"MiB", 1048576},
                                      {"GiB", 1073741824.0}});
    if (!bytes)
    {
        throw OptionError(name, text, "allowed is a size up to 1000TB, such as 500MB or 2GiB");
    }
    return static_cast<std::uint64_t>(*bytes);
}

/// @param name An option. @param text Its value. @return It in bytes/s. @throws OptionError It is
/// none.
double
ParseRate(const std::string& name, const std::string& text)
{
    CheckUnit(name, text, {"kbps", "Mbps"});
    const auto bits =
        ParseQuantity(text,
                      {{"bps", 1}, {"kbps", 1e3}, {"Kbps", 1e3}, {"Mbps", 1e6}, {"Gbps", 1e9}});
    if (!bits)
    {
        throw OptionError(name, text, "allowed is a rate such as 600kbps or 20Mbps");
    }
    return *bits / 8;
}

/// Take over what was given as text. @param o Where it goes. @param texts The values as given, by
/// option.
void
Convert(PeerProgramOptions& o, const Texts& texts)
{
    if (!texts.listen.empty())
    {
        o.listen = ParseEndpoint("listen", texts.listen, false);
    }
    for (const std::string& peer : Split(texts.join))
    {
        o.peer.bootstrap.push_back(ParseEndpoint("join", peer, true));
    }
    if (!texts.seed.empty())
    {
        o.seed = ParseInteger("seed", texts.seed, 0, ~std::uint64_t{0});
    }
    o.peer.store.limits.bytes = ParseBytes("store-limit", texts.storeLimit);
    if (!texts.uploadRate.empty())
    {
        o.peer.uploadRate = ParseRate("upload-rate", texts.uploadRate);
    }
    o.parameters = ParseSchemeConstants(o.scheme, texts.parameters);
    o.peer.windows.constants = ParseConstants("transport-window-parameter",
                                              texts.windowParameters,
                                              o.peer.windows.Names(),
                                              o.peer.windows.Table());
    o.peer.routedAcks = texts.acks == "overlay";
    o.peer.tcp.sendBuffer = texts.sendBuffer;
    o.peer.tcp.receiveBuffer = texts.receiveBuffer;
    o.peer.connections.total = texts.connections;
    o.peer.transport.maxConnections = texts.connections;
    o.peer.connections.perHost =
        texts.perAddress > 0 ? texts.perAddress : std::max<std::size_t>(texts.connections / 4, 1);
    o.peer.connections.perNetwork =
        texts.perNetwork > 0 ? texts.perNetwork : std::max<std::size_t>(texts.connections / 2, 1);
}

/// @param o All options. @return Bytes of a request's frame without payload.
std::size_t
HeaderSizeOf(const PeerProgramOptions& o)
{
    Request request;
    request.source.ipv6 = o.listen && o.listen->ipv6;
    if (o.peer.routedAcks)
    {
        request.extras.Write().replyTo.emplace();
    }
    return HeaderSize(request);
}

/// Commands; without one, be a peer, too.
constexpr std::array<std::pair<PeerCommand, const char*>, 7> kCommands{
    {{PeerCommand::kRun, "serve"},
     {PeerCommand::kLookup, "lookup"},
     {PeerCommand::kPut, "put"},
     {PeerCommand::kGet, "get"},
     {PeerCommand::kCheck, "check"},
     {PeerCommand::kRenew, "renew"},
     {PeerCommand::kFetch, "fetch"}}};

/// @param command A command. @return Its name.
std::string
NameOf(PeerCommand command)
{
    const auto found = std::find_if(kCommands.begin(), kCommands.end(), [&](const auto& one) {
        return one.first == command;
    });
    return found == kCommands.end() ? "" : found->second;
}

/// @param o All options. @throws OptionError Addresses that are missing or impossible.
void
CheckAddresses(const PeerProgramOptions& o)
{
    if (o.command != PeerCommand::kRun)
    {
        if (o.peer.bootstrap.empty())
        {
            throw OptionError("--join is missing: " + NameOf(o.command) +
                              " needs a peer of the ring, HOST:PORT");
        }
        for (const Endpoint& peer : o.peer.bootstrap)
        {
            if (peer.ipv6 != o.peer.bootstrap.front().ipv6)
            {
                throw OptionError("join",
                                  NameOf(peer),
                                  "all peers of a ring are of one address family");
            }
        }
        return;
    }
    if (!o.listen)
    {
        throw OptionError(
            "--listen is missing: a peer needs an address and a port of its own, such "
            "as --listen=10.0.0.1:7000");
    }
    if (AddressOf(*o.listen).is_unspecified() || AddressOf(*o.listen).is_multicast())
    {
        throw OptionError("listen",
                          NameOf(*o.listen),
                          "allowed is the one address by which the others reach this peer");
    }
    for (const Endpoint& peer : o.peer.bootstrap)
    {
        if (peer.ipv6 != o.listen->ipv6)
        {
            throw OptionError("join",
                              NameOf(peer),
                              "all peers of a ring are of one address family, as --listen's");
        }
    }
}

/// Ask those that were met before, too. @param o All options, of a peer. @throws OptionError The
/// file is broken, or of another ring.
void
TakeContacts(PeerProgramOptions& o)
{
    const Contacts contacts(o.contacts);
    if (!contacts.IsWanted())
    {
        return;
    }
    contacts.CheckWritable();
    for (const Endpoint& peer : contacts.All())
    {
        if (peer.ipv6 != o.listen->ipv6)
        {
            throw OptionError("contacts",
                              o.contacts,
                              NameOf(peer) +
                                  ": all peers of a ring are of one address family, as --listen's");
        }
        const auto& asked = o.peer.bootstrap;
        if (!(peer == *o.listen) && std::find(asked.begin(), asked.end(), peer) == asked.end())
        {
            o.peer.contacts.push_back(peer);
        }
    }
    if (contacts.IsThere() && o.peer.bootstrap.empty() && o.peer.contacts.empty())
    {
        throw OptionError(
            "contacts",
            o.contacts,
            "it names nobody to ask, and a peer that was in a ring must not begin one "
            "of its own by mistake: give --join, or remove the file to begin a ring");
    }
}

/// @param o All options. @throws OptionError Some do not go together.
void
CheckTogether(const PeerProgramOptions& o)
{
    CheckAddresses(o);
    const std::string size = std::to_string(o.messageSize);
    if (!o.idle && o.command == PeerCommand::kRun)
    {
        CheckLoad(o.scheme, o.workload.load, ", or --idle");
    }
    CheckOutputs(o.summary, o.series);
    if (o.peer.peer.routing == RoutingMode::kIterative && o.peer.routedAcks)
    {
        throw OptionError("--acks=overlay: with --routing=iterative, every answer is direct");
    }
    if (o.messageSize < HeaderSizeOf(o) || o.messageSize > o.peer.tcp.sendBuffer)
    {
        throw OptionError("message-size",
                          size,
                          "allowed are " + std::to_string(HeaderSizeOf(o)) + " to " +
                              std::to_string(o.peer.tcp.sendBuffer) +
                              " bytes, from a header's size to --send-buffer's");
    }
    if (!IsTcpCongestionKnown(o.peer.tcp.congestion))
    {
        throw OptionError(
            "tcp",
            o.peer.tcp.congestion,
            "allowed is what /proc/sys/net/ipv4/tcp_available_congestion_control lists, and to "
            "users other than root what tcp_allowed_congestion_control lists beside it");
    }
}

/// Note what was given beside the options. @param o Where it goes. @param words The words in their
/// order.
void
TakeWords(PeerProgramOptions& o, const std::vector<std::string>& words)
{
    if (words.empty())
    {
        return;
    }
    const auto command = std::find_if(kCommands.begin(), kCommands.end(), [&](const auto& one) {
        return one.second == words[0];
    });
    if (command == kCommands.end() || words.size() > 2)
    {
        throw OptionError(words[command == kCommands.end() ? 0 : 2] +
                          ": options begin with --, and the commands are serve, lookup, put, "
                          "get, check, renew and fetch; --help lists all");
    }
    o.command = command->first;
    if (o.command == PeerCommand::kRun)
    {
        if (words.size() > 1 || o.peer.store.directory.empty())
        {
            throw OptionError("serve: where? dht-peer serve --listen=HOST:PORT --store=DIR");
        }
        return;
    }
    if (o.command == PeerCommand::kPut)
    {
        if (words.size() < 2)
        {
            throw OptionError("put: which file? dht-peer put FILE --join=HOST:PORT");
        }
        o.file = words[1];
    }
    else if (words.size() == 2)
    {
        o.key = words[1];
    }
    const bool needsKey = o.command == PeerCommand::kGet || o.command == PeerCommand::kCheck ||
                          o.command == PeerCommand::kRenew ||
                          (o.command == PeerCommand::kFetch && o.key);
    if (needsKey && !KeyIn(o.key.value_or("")))
    {
        throw OptionError(words[0] + " " + o.key.value_or("KEY") +
                          ": a key is the 40 hexadecimal digits that put has printed");
    }
}

/// With a store, some defaults are others. @param o Where they go. @param table All options.
void
TakeStore(PeerProgramOptions& o, Options& table)
{
    const bool isPeer = o.command == PeerCommand::kRun;
    const bool hasStore = !o.peer.store.directory.empty();
    table.CheckEffect(isPeer, {"store"}, "a peer, not with " + NameOf(o.command));
    table.CheckEffect(hasStore,
                      {"store-limit",
                       "store-lifetime",
                       "repair-interval",
                       "repair-below",
                       "hand-over",
                       "probe-interval"},
                      "--store=DIR");
    table.CheckEffect(o.command == PeerCommand::kPut || o.command == PeerCommand::kRenew,
                      {"lifetime"},
                      "put and renew");
    table.CheckEffect(o.command == PeerCommand::kRenew, {"keep"}, "renew");
    table.CheckEffect(o.command == PeerCommand::kGet, {"output"}, "get");
    table.CheckEffect(o.command == PeerCommand::kGet || o.command == PeerCommand::kFetch,
                      {"holder-choice"},
                      "get and fetch");
    if (!hasStore)
    {
        o.peer.store.storage.repairInterval = Time(0);
        return;
    }
    table.SetUnlessGiven("successors", std::to_string(kMaximumLocated));
    const std::size_t least = o.peer.store.storage.fragments;
    if (o.peer.maintenance.successors < least)
    {
        throw OptionError("successors",
                          std::to_string(o.peer.maintenance.successors),
                          "with --store, allowed are " + std::to_string(least) + " to " +
                              std::to_string(kMaximumLocated) + ": they hold what it is asked for");
    }
    const std::array<const char*, 3> loads{"load", "arrivals", "requests"};
    if (std::none_of(loads.begin(), loads.end(), [&](const char* name) {
            return table.WasGiven(name);
        }))
    {
        table.SetUnlessGiven("idle", "true");
    }
}

} // namespace

PeerProgramOptions
PeerProgramOptions::Parse(int argc, const char* const* argv)
{
    PeerProgramOptions o;
    Texts texts;
    Options table;
    DefineRing(table, o, texts);
    DefineWorkload(table, o, texts);
    DefineLimits(table, o, texts);
    DefineTransport(table, o.peer, texts.windowParameters);
    DefineMaintenance(table, o.peer.maintenance);
    DefineStore(table, o, texts);
    DefineRenewal(table, o);
    DefineOutput(table, o);
    ProgramText program{"dht-peer", kUsage, {}};
    for (const auto& [command, name] : kCommands)
    {
        program.commands.emplace_back(name);
    }
    const CommandLine line = ReadCommandLine(program, table, argc, argv);
    if (!line.answer.empty())
    {
        o.command = PeerCommand::kAnswer;
        o.answer = line.answer;
        return o;
    }
    TakeWords(o, line.words);
    Convert(o, texts);
    TakeStore(o, table);
    FinishTransport(o, table);
    if (o.workload.IsLimited())
    {
        table.SetUnlessGiven("warmup", "0s");
        table.SetUnlessGiven("duration", "3600s");
    }
    else if (o.command == PeerCommand::kLookup)
    {
        table.SetUnlessGiven("request-lifetime", "10s");
    }
    else if (o.idle)
    {
        table.SetUnlessGiven("warmup", "0s");
        table.SetUnlessGiven("duration", "0s");
    }
    table.CheckEffect(o.command == PeerCommand::kRun,
                      {"contacts"},
                      "a peer, not with " + NameOf(o.command));
    table.CheckEffect(o.command == PeerCommand::kRun,
                      {"record"},
                      "a peer, not with " + NameOf(o.command));
    o.recording.Check(table, {o.summary, o.series, o.contacts});
    table.CheckEffect(!o.idle, {"load", "arrivals", "requests", "message-size"}, "without --idle");
    o.asGiven = table.GetValues();
    CheckTogether(o);
    if (o.command == PeerCommand::kRun)
    {
        TakeContacts(o);
    }
    return o;
}

std::unique_ptr<CongestionControl>
PeerProgramOptions::MakeScheme() const
{
    const Scheme& found = SchemeRegistry::Get().Find(scheme);
    Parameters values = found.parameters;
    for (const auto& [name, value] : parameters)
    {
        values.Set(name, value);
    }
    return found.make(values);
}

WorkloadOptions
PeerProgramOptions::MakeWorkload(Time start) const
{
    WorkloadOptions options = workload;
    options.start = start;
    options.payloadSize = messageSize - HeaderSizeOf(*this);
    return options;
}

} // namespace dht
