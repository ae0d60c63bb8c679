/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "peer-option-table.h"

#include "dht-parameter-options.h"
#include "dht-scheme-options.h"
#include "dht-window-registry.h"
#include "peer-endpoint.h"
#include "peer-store-options.h"
#include "shared-options.h"

namespace dht
{

namespace
{

void
DefineRing(Options& table, PeerProgramOptions& o, PeerTexts& texts)
{
    table.BeginGroup("Ring");
    table.Add({"listen",
               "Address and port of this peer, for TCP and UDP, such as 10.0.0.1:7000, "
               "[2001:db8::1]:7000 or a host's name; port 0 for any that is free; 0.0.0.0 or [::] "
               "for all addresses needs --public",
               "",
               [&o](const std::string& text) { o.listen = ParseListen("listen", text); }});
    table.Add(
        {"public",
         "Address, and port if it is another one, by which others reach this peer, if that is "
         "not --listen's, as behind a NAT that translates one to one: such as 203.0.113.1 or "
         "203.0.113.1:7000",
         "",
         [&o](const std::string& text) { o.published = ParseAddress("public", text); }});
    AddJoin(table, o.join, "Peers of the ring to join, HOST:PORT,...; without, a new ring");
    table.AddText("contacts",
                  "File for peers that this one has met, made anew every minute and at the end; it "
                  "is asked beside --join, so that the ring is found again",
                  o.contacts);
    table.AddSwitch("quiet", "Show no status; of a log, only warnings and errors", o.quiet);
    table.BeginGroup("Requests of others");
    AddScheme(table, "Congestion control scheme", o.scheme);
    AddSchemeConstants(table, texts.parameters);
    AddParameter(table, o.peer.peer, "Routing");
    AddParameter(table, o.peer.peer, "LookupWindow");
    table.AddChoice("acks",
                    "How overlay-acks come back: straight by UDP, or through the overlay",
                    texts.acks,
                    {"direct", "overlay"});
    AddParameter(table, o.peer.peer, "QueueCapacity");
    AddParameter(table, o.peer.peer, "HopLimit");
    AddParameter(table, o.peer.peer, "Hold", "needs --upload-rate");
    AddParameter(table, o.peer.peer, "HoldBytes");
    table.AddText("upload-rate",
                  "With --hold, rate of the uplink, such as 600kbps or 20Mbps: a peer cannot see "
                  "when it idles",
                  texts.uploadRate);
}

void
DefineLimits(Options& table, PeerProgramOptions& o, PeerTexts& texts)
{
    table.BeginGroup("Links and limits");
    AddParameter(table, o.peer.peer, "MaxOutstanding");
    AddParameter(table, o.peer.peer, "RequestLifetime");
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
    table.AddText("tcp",
                  "Congestion control of TCP itself, such as cubic; without, the system's default",
                  o.peer.tcp.congestion);
}

void
DefineTransport(Options& table, RealPeerOptions& peer, std::string& parameters)
{
    table.BeginGroup("Links and limits");
    AddParameter(table, peer.links, "Transport");
    table.BeginGroup(kTransportGroup);
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

void
DefineMaintenance(Options& table, MaintenanceOptions& m)
{
    table.BeginGroup("Maintenance of the ring");
    for (const char* const name : {"StabiliseInterval",
                                   "FingerInterval",
                                   "QueryTimeout",
                                   "Successors",
                                   "FingerCandidates",
                                   "MaxLinks",
                                   "Vouching",
                                   "Puzzle"})
    {
        AddParameter(table, m, name);
    }
}

} // namespace

const char* const kTransportGroup = "The overlay's own transport (--transport=dtl)";

void
DefinePeerOptions(Options& table, PeerProgramOptions& o, PeerTexts& texts)
{
    DefineRing(table, o, texts);
    DefineStoreOptions(table, o, texts);
    DefineLimits(table, o, texts);
    DefineTransport(table, o.peer, texts.windowParameters);
    DefineMaintenance(table, o.peer.maintenance);
    table.BeginGroup("Recording");
    o.recording.Define(table);
}

void
DefineLoad(Options& table, PeerProgramOptions& o, PeerTexts& texts)
{
    table.BeginGroup("Load and measurement");
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
DefineResults(Options& table, PeerProgramOptions& o)
{
    table.BeginGroup("Results");
    table.AddText("summary", "File for the summary (JSON)", o.summary);
    table.AddText("series", "File for a time series (CSV), a line per second", o.series);
}

} // namespace dht
