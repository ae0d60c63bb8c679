/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-locator.h"

#include "dht-prefetch.h"
#include "dht-spare-room.h"

#include <algorithm>
#include <utility>

namespace dht
{

Locator::Locator(StorageContext& context)
    : m_context(context),
      m_relay(context, *this)
{
}

// ---- Own lookups

void
Locator::Begin(Time now,
               LocateClient& client,
               std::uint64_t tag,
               const Key& key,
               std::uint8_t wanted)
{
    const std::uint64_t number = DrawBits(m_context.random);
    Lookup& lookup = m_lookups[number];
    lookup.client = &client;
    lookup.tag = tag;
    lookup.key = key;
    lookup.wanted = wanted;
    lookup.begun = now;
    ++m_context.counters.lookups;
    Try(now, number);
}

void
Locator::Try(Time now, std::uint64_t number)
{
    Lookup& lookup = m_lookups.at(number);
    lookup.tries = static_cast<std::uint8_t>(lookup.tries + 1);
    m_context.counters.lookupsAgain += lookup.tries > 1 ? 1 : 0;
    const Endpoint& self = m_context.self;
    const LocateBody locate{number, lookup.key, lookup.wanted, self};
    if (IsIterative(lookup))
    {
        lookup.search =
            Search(lookup.key, m_context.ring.Towards(lookup.key, RingInfo::kMostTowards));
        m_relay.Handle(now, locate, 0, {}); // this peer may know
        return;
    }
    const Time mean = m_ended > 0 ? m_took / static_cast<Time::rep>(m_ended) : Time(0);
    lookup.deadline = Later(now, m_context.options.originMargin + 3 * mean);
    m_deadlines.emplace(lookup.deadline, number);
    m_relay.Handle(now, locate, m_context.options.hopLimit, {});
}

bool
Locator::IsIterative(const Lookup& lookup) const
{
    return m_context.options.routing == LocateRouting::kIterative || lookup.tries > kRecursiveTries;
}

void
Locator::OnEnd(Time now, std::uint64_t number, std::uint8_t hopLimit, const LocatedBody& located)
{
    const auto found = m_lookups.find(number);
    if (found == m_lookups.end())
    {
        ++m_context.counters.useless; // it was begun anew meanwhile
        return;
    }
    const Lookup& lookup = found->second;
    if (located.complete)
    {
        const auto hops = static_cast<std::uint8_t>(
            IsIterative(lookup) ? 0 : std::max(0, m_context.options.hopLimit - hopLimit));
        End(now, number, located, hops);
    }
    else if (IsIterative(lookup))
    {
        AskNext(now, number);
    }
    else
    {
        Try(now, Renumber(number));
    }
}

std::uint64_t
Locator::Renumber(std::uint64_t number)
{
    const std::uint64_t other = DrawBits(m_context.random);
    auto node = m_lookups.extract(number);
    m_deadlines.erase({node.mapped().deadline, number});
    node.key() = other;
    m_lookups.insert(std::move(node));
    return other;
}

void
Locator::End(Time now, std::uint64_t number, const LocatedBody& located, std::uint8_t hops)
{
    const Lookup lookup = std::move(m_lookups.at(number));
    m_lookups.erase(number);
    m_deadlines.erase({lookup.deadline, number});
    GiveBackSpare(m_deadlines);
    const Time took = now - lookup.begun;
    if (located.complete)
    {
        ++m_ended;
        m_took += took;
    }
    m_context.Hear(located.peers);
    const LocateReport report{lookup.key,
                              located.complete,
                              located.peers.size(),
                              hops,
                              lookup.tries,
                              took};
    if (m_context.observer)
    {
        m_context.observer->OnLocated(now, report);
    }
    lookup.client->OnLocateEnded(now, lookup.tag, located.peers, report);
}

void
Locator::OnWake(Time now)
{
    while (NextWake() <= now)
    {
        Try(now, Renumber(m_deadlines.begin()->second));
    }
}

Time
Locator::NextWake() const
{
    return m_deadlines.empty() ? kNever : m_deadlines.begin()->first;
}

// ---- Peer after peer

std::optional<RingNode>
Locator::TakeNext(Lookup& lookup) const
{
    auto next = lookup.search.TakeNext(false);
    if (!next && lookup.asked.size() < m_context.options.hopLimit)
    {
        // a search looks at few of those that a peer names: around dead ones, the others lead
        const auto wasAsked = [&](const RingNode& node) {
            return FindNode(lookup.asked, node.endpoint) != nullptr;
        };
        RingNodes& further = lookup.further;
        further.erase(std::remove_if(further.begin(), further.end(), wasAsked), further.end());
        lookup.search = Search(lookup.key, std::exchange(further, {}));
        next = lookup.search.TakeNext(false);
    }
    if (next)
    {
        lookup.asked.push_back(*next);
    }
    return next;
}

void
Locator::AskNext(Time now, std::uint64_t number)
{
    Lookup& lookup = m_lookups.at(number);
    const auto next = TakeNext(lookup);
    if (!next)
    {
        End(now, number, {}, 0);
        return;
    }
    lookup.wasLate = false;
    m_context.rpcs.Issue(now, *this, m_context.TargetOf(next->endpoint), number);
}

void
Locator::SendRpc(const Rpc& rpc)
{
    const Lookup& lookup = m_lookups.at(rpc.tag);
    m_context.AskForPeers(rpc, {rpc.id, lookup.key, lookup.wanted, m_context.self});
}

std::optional<RpcTarget>
Locator::OnRpcTimeout(Time now, const Rpc& rpc)
{
    Lookup& lookup = m_lookups.at(rpc.tag);
    if (!std::exchange(lookup.wasLate, true))
    {
        return m_context.TargetOf(rpc.to); // a datagram was lost, maybe
    }
    lookup.search.OnFailed(rpc.to);
    if (const auto next = TakeNext(lookup))
    {
        lookup.wasLate = false;
        return m_context.TargetOf(next->endpoint);
    }
    End(now, rpc.tag, {}, 0);
    return std::nullopt;
}

std::optional<RpcTarget>
Locator::OnRpcLate(Time /* now */, const Rpc& rpc)
{
    m_lookups.at(rpc.tag).wasLate = true;
    return std::nullopt;
}

void
Locator::OnRpcAnswered(Time now,
                       const Endpoint& from,
                       const RpcAnswer& rpc,
                       const LocatedBody* answer)
{
    if (rpc.caller == &m_relay)
    {
        m_relay.OnRpcAnswered(now, rpc.tag, answer);
        return;
    }
    const auto found = m_lookups.find(rpc.tag);
    if (found == m_lookups.end() || !rpc.isLast)
    {
        ++m_context.counters.useless;
        return;
    }
    Search& search = found->second.search;
    if (!answer)
    {
        search.OnFailed(from);
        AskNext(now, rpc.tag);
        return;
    }
    if (answer->complete)
    {
        End(now, rpc.tag, *answer, static_cast<std::uint8_t>(search.HopsTo(from) + 1));
        return;
    }
    m_context.Hear(answer->peers);
    RingNodes nearer = m_context.NodesOf(answer->peers);
    RemoveNode(nearer, m_context.self); // who asks knows what it knows
    search.OnAnswer({from, m_context.ring.IdOf(from)}, nearer);
    RingNodes& further = found->second.further;
    further.insert(further.end(), nearer.begin(), nearer.end());
    AskNext(now, rpc.tag);
}

// ---- What arrives

bool
Locator::IsDirect(const Endpoint& from, const StorageMessage& message, const LocateBody& locate)
{
    return message.hopLimit == 0 && locate.lookup == message.id && locate.origin == from;
}

void
Locator::OnLocate(Time now,
                  const Endpoint& from,
                  const StorageMessage& message,
                  const LocateBody& locate)
{
    const TokenMint::Worth worth = m_context.tokens.Judge(now, from, message);
    if (IsDirect(from, message, locate))
    {
        // its answer is what is located; it says which transmission it answers
        m_relay.Handle(now, locate, 0, {&message, worth});
        return;
    }
    if (m_relay.UnderWay() >= LocateRelay::kMostWaiting)
    {
        ++m_context.counters.refused; // who has sent it asks another peer
        return;
    }
    const std::size_t accepted = m_context.Answer(now, from, message, worth, AcceptedBody{});
    const std::size_t room = m_context.tokens.RoomOfEnd(from, message, worth, accepted);
    if (room == 0)
    {
        ++m_context.counters.throttled;
        return;
    }
    m_relay.Handle(now, locate, message.hopLimit, {nullptr, {}, room});
}

bool
Locator::OnLocated(Time now, const StorageMessage& message, const LocatedBody& located)
{
    const auto found = m_lookups.find(message.id);
    // who asks peer after peer has told nobody the lookup's number
    if (found == m_lookups.end() || IsIterative(found->second))
    {
        return false;
    }
    OnEnd(now, message.id, message.hopLimit, located);
    return true;
}

void
Locator::Expect() const
{
    m_relay.Expect();
    if (!m_lookups.empty())
    {
        Prefetch(&*m_lookups.begin(), sizeof(*m_lookups.begin()));
    }
}

std::size_t
Locator::UnderWay() const
{
    return m_lookups.size();
}

} // namespace dht
