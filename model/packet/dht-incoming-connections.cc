/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-incoming-connections.h"

#include "dht-tcp-socket.h"
#include "dht-wire-errors.h"

#include "ns3/abort.h"
#include "ns3/inet-socket-address.h"
#include "ns3/log.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("DhtIncomingConnections");

namespace
{

/// Connections of one neighbour that stay when it opens another.
constexpr std::size_t KEPT = 1;

} // namespace

DhtIncomingConnections::DhtIncomingConnections(Ptr<Node> node,
                                               uint16_t port,
                                               const DhtTcpOptions& tcp,
                                               Sink sink,
                                               Closed onClosed)
    : m_tcp(tcp),
      m_sink(std::move(sink)),
      m_onClosed(std::move(onClosed)),
      m_listener(DhtTcpSocket::Create(node)),
      m_alive(std::make_shared<DhtIncomingConnections*>(this))
{
    m_tcp.Apply(m_listener);
    NS_ABORT_MSG_IF(m_listener->Bind(InetSocketAddress(Ipv4Address::GetAny(), port)) != 0,
                    "port " << port << " of node " << node->GetId() << " is in use");
    m_listener->SetAcceptCallback(
        MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
        Callback<void, Ptr<Socket>, const Address&>(
            [alive = std::weak_ptr(m_alive)](Ptr<Socket> socket, const Address& from) {
                if (const auto connections = alive.lock())
                {
                    (*connections)->Accept(socket, from);
                }
                else
                {
                    socket->Close();
                }
            }));
    m_listener->Listen();
}

DhtIncomingConnections::~DhtIncomingConnections()
{
    m_closeOver.Cancel();
    m_connections.clear();
    m_listener->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                  MakeNullCallback<void, Ptr<Socket>, const Address&>());
    m_listener->Close();
}

void
DhtIncomingConnections::Resume(dht::ConnectionId connection)
{
    m_connections.at(connection)->Resume();
}

void
DhtIncomingConnections::Abort()
{
    for (const auto& [id, connection] : m_connections)
    {
        connection->Abort();
    }
}

std::optional<dht::ConnectionId>
DhtIncomingConnections::Find(const Address& from) const
{
    const auto found =
        std::find_if(m_connections.begin(), m_connections.end(), [&](const auto& entry) {
            return entry.second->GetNeighbour() == from;
        });
    return found == m_connections.end() ? std::nullopt : std::optional(found->first);
}

dht::WireErrorCounts
DhtIncomingConnections::GetErrors() const
{
    dht::WireErrorCounts errors = m_errors;
    for (const auto& [id, connection] : m_connections)
    {
        dht::AddWireErrors(errors, connection->GetErrors());
    }
    return errors;
}

void
DhtIncomingConnections::Accept(Ptr<Socket> socket, const Address& from)
{
    NS_LOG_INFO("node " << socket->GetNode()->GetId() << " accepts " << from);
    CloseOldest(from);
    const dht::ConnectionId id = m_next++;
    m_connections[id] = std::make_unique<DhtIncomingConnection>(
        socket,
        m_tcp.sendBuffer, // a longer frame could never be relayed
        [this, id](dht::Request& request) { return m_sink(id, request); },
        [this, id] { OnOver(id); });
}

void
DhtIncomingConnections::CloseOldest(const Address& from)
{
    const Ipv4Address neighbour = InetSocketAddress::ConvertFrom(from).GetIpv4();
    std::vector<dht::ConnectionId> its;
    for (const auto& [id, connection] : m_connections)
    {
        const Address other = connection->GetNeighbour();
        if (InetSocketAddress::IsMatchingType(other) &&
            InetSocketAddress::ConvertFrom(other).GetIpv4() == neighbour)
        {
            its.push_back(id);
        }
    }
    // all but the one that is opened
    const std::size_t kept = (KEPT + 1) * m_tcp.peersPerAddress - 1;
    for (std::size_t i = 0; i + kept < its.size(); ++i)
    {
        OnOver(its[i]);
    }
}

void
DhtIncomingConnections::OnOver(dht::ConnectionId connection)
{
    // the connection is still at work when it says so
    m_over.push_back(connection);
    if (m_closeOver.IsExpired())
    {
        m_closeOver = Simulator::ScheduleNow(&DhtIncomingConnections::CloseOver, this);
    }
}

void
DhtIncomingConnections::CloseOver()
{
    for (const dht::ConnectionId connection : std::exchange(m_over, {}))
    {
        Close(connection);
    }
}

void
DhtIncomingConnections::Close(dht::ConnectionId connection)
{
    const auto found = m_connections.find(connection);
    if (found == m_connections.end())
    {
        return;
    }
    dht::AddWireErrors(m_errors, found->second->GetErrors());
    m_connections.erase(found);
    m_onClosed(connection);
}

} // namespace ns3
