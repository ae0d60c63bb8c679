/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-outgoing-links.h"

#include "ns3/abort.h"

#include <utility>

namespace ns3
{

DhtOutgoingLinks::DhtOutgoingLinks(Ptr<Node> node, const DhtTcpOptions& tcp, Listeners listeners)
    : m_node(node),
      m_tcp(tcp),
      m_listeners(std::move(listeners))
{
}

void
DhtOutgoingLinks::Open(dht::LinkIndex link, const Address& neighbour)
{
    if (link >= m_links.size())
    {
        m_links.resize(link + 1);
    }
    NS_ABORT_MSG_IF(m_links[link], "link " << link << " is open already");
    m_links[link] = std::make_unique<DhtNeighbourLink>(
        m_node,
        neighbour,
        m_tcp,
        DhtNeighbourLink::Listeners{[this, link] { m_listeners.onWritable(link); },
                                    [this, link] { m_listeners.onLost(link); },
                                    [this, link] { m_listeners.onSilent(link); }});
    m_links[link]->Open();
}

void
DhtOutgoingLinks::Close(dht::LinkIndex link)
{
    if (Find(link))
    {
        m_links[link].reset();
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
