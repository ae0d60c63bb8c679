/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-tcp-links.h"

#include "dht-grown.h"
#include "dht-socket-address.h"

#include "ns3/abort.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <utility>

namespace ns3
{

namespace
{

/// Until TCP has sent what was written to it, and the uplink is busy with it.
const Time WRITTEN = NanoSeconds(2);

} // namespace

DhtTcpLinks::DhtTcpLinks(Ptr<Node> node,
                         uint16_t port,
                         const DhtTcpOptions& tcp,
                         const dht::LeastBatch& batch,
                         const Listeners& listeners)
    : m_node(node),
      m_tcp(tcp),
      m_listeners(listeners),
      m_device(AccessNetDevice::Of(node)),
      m_held(batch)
{
    m_incoming.emplace(node, port, tcp, listeners.onRequest, listeners.onClosed);
}

DhtTcpLinks::~DhtTcpLinks()
{
    m_crossing.Cancel();
}

void
DhtTcpLinks::Open(dht::LinkIndex link, const dht::Endpoint& neighbour)
{
    std::unique_ptr<DhtNeighbourLink>& opened = dht::GrownAt(m_links, link);
    NS_ABORT_MSG_IF(opened, "link " << link << " is open already");
    opened = std::make_unique<DhtNeighbourLink>(
        m_node,
        ToSocketAddress(neighbour),
        m_tcp,
        m_held.IsOn(),
        DhtNeighbourLink::Listeners{[this, link] {
                                        // what was acknowledged may let others cross
                                        AwaitIdle(Time(0));
                                        m_listeners.onWritable(link);
                                    },
                                    [this, link] { m_listeners.onFailed(link); },
                                    [this, link] { m_listeners.onSilent(link); }});
    opened->Open();
}

void
DhtTcpLinks::Close(dht::LinkIndex link)
{
    if (LinkAt(link))
    {
        m_links[link].reset();
        m_held.Set(link, 0);
    }
}

dht::LinkState
DhtTcpLinks::StateFor(dht::LinkIndex link, std::size_t bytes)
{
    const DhtNeighbourLink* const found = LinkAt(link);
    return found ? found->StateFor(static_cast<uint32_t>(bytes)) : dht::LinkState::kDown;
}

void
DhtTcpLinks::Send(dht::LinkIndex link, const dht::Request& request)
{
    m_links[link]->Send(request);
    if (m_held.IsOn())
    {
        const dht::HeldFrames& held = m_links[link]->Held();
        m_held.Set(link, held.Count(), held.Bytes());
        AwaitIdle(Time(0));
    }
}

std::size_t
DhtTcpLinks::Backlog(dht::LinkIndex link) const
{
    const DhtNeighbourLink* const found = LinkAt(link);
    return found ? found->Backlog() : 0;
}

dht::Time
DhtTcpLinks::UplinkIdleAt() const
{
    return m_device ? dht::Time(m_device->GetUplink().GetBusyUntil().GetNanoSeconds())
                    : dht::kNever;
}

void
DhtTcpLinks::AwaitIdle(Time soonest)
{
    if (m_held.IsEmpty() || !m_crossing.IsExpired())
    {
        return;
    }
    const Time busy = m_device ? m_device->GetUplink().GetBusyUntil() - Simulator::Now() : Time(0);
    m_crossing = Simulator::Schedule(std::max(busy, soonest), &DhtTcpLinks::Cross, this);
}

void
DhtTcpLinks::Cross()
{
    if (m_device && m_device->GetUplink().GetBusyUntil() > Simulator::Now())
    {
        AwaitIdle(Time(0));
        return;
    }
    const auto next = m_held.TakeNext([this](dht::LinkIndex link) {
        const DhtNeighbourLink* const found = LinkAt(link);
        return !found || found->Held().Count() == 0 || found->IsQuiet();
    });
    if (next)
    {
        if (DhtNeighbourLink* const found = LinkAt(*next))
        {
            found->Flush();
        }
        AwaitIdle(WRITTEN);
    }
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
    m_crossing.Cancel();
    m_links.clear();
}

void
DhtTcpLinks::Abort()
{
    m_incoming->Abort();
    for (const auto& link : m_links)
    {
        if (link)
        {
            link->Abort();
        }
    }
    m_links.clear();
}

bool
DhtTcpLinks::IsClosed() const
{
    return !m_incoming;
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

Address
DhtTcpLinks::GetLocal(dht::LinkIndex link) const
{
    const DhtNeighbourLink* const found = LinkAt(link);
    return found ? found->GetLocal() : Address();
}

DhtNeighbourLink*
DhtTcpLinks::LinkAt(dht::LinkIndex link) const
{
    return link < m_links.size() ? m_links[link].get() : nullptr;
}

} // namespace ns3
