/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-successor-list.h"

#include "dht-network-share.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace dht
{

SuccessorList::SuccessorList(const Key& self, std::size_t most)
    : m_self(self),
      m_most(std::max<std::size_t>(most, 1))
{
}

const RingNodes&
SuccessorList::All() const
{
    return m_nodes;
}

const RingNode*
SuccessorList::First() const
{
    return m_nodes.empty() ? nullptr : &m_nodes.front();
}

bool
SuccessorList::IsNearest(const RingNode& node) const
{
    return node.id != m_self && (m_nodes.empty() || IsBetween(m_self, node.id, First()->id));
}

void
SuccessorList::Replace(const RingNode& first, const RingNodes& named, const RingNodes& next)
{
    const Key least = Distance(m_self, first.id);
    const auto beyond = [&](const RingNodes& nodes) {
        RingNodes result;
        std::copy_if(nodes.begin(), nodes.end(), std::back_inserter(result), [&](const auto& node) {
            return Distance(m_self, node.id) > least;
        });
        return result;
    };
    const RingNodes old = std::exchange(m_nodes, {first});
    m_kept.clear();
    Merge(beyond(next));
    const RingNodes others = beyond(named);
    std::size_t room = ShareOut(m_most, others).surplus.size();
    for (const RingNode& node : beyond(old))
    {
        if (room > 0 && !FindNode(m_nodes, node.endpoint) && !HasShare(m_most, others, node))
        {
            m_kept.push_back(node);
            --room;
        }
    }
    Merge(m_kept);
}

void
SuccessorList::Merge(const RingNodes& nodes)
{
    for (const RingNode& node : nodes)
    {
        const auto place = PositionOf(node);
        if (node.id != m_self && (place == m_nodes.end() || place->id != node.id))
        {
            m_nodes.insert(place, node);
        }
    }
    if (m_nodes.size() > m_most)
    {
        const RingNodes others(m_nodes.begin() + 1, m_nodes.end());
        m_nodes.resize(1);
        const SharedPlaces shared = ShareOut(m_most, others);
        for (const RingNodes* some : {&shared.within, &shared.surplus})
        {
            for (const RingNode& node : *some)
            {
                if (m_nodes.size() < m_most)
                {
                    m_nodes.insert(PositionOf(node), node);
                }
            }
        }
    }
}

RingNodes::iterator
SuccessorList::PositionOf(const RingNode& node)
{
    const Key distance = Distance(m_self, node.id);
    return std::find_if(m_nodes.begin(), m_nodes.end(), [&](const RingNode& other) {
        return Distance(m_self, other.id) >= distance;
    });
}

RingNodes
SuccessorList::Kept() const
{
    RingNodes kept;
    std::copy_if(m_kept.begin(), m_kept.end(), std::back_inserter(kept), [&](const auto& node) {
        return FindNode(m_nodes, node.endpoint);
    });
    return kept;
}

bool
SuccessorList::MayHaveGaps() const
{
    if (m_nodes.size() < m_most)
    {
        return false;
    }
    const RingNodes others(m_nodes.begin() + 1, m_nodes.end());
    return std::any_of(others.begin(), others.end(), [&](const RingNode& node) {
        return HasShare(m_most, others, node);
    });
}

void
SuccessorList::Remove(const Endpoint& endpoint)
{
    RemoveNode(m_nodes, endpoint);
}

void
SuccessorList::Clear()
{
    m_nodes.clear();
}

} // namespace dht
