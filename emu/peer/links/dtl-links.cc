/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dtl-links.h"

#include "peer-endpoint.h"

#include <utility>

namespace dht
{

namespace asio = boost::asio;
using boost::system::error_code;

LinkTransport::Options
DtlLinks::TransportOptionsOf(const Setup& setup)
{
    LinkTransport::Options options{setup.transport,
                                   {setup.buffers.sendBuffer, setup.links.priority, true}};
    options.transport.sendBuffer = setup.buffers.sendBuffer;
    options.transport.unsent = setup.links.unsent;
    options.transport.delivery = setup.links.delivery;
    options.transport.receiveWindow = setup.buffers.receiveBuffer;
    options.transport.keepAlive = setup.buffers.patience / 2; // as of links over TCP
    return options;
}

DtlLinks::DtlLinks(asio::io_context& context,
                   const PeerClock& clock,
                   asio::ip::tcp::acceptor listener,
                   DatagramPort& datagrams,
                   const Setup& setup,
                   Random& random,
                   Listeners listeners)
    : m_clock(&clock),
      m_listener(std::move(listener)),
      m_listeners(std::move(listeners)),
      m_transport(TransportOptionsOf(setup),
                  setup.windows.MakerAt(setup.links.priority),
                  random,
                  MakeLinkListeners()),
      m_pump(context, clock, datagrams, m_transport)
{
}

LinkTransport::Listeners
DtlLinks::MakeLinkListeners()
{
    return {{[this](LinkIndex link) {
                 m_listeners.onConnected(link);
                 m_listeners.onWritable(link);
             },
             [this](LinkIndex link) { m_listeners.onWritable(link); },
             [this](LinkIndex link) {
                 ++m_limits.linksFailed;
                 m_listeners.onFailed(link);
             },
             [this](LinkIndex link) { m_listeners.onSilent(link); }},
            [this](ConnectionId connection, Request& request) {
                return m_listeners.onRequest(connection, request);
            },
            [this](ConnectionId connection) { m_listeners.onClosed(connection); }};
}

void
DtlLinks::SetTap(TransportTap* tap)
{
    m_transport.SetTap(tap);
}

void
DtlLinks::Start()
{
    RefuseTcp();
}

void
DtlLinks::Stop()
{
    m_isStopped = true;
    error_code ignored;
    m_listener.close(ignored);
    m_transport.Do([now = m_clock->Now()](LinkTransport& links) {
        links.Connections().AbortAll(now);
        links.Links().CloseAll(now);
    });
    m_pump.Stop();
}

void
DtlLinks::RefuseTcp()
{
    m_listener.async_accept([this](const error_code& error, asio::ip::tcp::socket socket) {
        if (m_isStopped)
        {
            return;
        }
        if (error && error != asio::error::connection_aborted)
        {
            error_code ignored;
            m_listener.close(ignored); // such as too many open files: the system refuses them then
            m_limits.filesLacking += LacksFiles(error) ? 1 : 0;
            return;
        }
        error_code gone;
        const auto from = socket.remote_endpoint(gone);
        if (!error && !gone)
        {
            ++m_limits.connectionsRefused;
            m_listeners.onOtherTransport(EndpointOf(from.address(), from.port()));
        }
        RefuseTcp();
    });
}

void
DtlLinks::Open(LinkIndex link, const Endpoint& neighbour)
{
    m_transport.Do([now = m_clock->Now(), link, neighbour](LinkTransport& links) {
        links.Links().Open(now, link, neighbour);
    });
    m_pump.PollSoon();
}

void
DtlLinks::Close(LinkIndex link)
{
    m_transport.Do(
        [now = m_clock->Now(), link](LinkTransport& links) { links.Links().Close(now, link); });
    m_pump.PollSoon();
}

LinkState
DtlLinks::StateFor(LinkIndex link, std::size_t bytes)
{
    return m_transport.Do(
        [link, bytes](LinkTransport& links) { return links.Links().StateFor(link, bytes); });
}

void
DtlLinks::Send(LinkIndex link, const Request& request)
{
    m_transport.Send(m_clock->Now(), link, request);
    m_pump.PollSoon();
}

void
DtlLinks::Resume(ConnectionId connection)
{
    m_transport.Do([connection](LinkTransport& links) { links.Connections().Resume(connection); });
    m_pump.PollSoon();
}

bool
DtlLinks::OnPacket(const Endpoint& from, const std::uint8_t* bytes, std::size_t size, Time late)
{
    m_pump.OnPacket(from, bytes, size, late);
    return true;
}

bool
DtlLinks::IsSending() const
{
    const TransportEndpoint::State now = m_transport.Get().Core().Now();
    return now.bytesInFlight > 0 || now.bytesWaiting > 0;
}

std::size_t
DtlLinks::ConnectionCount() const
{
    return m_transport.Get().Core().Now().accepted;
}

WireErrorCounts
DtlLinks::Errors() const
{
    return m_transport.Get().Connections().Errors();
}

LimitCounters
DtlLinks::Limits() const
{
    LimitCounters limits = m_limits;
    limits.connectionsRefused += m_transport.Get().Core().Counts().connectionsRefused;
    limits.connectionsBroken += m_transport.Get().Connections().Broken();
    return limits;
}

std::string
DtlLinks::WhyLinksFail() const
{
    return "no answer; does anything here keep long datagrams from going out?";
}

const TransportEndpoint*
DtlLinks::Transport() const
{
    return &m_transport.Get().Core();
}

} // namespace dht
