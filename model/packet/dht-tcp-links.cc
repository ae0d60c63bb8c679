/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-tcp-links.h"

#include "dht-socket-address.h"

namespace ns3
{

DhtTcpLinks::DhtTcpLinks(Ptr<Node> node,
                         uint16_t port,
                         const DhtTcpOptions& tcp,
                         const dht::LeastBatch& batch,
                         const Listeners& listeners)
{
    m_incoming.emplace(node, port, tcp, listeners.onRequest, listeners.onClosed);
    m_links.emplace(
        node,
        tcp,
        batch,
        DhtOutgoingLinks::Listeners{listeners.onWritable, listeners.onFailed, listeners.onSilent});
}

void
DhtTcpLinks::Open(dht::LinkIndex link, const dht::Endpoint& neighbour)
{
    m_links->Open(link, ToSocketAddress(neighbour));
}

void
DhtTcpLinks::Close(dht::LinkIndex link)
{
    m_links->Close(link);
}

dht::LinkState
DhtTcpLinks::StateFor(dht::LinkIndex link, std::size_t bytes)
{
    return m_links->StateFor(link, static_cast<uint32_t>(bytes));
}

void
DhtTcpLinks::Send(dht::LinkIndex link, const dht::Request& request)
{
    m_links->Send(link, request);
}

std::size_t
DhtTcpLinks::Backlog(dht::LinkIndex link) const
{
    return m_links->Backlog(link);
}

dht::Time
DhtTcpLinks::UplinkIdleAt() const
{
    return m_links->UplinkIdleAt();
}

void
DhtTcpLinks::Resume(dht::ConnectionId connection)
{
    m_incoming->Resume(connection);
}

void
DhtTcpLinks::CloseAll()
{
    // ns-3's sockets send what they hold by themselves
    m_errors = Errors();
    m_incoming.reset();
    m_links.reset();
}

void
DhtTcpLinks::Abort()
{
    m_incoming->Abort();
    m_links->Abort();
}

bool
DhtTcpLinks::IsClosed() const
{
    return !m_incoming;
}

Address
DhtTcpLinks::GetLocal(dht::LinkIndex link) const
{
    return m_links->GetLocal(link);
}

std::optional<dht::ConnectionId>
DhtTcpLinks::Find(const Address& from) const
{
    return m_incoming->Find(from);
}

dht::WireErrorCounts
DhtTcpLinks::Errors() const
{
    return m_incoming ? m_incoming->GetErrors() : m_errors;
}

} // namespace ns3
