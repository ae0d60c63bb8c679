/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-block-puts.h"

#include "dht-endpoint-site.h"
#include "dht-holder-spread.h"

#include <algorithm>
#include <utility>

namespace dht
{

BlockPuts::BlockPuts(StorageContext& context, HolderLookup& lookup, BlockServer& server)
    : m_context(context),
      m_lookup(lookup),
      m_server(server)
{
}

BlockPuts::Work&
BlockPuts::BeginWork(Time now, const Key& key)
{
    const std::uint64_t id = m_nextId++;
    Work& work = m_puts[id];
    work.begun = work.drawn = now;
    work.report.id = id;
    work.report.key = key;
    work.lifetime = m_context.options.lifetime;
    ++m_context.counters.puts;
    return work;
}

std::uint64_t
BlockPuts::Begin(Time now, Bytes block)
{
    const Key key = BlockKey(block);
    Work& work = BeginWork(now, key);
    work.block = std::move(block);
    const std::uint64_t id = work.report.id;
    m_lookup.Begin(now, *this, id, key, m_context.options.fragments);
    return id;
}

std::uint64_t
BlockPuts::BeginRenewal(Time now, const Key& key)
{
    Work& work = BeginWork(now, key);
    work.renews = true;
    const std::uint64_t id = work.report.id;
    m_lookup.Begin(now, *this, id, key, m_context.options.fragments);
    return id;
}

std::uint64_t
BlockPuts::BeginAt(Time now, PutClient& client, PutOrder order)
{
    const std::uint64_t id = m_nextId++;
    Work& work = m_puts[id];
    work.begun = work.drawn = now;
    work.report.id = id;
    work.report.key = order.key;
    work.goal.needed = order.needed;
    work.block = std::move(order.block);
    work.fragment = std::move(order.fragment);
    work.ends = Later(now, order.left);
    work.client = &client;
    work.waiting.assign(order.holders.begin(), order.holders.end());
    work.most = order.most;
    EndIfDone(now, id);
    return id;
}

void
BlockPuts::AskWaiting(Time now, std::uint64_t id)
{
    Work& work = m_puts.at(id);
    while (!work.waiting.empty() && work.rpcs.size() < work.most)
    {
        const Endpoint next = work.waiting.front();
        work.waiting.pop_front();
        Ask(now, id, next);
    }
}

void
BlockPuts::OnLocateEnded(Time now,
                         std::uint64_t tag,
                         const std::vector<LocatedPeer>& peers,
                         const LocateReport& /* report */)
{
    Work& work = m_puts.at(tag);
    const auto holders = HoldersAmong(EndpointsOfPeers(peers), m_context.options);
    // whoever renews a block does not know its size
    const std::size_t size = work.renews ? kMostBlockBytes : work.block.size();
    work.goal = PutGoal::Of(m_context.options, size, holders.first.size());
    if (work.renews)
    {
        work.goal.enough = std::max<std::size_t>(holders.first.size(), 1);
    }
    else
    {
        work.holders = holders.first;
        work.further = holders.further;
    }
    work.report.enough = holders.first.empty() ? 0 : work.goal.enough;
    work.report.promised = work.goal.spare;
    work.report.wanted = CountHolders(holders.first, work.goal.needed);
    DrawRows(work, holders.first);
    // what cannot be promised is not begun; what is kept already may be kept longer
    const bool isPromised = work.goal.spare == 0 || work.goal.IsMetBy(holders.first);
    if (isPromised || work.renews)
    {
        for (const Endpoint& holder : holders.first)
        {
            Ask(now, tag, holder);
        }
    }
    EndIfDone(now, tag);
}

void
BlockPuts::DrawRows(Work& work, const std::vector<Endpoint>& holders)
{
    // of all rows that are drawn, one set of 250 is dependent
    constexpr unsigned mostTries = 64;
    const std::size_t needed = work.goal.needed;
    const auto givesItWithout = [&](const Endpoint& failed) {
        std::vector<FragmentRow> rows;
        for (const Endpoint& holder : holders)
        {
            if (!(HostOf(holder) == HostOf(failed)))
            {
                rows.push_back(RandomRow(needed, work.report.key, holder, work.drawn));
            }
        }
        return IndependentRows(needed, rows) == needed;
    };
    const HolderCount& wanted = work.report.wanted;
    const bool isOnFewHosts = wanted.spare == 1 && wanted.hosts < wanted.peers;
    for (unsigned i = 0; i < mostTries && isOnFewHosts && !work.renews; ++i)
    {
        if (std::all_of(holders.begin(), holders.end(), givesItWithout))
        {
            return;
        }
        work.drawn += Time(1);
    }
}

Endpoint
BlockPuts::Replace(Work& work, const Endpoint& holder)
{
    std::vector<Endpoint>& holders = work.holders;
    holders.erase(std::remove(holders.begin(), holders.end(), holder), holders.end());
    const Endpoint next = TakeFurther(work.further, holders);
    holders.push_back(next);
    return next;
}

Time
BlockPuts::LeftOf(const Work& work)
{
    return work.client ? std::max(Time(0), work.ends - work.asked) : work.lifetime;
}

StoreBody
BlockPuts::BodyFor(const Work& work, const Endpoint& holder) const
{
    const Time left = LeftOf(work);
    if (work.fragment || work.renews)
    {
        return {work.report.key, left, work.fragment};
    }
    const std::size_t needed = work.goal.needed;
    const FragmentRow row = RandomRow(needed, work.report.key, holder, work.drawn);
    return {work.report.key, left, MakeFragments(work.block, needed, {row}, left).front()};
}

void
BlockPuts::Ask(Time now, std::uint64_t id, const Endpoint& holder)
{
    Work& work = m_puts.at(id);
    work.asked = now;
    if (LeftOf(work) == Time(0))
    {
        return; // it is late, and the others' have ended
    }
    if (holder == m_context.self)
    {
        Count(now, work, holder, m_server.Hold(now, BodyFor(work, holder)));
        return;
    }
    work.rpcs.insert(PathOf(work).rpcs.Issue(now, *this, m_context.TargetOf(holder), id));
}

FragmentPath
BlockPuts::PathOf(const Work& work) const
{
    return m_context.PathOf(work.client != nullptr);
}

void
BlockPuts::SendRpc(const Rpc& rpc)
{
    const Work& work = m_puts.at(rpc.tag);
    const bool isTaken =
        work.renews || m_context.tokens.IsKnownTo(rpc.to) || work.retold.count(rpc.to) > 0;
    // who would not take it is only asked, so that no fragment is sent twice
    StoreBody store =
        isTaken ? BodyFor(work, rpc.to) : StoreBody{work.report.key, LeftOf(work), std::nullopt};
    m_context.AskOn(PathOf(work), rpc, StorageContext::QuestionOf(rpc, std::move(store)));
}

std::optional<RpcTarget>
BlockPuts::OnRpcTimeout(Time now, const Rpc& rpc)
{
    Work& work = m_puts.at(rpc.tag);
    work.asked = now;
    const unsigned last = PathOf(work).Attempts();
    if (rpc.attempt < last)
    {
        return m_context.TargetOf(rpc.to);
    }
    if (rpc.attempt == last)
    {
        ++work.report.silent;
        if (!work.further.empty())
        {
            const Endpoint next = Replace(work, rpc.to);
            if (!(next == m_context.self))
            {
                return m_context.TargetOf(next);
            }
            Count(now, work, next, m_server.Hold(now, BodyFor(work, next)));
        }
    }
    work.rpcs.erase(rpc.id);
    EndIfDone(now, rpc.tag);
    return std::nullopt;
}

void
BlockPuts::OnAnswer(Time now,
                    const Endpoint& from,
                    const StorageMessage& message,
                    const RpcAnswer& rpc)
{
    const auto* const stored = BodyOf<StoredBody>(message);
    const StoredStatus status = stored ? stored->status : StoredStatus::kRefused;
    const auto found = m_puts.find(rpc.tag);
    if (found == m_puts.end() || !rpc.isLast)
    {
        ++m_context.counters.useless;
        return;
    }
    Work& work = found->second;
    work.rpcs.erase(message.id);
    const bool mayTakeIt =
        status == StoredStatus::kTokenWanted || (status == StoredStatus::kNotHere && !work.renews);
    if (mayTakeIt && work.retold.insert(from).second)
    {
        Ask(now, rpc.tag, from);
        EndIfDone(now, rpc.tag);
        return;
    }
    Count(now, work, from, status);
    if (status == StoredStatus::kFull && !work.further.empty())
    {
        Ask(now, rpc.tag, Replace(work, from));
    }
    EndIfDone(now, rpc.tag);
}

void
BlockPuts::Count(Time now, Work& work, const Endpoint& holder, StoredStatus status) const
{
    if (work.client)
    {
        work.client->OnHeld(now, work.report.key, holder, status);
    }
    if (status == StoredStatus::kStored || status == StoredStatus::kHad)
    {
        work.held.push_back(holder);
    }
    work.report.full += status == StoredStatus::kFull ? 1 : 0;
}

void
BlockPuts::EndIfDone(Time now, std::uint64_t id)
{
    AskWaiting(now, id);
    if (!m_puts.at(id).rpcs.empty())
    {
        return;
    }
    const Work work = std::move(m_puts.at(id));
    m_puts.erase(id);
    PutReport report = work.report;
    report.holders = work.held.size();
    report.reached = CountHolders(work.held, work.goal.needed);
    report.ok = work.goal.IsMetBy(work.held);
    report.took = now - work.begun;
    if (work.client)
    {
        work.client->OnPutEnded(now, report);
        return;
    }
    ++(report.ok ? m_context.counters.putsOk : m_context.counters.putsFailed);
    if (m_context.observer)
    {
        m_context.observer->OnPut(now, report);
    }
}

std::size_t
BlockPuts::UnderWay() const
{
    return m_puts.size();
}

} // namespace dht
