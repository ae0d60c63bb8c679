/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-links.h"

#include "dht-endpoint-site.h"
#include "dht-transport-packet.h"
#include "dht-wire-errors.h"
#include "peer-endpoint.h"

#include <algorithm>
#include <utility>
#include <variant>

namespace dht
{

namespace asio = boost::asio;
using boost::system::error_code;

namespace
{

/// Between two looks at connections that stall, or two attempts to accept where the system cannot.
constexpr std::chrono::seconds kSweep{1};

/// Connections that are closed where files are lacking: for a link, and for the next who comes and
/// is looked at.
constexpr std::size_t kFreed = 2;
/// Until files that were lacking may be there again.
constexpr Time kLack = FromSeconds(60);

} // namespace

TcpLinks::TcpLinks(asio::io_context& context,
                   const PeerClock& clock,
                   asio::ip::tcp::acceptor listener,
                   Setup setup,
                   Listeners listeners)
    : m_context(&context),
      m_clock(&clock),
      m_listener(std::move(listener)),
      m_setup(std::move(setup)),
      m_listeners(std::move(listeners)),
      m_sweep(context),
      m_links(m_setup.maximumLinks),
      m_places(m_setup.places)
{
    if (m_setup.hold.batch.requests > 0)
    {
        m_held.emplace(context, clock, m_setup.hold, m_links);
    }
}

void
TcpLinks::Start()
{
    Accept();
    CloseStalled();
}

void
TcpLinks::Stop()
{
    m_stopped = true;
    m_sweep.cancel();
    if (m_held)
    {
        m_held->Stop();
    }
    error_code ignored;
    m_listener.close(ignored);
    for (const auto& link : m_links)
    {
        if (link)
        {
            link->Close();
        }
    }
    for (const auto& [id, connection] : m_incoming)
    {
        AddWireErrors(m_errors, connection->Errors());
        connection->Close();
    }
    m_incoming.clear();
}

void
TcpLinks::Open(LinkIndex link, const Endpoint& neighbour)
{
    m_links[link] = std::make_shared<OutgoingLink>(
        *m_context,
        m_setup.self,
        neighbour,
        m_setup.tcp,
        m_held.has_value(),
        OutgoingLink::Callbacks{[this, link] { m_listeners.onConnected(link); },
                                [this, link] { m_listeners.onWritable(link); },
                                [this, link](const error_code& why) { OnFailed(link, why); }});
    m_links[link]->Open();
}

void
TcpLinks::OnFailed(LinkIndex link, const error_code& why)
{
    ++m_limits.linksFailed;
    m_limits.linksSpoken += !why;
    ForgetHeld(link);
    NoteFailure(why);
    m_listeners.onFailed(link);
}

void
TcpLinks::NoteFailure(const error_code& why)
{
    m_failure = why;
    if (LacksFiles(why) && !FreeFiles())
    {
        m_listeners.onOwnFault();
    }
}

bool
TcpLinks::FreeFiles()
{
    ++m_limits.filesLacking;
    m_lackedAt = m_clock->Now();
    std::size_t freed = 0;
    for (; freed < kFreed; ++freed)
    {
        const auto id = Dispensable(m_incoming, m_setup.know());
        if (!id)
        {
            break;
        }
        ++m_limits.connectionsEvicted;
        Remove(*id);
    }
    if (freed > 0)
    {
        m_places.total = std::max<std::size_t>(m_incoming.size(), 1);
    }
    return freed > 0;
}

void
TcpLinks::Close(LinkIndex link)
{
    ForgetHeld(link);
    m_links[link]->Close();
    m_links[link].reset();
}

LinkState
TcpLinks::StateFor(LinkIndex link, std::size_t bytes)
{
    return m_links[link] ? m_links[link]->StateFor(bytes) : LinkState::kDown;
}

void
TcpLinks::Send(LinkIndex link, const Request& request)
{
    m_links[link]->Send(request);
    if (m_held)
    {
        m_held->OnWritten(link);
    }
}

void
TcpLinks::ForgetHeld(LinkIndex link)
{
    if (m_held)
    {
        m_held->Forget(link);
    }
}

void
TcpLinks::OnDatagram(std::size_t bytes, const Endpoint& to)
{
    if (m_held)
    {
        m_held->OnDatagram(bytes, to);
    }
}

void
TcpLinks::Resume(ConnectionId connection)
{
    m_incoming.at(connection)->Resume();
}

bool
TcpLinks::OnPacket(const Endpoint& from,
                   const std::uint8_t* bytes,
                   std::size_t size,
                   Time /* late */)
{
    TransportPacket packet;
    if (Decode(bytes, size, packet) == TransportError::kNone &&
        std::holds_alternative<OpenPacket>(packet))
    {
        m_listeners.onOtherTransport(from);
    }
    return false;
}

bool
TcpLinks::IsSending() const
{
    return false; // Linux does it, when the process is gone, too
}

std::size_t
TcpLinks::ConnectionCount() const
{
    return m_incoming.size();
}

WireErrorCounts
TcpLinks::Errors() const
{
    WireErrorCounts errors = m_errors;
    for (const auto& [id, connection] : m_incoming)
    {
        AddWireErrors(errors, connection->Errors());
    }
    return errors;
}

LimitCounters
TcpLinks::Limits() const
{
    return m_limits;
}

std::string
TcpLinks::WhyLinksFail() const
{
    const std::string hint = LacksFiles(m_failure)
                                 ? "allow more (ulimit -n, or LimitNOFILE= in a unit)"
                                 : "does anything here keep TCP from going out?";
    return m_failure.message() + "; " + hint;
}

void
TcpLinks::Accept()
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
            if (LacksFiles(error))
            {
                FreeFiles(); // own links may have theirs
            }
            return;
        }
        Accept();
    });
}

void
TcpLinks::Take(asio::ip::tcp::socket socket)
{
    error_code gone; // it may have been closed already
    const auto from = socket.remote_endpoint(gone);
    const Endpoint host = HostOf(dht::EndpointOf(from.address(), from.port()));
    if (gone || !MakeRoom(host))
    {
        ++m_limits.connectionsRefused;
        return; // which closes it
    }
    TuneConnection(socket, m_setup.tcp);
    const ConnectionId id = m_nextConnection++;
    auto connection = std::make_shared<IncomingConnection>(
        std::move(socket),
        host,
        m_setup.tcp.sendBuffer, // a longer frame could never be relayed
        IncomingConnection::Callbacks{
            [this, id](Request& request) { return m_listeners.onRequest(id, request); },
            [this, id] { Remove(id); },
            [this] { return m_clock->Now(); }});
    m_incoming[id] = connection;
    connection->Open();
}

bool
TcpLinks::MakeRoom(const Endpoint& host)
{
    const Admission admission = Admit(m_incoming, host, m_places, m_setup.know());
    if (admission.evicts)
    {
        ++m_limits.connectionsEvicted;
        Remove(*admission.evicts);
    }
    return admission.granted;
}

void
TcpLinks::Remove(ConnectionId connection)
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
    m_listeners.onClosed(connection);
}

void
TcpLinks::CloseStalled()
{
    for (const ConnectionId id : StalledAmong(m_incoming, m_clock->Now(), m_setup.frameTimeout))
    {
        ++m_limits.framesTimedOut;
        Remove(id);
    }
    if (std::exchange(m_acceptLater, false))
    {
        Accept();
    }
    else if (m_places.total < m_setup.places.total && Later(m_lackedAt, kLack) < m_clock->Now())
    {
        ++m_places.total;
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
