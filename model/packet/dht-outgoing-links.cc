/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-outgoing-links.h"

#include "dht-grown.h"

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

DhtOutgoingLinks::DhtOutgoingLinks(Ptr<Node> node,
                                   const DhtTcpOptions& tcp,
                                   const dht::LeastBatch& batch,
                                   Listeners listeners)
    : m_node(node),
      m_tcp(tcp),
      m_listeners(std::move(listeners)),
      m_device(AccessNetDevice::Of(node)),
      m_held(batch)
{
}

DhtOutgoingLinks::~DhtOutgoingLinks()
{
    m_crossing.Cancel();
}

void
DhtOutgoingLinks::Open(dht::LinkIndex link, const Address& neighbour)
{
    std::unique_ptr<DhtNeighbourLink>& opened = dht::GrownAt(m_links, link);
    NS_ABORT_MSG_IF(opened, "link " << link << " is open already");
    opened = std::make_unique<DhtNeighbourLink>(
        m_node,
        neighbour,
        m_tcp,
        m_held.IsOn(),
        DhtNeighbourLink::Listeners{[this, link] {
                                        // what was acknowledged may let others cross
                                        AwaitIdle(Time(0));
                                        m_listeners.onWritable(link);
                                    },
                                    [this, link] { m_listeners.onLost(link); },
                                    [this, link] { m_listeners.onSilent(link); }});
    opened->Open();
}

void
DhtOutgoingLinks::Close(dht::LinkIndex link)
{
    if (Find(link))
    {
        m_links[link].reset();
        m_held.Set(link, 0);
    }
}

void
DhtOutgoingLinks::Abort()
{
    for (const auto& link : m_links)
    {
        if (link)
        {
            link->Abort();
        }
    }
    m_links.clear();
}

dht::LinkState
DhtOutgoingLinks::StateFor(dht::LinkIndex link, uint32_t bytes) const
{
    const DhtNeighbourLink* const found = Find(link);
    return found ? found->StateFor(bytes) : dht::LinkState::kDown;
}

void
DhtOutgoingLinks::Send(dht::LinkIndex link, const dht::Request& request)
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
DhtOutgoingLinks::Backlog(dht::LinkIndex link) const
{
    const DhtNeighbourLink* const found = Find(link);
    return found ? found->Backlog() : 0;
}

dht::Time
DhtOutgoingLinks::UplinkIdleAt() const
{
    return m_device ? dht::Time(m_device->GetUplink().GetBusyUntil().GetNanoSeconds())
                    : dht::kNever;
}

void
DhtOutgoingLinks::AwaitIdle(Time soonest)
{
    if (m_held.IsEmpty() || !m_crossing.IsExpired())
    {
        return;
    }
    const Time busy = m_device ? m_device->GetUplink().GetBusyUntil() - Simulator::Now() : Time(0);
    m_crossing = Simulator::Schedule(std::max(busy, soonest), &DhtOutgoingLinks::Cross, this);
}

void
DhtOutgoingLinks::Cross()
{
    if (m_device && m_device->GetUplink().GetBusyUntil() > Simulator::Now())
    {
        AwaitIdle(Time(0));
        return;
    }
    const auto next = m_held.TakeNext([this](dht::LinkIndex link) {
        const DhtNeighbourLink* const found = Find(link);
        return !found || found->Held().Count() == 0 || found->IsQuiet();
    });
    if (next)
    {
        if (DhtNeighbourLink* const found = Find(*next))
        {
            found->Flush();
        }
        AwaitIdle(WRITTEN);
    }
}

Address
DhtOutgoingLinks::GetLocal(dht::LinkIndex link) const
{
    const DhtNeighbourLink* const found = Find(link);
    return found ? found->GetLocal() : Address();
}

DhtNeighbourLink*
DhtOutgoingLinks::Find(dht::LinkIndex link) const
{
    return link < m_links.size() ? m_links[link].get() : nullptr;
}

} // namespace ns3
