/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-endpoint-name.h"
#include "dht-wire-format.h"
#include "peer-endpoint.h"
#include "real-peer.h"

#include <boost/asio/post.hpp>
#include <string>
#include <vector>

/// What the protocol asks of a real peer, its host.

namespace dht
{

LinkState
RealPeer::StateOf(LinkIndex link, const Request& request)
{
    return m_links->StateFor(link, FrameSize(request));
}

void
RealPeer::Send(LinkIndex link, const Request& request)
{
    m_links->Send(link, request);
}

Endpoint
RealPeer::EndpointOf(LinkIndex link)
{
    return GetMembership().NeighbourAt(link).value_or(m_self);
}

LinkState
RealPeer::StateOfDatagrams(std::size_t size)
{
    return m_datagrams.StateFor(size);
}

void
RealPeer::SendDatagram(const Endpoint& to, const Datagram& datagram)
{
    m_datagrams.Send(to, datagram);
}

void
RealPeer::WakeAt(Time time)
{
    m_wake.SetAt(time);
}

void
RealPeer::WakeStorageAt(Time time)
{
    m_storeWake.SetAt(time);
}

void
RealPeer::Resume(ConnectionId connection)
{
    m_links->Resume(connection);
}

void
RealPeer::Connect(LinkIndex link, const Endpoint& neighbour)
{
    m_links->Open(link, neighbour);
}

void
RealPeer::Disconnect(LinkIndex link)
{
    m_links->Close(link);
}

void
RealPeer::OnJoined()
{
    m_otherVersion.clear();
    // the peer is still at work
    boost::asio::post(*m_context, [this] { m_callbacks.onJoined(); });
}

void
RealPeer::OnJoinFailed(JoinFailure failure)
{
    const std::string why = m_otherVersion.empty() ? Explain(failure) : m_otherVersion;
    const bool mayPass = m_otherVersion.empty() && failure != JoinFailure::kPlaceTaken &&
                         (failure == JoinFailure::kNoWay || !m_options.contacts.empty());
    boost::asio::post(*m_context, [this, why, mayPass] { m_callbacks.onJoinFailed(why, mayPass); });
}

void
RealPeer::OnWayOut(bool isOpen)
{
    if (isOpen)
    {
        boost::asio::post(*m_context, [this] {
            m_callbacks.onRelief("links can be made again: this peer has its place back");
        });
        return;
    }
    const std::string what = "no link that this peer opens works, though others answer: it gives "
                             "its place up until one does (" +
                             m_links->WhyLinksFail() + ")";
    boost::asio::post(*m_context, [this, what] { m_callbacks.onWarning(what); });
}

std::string
RealPeer::Explain(JoinFailure failure) const
{
    std::vector<Endpoint> asked = m_options.bootstrap;
    asked.insert(asked.end(), m_options.contacts.begin(), m_options.contacts.end());
    const std::string names = NamesOf(asked);
    const std::string options = m_options.contacts.empty()    ? "is --join right"
                                : m_options.bootstrap.empty() ? "is --contacts right"
                                                              : "are --join and --contacts right";
    switch (failure)
    {
    case JoinFailure::kNoWay:
        return names + " answered, but peers that it named did not, time and again: try later";
    case JoinFailure::kPlaceTaken:
        return "another peer of this host has its place on the ring: a host has eight, by the port "
               "modulo 8; take another port";
    case JoinFailure::kOtherPuzzle:
        return Explain(*GetMembership().Other());
    default:
        return "no answer from " + names + ": " + options + ", and a peer there?";
    }
}

std::string
RealPeer::Explain(const OtherPuzzle& other) const
{
    const auto option = [](unsigned bits) { return "--puzzle=" + std::to_string(bits); };
    const unsigned own = m_options.maintenance.puzzleBits;
    if (other.bits == own)
    {
        return NameOf(other.peer) + " shows work that does not solve the puzzle of its address";
    }
    return NameOf(other.peer) + " has " + option(other.bits) + ", this peer " + option(own) +
           ": all peers of a ring need the same";
}

} // namespace dht
