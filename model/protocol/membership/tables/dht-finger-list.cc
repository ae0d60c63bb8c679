/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-finger-list.h"

#include "dht-network-share.h"

#include <algorithm>
#include <iterator>

namespace dht
{

unsigned
OctaveOf(const Key& distance)
{
    return distance.HighestBit();
}

FingerList::FingerList(const Key& self)
    : m_self(self)
{
}

const RingNodes&
FingerList::All() const
{
    return m_nodes;
}

bool
FingerList::Insert(const RingNode& node)
{
    if (!IsWanted(node))
    {
        return false;
    }
    const unsigned octave = OctaveOf(Distance(m_self, node.id));
    const auto place = std::find_if(m_nodes.begin(), m_nodes.end(), [&](const RingNode& other) {
        return OctaveOf(Distance(m_self, other.id)) >= octave;
    });
    if (place == m_nodes.end() || OctaveOf(Distance(m_self, place->id)) > octave)
    {
        m_nodes.insert(place, node);
    }
    else
    {
        *place = node;
    }
    return true;
}

bool
FingerList::IsWanted(const RingNode& node) const
{
    const Key distance = Distance(m_self, node.id);
    if (distance == 0)
    {
        return false;
    }
    const unsigned octave = OctaveOf(distance);
    const RingNode* const next = From(octave);
    if (!next || OctaveOf(Distance(m_self, next->id)) > octave)
    {
        return true;
    }
    const bool isSurplus = IsSurplus(node);
    return isSurplus == IsSurplus(*next) ? distance < Distance(m_self, next->id) : !isSurplus;
}

bool
FingerList::IsSurplus(const RingNode& node) const
{
    const unsigned octave = OctaveOf(Distance(m_self, node.id));
    RingNodes others;
    std::copy_if(m_nodes.begin(), m_nodes.end(), std::back_inserter(others), [&](const auto& n) {
        return OctaveOf(Distance(m_self, n.id)) != octave;
    });
    return HasShare(m_nodes.size(), others, node);
}

const RingNode*
FingerList::From(unsigned octave) const
{
    const auto found = std::find_if(m_nodes.begin(), m_nodes.end(), [&](const RingNode& node) {
        return OctaveOf(Distance(m_self, node.id)) >= octave;
    });
    return found == m_nodes.end() ? nullptr : &*found;
}

void
FingerList::Remove(const Endpoint& endpoint)
{
    RemoveNode(m_nodes, endpoint);
}

void
FingerList::Clear()
{
    m_nodes.clear();
}

} // namespace dht
