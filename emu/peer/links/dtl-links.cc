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
    auto options = LinkTransport::Options::Of(setup.transport,
                                              setup.links,
                                              setup.buffers.sendBuffer,
                                              setup.buffers.receiveBuffer,
                                              true);
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
    : LinksOverTransport(TransportOptionsOf(setup),
                         setup.windows.MakerAt(setup.links.priority),
                         random,
                         Counting(listeners, m_limits),
                         context,
                         clock,
                         datagrams),
      m_listener(std::move(listener)),
      m_onOtherTransport(std::move(listeners.onOtherTransport))
{
}

DtlLinks::Listeners
DtlLinks::Counting(Listeners listeners, LimitCounters& limits)
{
    listeners.onFailed = [&limits, onFailed = std::move(listeners.onFailed)](LinkIndex link) {
        ++limits.linksFailed;
        onFailed(link);
    };
    return listeners;
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
    error_code ignored;
    m_listener.close(ignored);
    const Time now = m_pump.Now();
    m_transport.Do([now](LinkTransport& links) { links.Connections().AbortAll(now); });
    m_transport.CloseAll(now);
    m_pump.Stop();
}

void
DtlLinks::RefuseTcp()
{
    m_listener.async_accept([this](const error_code& error, asio::ip::tcp::socket socket) {
        if (m_pump.IsStopped())
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
            m_onOtherTransport(EndpointOf(from.address(), from.port()));
        }
        RefuseTcp();
    });
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
    return IsSendingOver(m_transport.Core());
}

std::size_t
DtlLinks::ConnectionCount() const
{
    return m_transport.Core().Now().accepted;
}

LimitCounters
DtlLinks::Limits() const
{
    LimitCounters limits = m_limits;
    limits.connectionsRefused += m_transport.Core().Counts().connectionsRefused;
    limits.connectionsBroken += m_transport.Connections().Broken();
    return limits;
}

std::string
DtlLinks::WhyLinksFail() const
{
    return "no answer; does anything here keep long datagrams from going out?";
}

} // namespace dht
