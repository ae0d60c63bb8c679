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
#include "peer-commands.h"
#include "peer-endpoint.h"
#include "tcp-tuning.h"

#include <algorithm>
#include <string>
#include <vector>

namespace dht
{

namespace
{

/// Options that have an effect only with the overlay's own transport.
const std::vector<std::string> kOfTransport{"transport-priority",
                                            "transport-unsent",
                                            "transport-delivery",
                                            "transport-scope",
                                            "transport-window",
                                            "transport-window-parameter"};

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
FinishTransport(const PeerProgramOptions& o, Options& table)
{
    const bool isDtl = o.peer.links.carrier == LinkCarrier::kDtl;
    table.CheckEffect(isDtl, kOfTransport, "--transport=dtl");
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
        for (const std::string& name : kOfTransport)
        {
            table.Hide(name);
        }
        return;
    }
    table.CheckEffect(o.peer.links.priority == 0, {"transport-window"}, "--transport-priority=0");
}

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

void
CheckTogether(const PeerProgramOptions& o)
{
    CheckAddresses(o);
    const std::string size = std::to_string(o.messageSize);
    if (!o.idle && o.command == PeerCommand::kRun)
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
    if (!IsTcpCongestionKnown(o.peer.tcp.congestion))
    {
        throw OptionError(
            "tcp",
            o.peer.tcp.congestion,
            "allowed is what /proc/sys/net/ipv4/tcp_available_congestion_control lists, and to "
            "users other than root what tcp_allowed_congestion_control lists beside it");
    }
}

} // namespace dht
