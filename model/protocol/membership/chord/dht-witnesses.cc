/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-witnesses.h"

#include <algorithm>
#include <iterator>

namespace dht
{

Witnesses::Witnesses(std::size_t most)
    : m_most(most)
{
}

void
Witnesses::Add(const Witness& witness)
{
    if (m_witnesses.size() >= m_most && m_witnesses.count(witness.node.id) == 0)
    {
        m_witnesses.erase(std::min_element(
            m_witnesses.begin(),
            m_witnesses.end(),
            [](const auto& a, const auto& b) { return a.second.heard < b.second.heard; }));
    }
    m_witnesses[witness.node.id] = witness;
}

void
Witnesses::Forget(const Endpoint& node)
{
    const auto found = std::find_if(m_witnesses.begin(), m_witnesses.end(), [&](const auto& entry) {
        return entry.second.node.endpoint == node;
    });
    if (found != m_witnesses.end())
    {
        m_witnesses.erase(found);
    }
}

const Witness*
Witnesses::Find(const RingNode& node) const
{
    const auto found = m_witnesses.find(node.id);
    return found == m_witnesses.end() ? nullptr : &found->second;
}

const Witness*
Witnesses::After(const Key& key) const
{
    if (m_witnesses.empty())
    {
        return nullptr;
    }
    const auto found = m_witnesses.upper_bound(key);
    return &(found == m_witnesses.end() ? m_witnesses.begin() : found)->second;
}

const Witness*
Witnesses::UpTo(const Key& key) const
{
    if (m_witnesses.empty())
    {
        return nullptr;
    }
    const auto after = m_witnesses.upper_bound(key);
    return &std::prev(after == m_witnesses.begin() ? m_witnesses.end() : after)->second;
}

const Witness*
Witnesses::Before(const Witness& witness) const
{
    const auto found = m_witnesses.find(witness.node.id);
    return &std::prev(found == m_witnesses.begin() ? m_witnesses.end() : found)->second;
}

} // namespace dht
