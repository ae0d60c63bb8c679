/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-holder-census.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace dht
{

void
HolderCensus::SetHolders(const std::vector<Endpoint>& holders, const KeyRange& arc)
{
    const bool isSameArc = arc.from == m_arc.from && arc.to == m_arc.to;
    // what has become smaller is known as well as before
    const bool isPart = arc.to == m_arc.to && IsIn(m_arc, arc.from);
    std::vector<Holder> now;
    for (const Endpoint& peer : holders)
    {
        const Holder* const known = Find(peer);
        now.push_back(known ? *known : Holder{});
        now.back().peer = peer;
        if (!isSameArc)
        {
            now.back().isKnown = now.back().isKnown && isPart && now.back().rest.empty();
            now.back().rest.clear();
            now.back().next = {};
        }
    }
    m_arc = arc;
    m_holders = std::move(now);
}

std::vector<Endpoint>
HolderCensus::Holders() const
{
    std::vector<Endpoint> peers;
    for (const Holder& holder : m_holders)
    {
        peers.push_back(holder.peer);
    }
    return peers;
}

std::optional<Endpoint>
HolderCensus::TakeNext()
{
    if (m_holders.empty())
    {
        return std::nullopt;
    }
    return m_holders[m_turn++ % m_holders.size()].peer;
}

std::deque<KeyRange>
HolderCensus::RangesFor(const Endpoint& peer) const
{
    const Holder* const holder = Find(peer);
    return holder && !holder->rest.empty() ? holder->rest : std::deque<KeyRange>{m_arc};
}

void
HolderCensus::OnCompared(const Endpoint& peer, const KeyDifference& difference, std::size_t most)
{
    Holder* const holder = Find(peer);
    if (!holder)
    {
        return; // it has left meanwhile
    }
    holder->isSilent = !difference.hasAnswered;
    holder->isKnown = true; // but for the rest
    holder->rest = difference.rest;
    holder->next.missing.insert(difference.missing.begin(), difference.missing.end());
    for (const Key& key : difference.more)
    {
        if (holder->next.more.size() >= most)
        {
            break;
        }
        holder->next.more.insert(key);
        m_firstSeen.emplace(key, m_turn);
    }
    if (holder->isSilent || holder->rest.empty() || holder->next.more.size() >= most)
    {
        holder->rest.clear();
        holder->last = std::exchange(holder->next, {});
    }
}

void
HolderCensus::OnHere(const Key& key)
{
    for (Holder& holder : m_holders)
    {
        if (!Holds(holder.peer, key, false))
        {
            holder.last.missing.insert(key);
        }
    }
}

void
HolderCensus::OnThere(const Endpoint& peer, const Key& key)
{
    if (Holder* const holder = Find(peer))
    {
        for (Differences* const differences : {&holder->last, &holder->next})
        {
            differences->missing.erase(key);
        }
        holder->last.more.insert(key);
    }
}

std::set<Key>
HolderCensus::Lacking()
{
    std::set<Key> missing;
    std::set<Key> more;
    for (const Holder& holder : m_holders)
    {
        for (const Differences* const differences : {&holder.last, &holder.next})
        {
            missing.insert(differences->missing.begin(), differences->missing.end());
            more.insert(differences->more.begin(), differences->more.end());
        }
    }
    // of what is not here nothing is known of a holder until it was compared after that
    for (auto seen = m_firstSeen.begin(); seen != m_firstSeen.end();)
    {
        const bool isThere = more.count(seen->first) > 0;
        if (isThere && m_turn + 1 >= seen->second + m_holders.size())
        {
            missing.insert(seen->first);
        }
        seen = isThere ? std::next(seen) : m_firstSeen.erase(seen);
    }
    for (auto key = missing.begin(); key != missing.end();)
    {
        key = IsIn(m_arc, *key) ? std::next(key) : missing.erase(key);
    }
    return missing;
}

bool
HolderCensus::IsSilent(const Endpoint& peer) const
{
    const Holder* const holder = Find(peer);
    return holder && holder->isSilent;
}

bool
HolderCensus::Holds(const Endpoint& peer, const Key& key, bool isHere) const
{
    const Holder* const holder = Find(peer);
    if (!holder || holder->isSilent)
    {
        return false;
    }
    const auto isInRest = [&] {
        return std::any_of(holder->rest.begin(), holder->rest.end(), [&](const KeyRange& range) {
            return IsIn(range, key);
        });
    };
    if (!holder->isKnown || holder->last.more.count(key) + holder->next.more.count(key) > 0)
    {
        return true;
    }
    if (holder->last.missing.count(key) + holder->next.missing.count(key) > 0)
    {
        return false;
    }
    return isHere || isInRest();
}

const HolderCensus::Holder*
HolderCensus::Find(const Endpoint& peer) const
{
    const auto found = std::find_if(m_holders.begin(), m_holders.end(), [&](const Holder& holder) {
        return holder.peer == peer;
    });
    return found == m_holders.end() ? nullptr : &*found;
}

HolderCensus::Holder*
HolderCensus::Find(const Endpoint& peer)
{
    return const_cast<Holder*>(std::as_const(*this).Find(peer));
}

} // namespace dht
