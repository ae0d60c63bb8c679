/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-endpoint-site.h"
#include "dht-wire-errors.h"
#include "peer-endpoint.h"
#include "real-peer.h"

#include <utility>

/// What a real peer does with the connections of its neighbours.

namespace dht
{

namespace asio = boost::asio;
using boost::system::error_code;

namespace
{

/// Between two looks at connections that stall, or two attempts to accept where the system cannot.
constexpr std::chrono::seconds kSweep{1};

} // namespace

std::size_t
RealPeer::ConnectionCount() const
{
    return m_incoming.size();
}

void
RealPeer::Accept()
{
    m_listener.async_accept([this](const error_code& error, asio::ip::tcp::socket socket) {
        if (m_stopped)
        {
            return;
        }
        if (!error)
        {
            Take(std::move(socket));
        }
        else if (error != asio::error::connection_aborted)
        {
            m_acceptLater = true; // such as too many open files: at once would be in vain, for ever
            return;
        }
        Accept();
    });
}

void
RealPeer::Take(asio::ip::tcp::socket socket)
{
    error_code gone; // it may have been closed already
    const auto from = socket.remote_endpoint(gone);
    const Endpoint host = HostOf(dht::EndpointOf(from.address(), from.port()));
    if (gone || !MakeRoom(host))
    {
        ++m_limits.connectionsRefused;
        return; // which closes it
    }
    TuneConnection(socket, m_options.tcp);
    const ConnectionId id = m_nextConnection++;
    auto connection = std::make_shared<IncomingConnection>(
        std::move(socket),
        host,
        m_options.tcp.sendBuffer, // a longer frame could never be relayed
        IncomingConnection::Callbacks{
            [this, id](Request& request) { return m_peer.OnRequest(m_clock->Now(), id, request); },
            [this, id] { Remove(id); },
            [this] { return m_clock->Now(); }});
    m_incoming[id] = connection;
    connection->Open();
}

bool
RealPeer::MakeRoom(const Endpoint& host)
{
    const Admission admission = Admit(m_incoming, host, m_options.connections, GetKnownHosts());
    if (admission.evicts)
    {
        ++m_limits.connectionsEvicted;
        Remove(*admission.evicts);
    }
    return admission.granted;
}

KnownHosts
RealPeer::GetKnownHosts() const
{
    KnownHosts hosts;
    for (const Endpoint& peer : GetContacts())
    {
        ++hosts[HostOf(peer)];
    }
    return hosts;
}

void
RealPeer::Remove(ConnectionId connection)
{
    const auto found = m_incoming.find(connection);
    if (found == m_incoming.end())
    {
        return;
    }
    AddWireErrors(m_errors, found->second->Errors());
    m_limits.connectionsBroken += found->second->IsBroken();
    found->second->Close();
    m_incoming.erase(found);
    m_peer.OnClosed(m_clock->Now(), connection);
}

void
RealPeer::CloseStalled()
{
    const Time now = m_clock->Now();
    std::vector<ConnectionId> stalled;
    for (const auto& [id, connection] : m_incoming)
    {
        const auto since = connection->HalfFrameSince();
        if (since && now - *since >= m_options.frameTimeout)
        {
            stalled.push_back(id);
        }
    }
    for (const ConnectionId id : stalled)
    {
        ++m_limits.framesTimedOut;
        Remove(id);
    }
    if (std::exchange(m_acceptLater, false))
    {
        Accept();
    }
    m_sweep.expires_after(kSweep);
    m_sweep.async_wait([this](const error_code& error) {
        if (!error)
        {
            CloseStalled();
        }
    });
}

} // namespace dht
