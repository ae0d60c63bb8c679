/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "peer-option-checks.h"

#include "contacts.h"
#include "dht-endpoint-name.h"
#include "dht-option-checks.h"
#include "dht-wire-format.h"
#include "peer-endpoint.h"
#include "peer-option-values.h"
#include "peer-store-options.h"
#include "tcp-tuning.h"

#include <algorithm>
#include <string>
#include <vector>

namespace dht
{

namespace
{

/// Listen at one address rather than at all, if others know this machine by one that it has: what
/// it sends comes from there then. @param [in,out] o All options.
void
TakePublic(PeerProgramOptions& o)
{
    if (o.published && AddressOf(*o.listen).is_unspecified() &&
        IsOwnAddress(AddressOf(*o.published)))
    {
        const std::uint16_t port = o.listen->port;
        o.listen = o.published;
        o.listen->port = port;
    }
}

/// @param o All options. @throws OptionError Addresses that are missing or impossible.
void
CheckAddresses(const PeerProgramOptions& o)
{
    if (!o.listen)
    {
        throw OptionError(
            "--listen is missing: a peer needs an address and a port of its own, such "
            "as --listen=10.0.0.1:7000; dht-peer --help lists all commands");
    }
    if (AddressOf(*o.listen).is_multicast() ||
        (AddressOf(*o.listen).is_unspecified() && !o.published))
    {
        throw OptionError(
            "listen",
            NameOf(*o.listen),
            "others need the one address by which they reach this peer: name it here, "
            "or by --public=ADDRESS");
    }
    if (o.published &&
        (o.published->ipv6 != o.listen->ipv6 || AddressOf(*o.published).is_unspecified() ||
         AddressOf(*o.published).is_multicast()))
    {
        throw OptionError("public",
                          NameOf(*o.published),
                          "allowed is one address, of --listen's family");
    }
}

/// Hide options of a transport that is not there. @param o All options. @param [in,out] table Their
/// table. @throws OptionError One has no effect, or is missing.
void
FinishTransport(const PeerProgramOptions& o, Options& table)
{
    const bool isDtl = o.peer.links.carrier == LinkCarrier::kDtl;
    table.CheckEffect(
        !isDtl,
        {"tcp", "connections-per-address", "connections-per-network", "frame-timeout", "hold"},
        "--transport=tcp");
    table.CheckEffect(o.peer.peer.hold > 0, {"hold-bytes", "upload-rate"}, "--hold");
    if (o.peer.peer.hold > 0 && o.peer.uploadRate == 0)
    {
        throw OptionError("--upload-rate is missing: a peer that holds requests has to know when "
                          "its uplink idles");
    }
    if (!isDtl)
    {
        table.RemoveEffect(kTransportGroup, "--transport=dtl");
        return;
    }
    table.CheckEffect(o.peer.links.priority == 0, {"transport-window"}, "--transport-priority=0");
}

/// Find out whom to join through, and ask those that were met before, too. @param [in,out] o All
/// options. @throws OptionError Peers or the file are of another ring, or the file is broken.
void
TakeContacts(PeerProgramOptions& o)
{
    o.peer.bootstrap = o.join.Of(o.listen->ipv6);
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
        if (!(peer == o.published.value_or(*o.listen)) &&
            std::find(asked.begin(), asked.end(), peer) == asked.end())
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
    if (!o.idle)
    {
        CheckLoad(o.scheme, o.workload.load, o.peer.peer, ", or --idle");
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
    if (!o.peer.tcp.congestion.empty() && !IsTcpCongestionKnown(o.peer.tcp.congestion))
    {
        throw OptionError(
            "tcp",
            o.peer.tcp.congestion,
            "allowed is what /proc/sys/net/ipv4/tcp_available_congestion_control lists, and to "
            "users other than root what tcp_allowed_congestion_control lists beside it");
    }
}

} // namespace

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

void
FinishPeerOptions(PeerProgramOptions& o, const PeerTexts& texts, Options& table)
{
    ConvertTexts(o, texts);
    TakeStore(o, table);
    FinishTransport(o, table);
    FinishLookupWindow(table, o.peer.peer);
    o.recording.Check(table, {o.summary, o.series, o.contacts});
    table.CheckEffect(!o.idle, {"load", "arrivals", "requests", "message-size"}, "without --idle");
    if (o.peer.tcp.congestion.empty())
    {
        table.Show("tcp", SystemTcpCongestion());
    }
    if (o.peer.maintenance.puzzleBits == 0)
    {
        table.Hide("puzzle");
    }
    o.asGiven = table.GetValues();
    CheckTogether(o);
    TakePublic(o);
    TakeContacts(o);
}

} // namespace dht
