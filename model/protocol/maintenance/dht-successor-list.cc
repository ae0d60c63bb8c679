/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-successor-list.h"

#include <algorithm>

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
SuccessorList::Replace(const RingNode& first, const RingNodes& next)
{
    m_nodes = {first};
    const Key least = Distance(m_self, first.id);
    RingNodes beyond;
    std::copy_if(next.begin(), next.end(), std::back_inserter(beyond), [&](const RingNode& node) {
        return Distance(m_self, node.id) > least;
    });
    Merge(beyond);
}

void
SuccessorList::Merge(const RingNodes& nodes)
{
    for (const RingNode& node : nodes)
    {
        const Key distance = Distance(m_self, node.id);
        const auto place = std::find_if(m_nodes.begin(), m_nodes.end(), [&](const RingNode& other) {
            return Distance(m_self, other.id) >= distance;
        });
        if (distance != 0 && (place == m_nodes.end() || place->id != node.id))
        {
            m_nodes.insert(place, node);
        }
    }
    m_nodes.resize(std::min(m_nodes.size(), m_most));
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
