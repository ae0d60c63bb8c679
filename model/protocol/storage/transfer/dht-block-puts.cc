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
BlockPuts::BeginWork(Time now, Bytes block)
{
    const Key key = BlockKey(block);
    const std::uint64_t id = m_nextId++;
    Work& work = m_puts[id];
    work.begun = work.drawn = now;
    work.report.id = id;
    work.report.key = key;
    work.block = std::move(block);
    work.lifetime = m_context.options.lifetime;
    ++m_context.counters.puts;
    return work;
}

std::uint64_t
BlockPuts::Begin(Time now, Bytes block)
{
    const PutReport begun = BeginWork(now, std::move(block)).report;
    m_lookup.Begin(now, *this, begun.id, begun.key, m_context.options.fragments);
    return begun.id;
}

std::uint64_t
BlockPuts::BeginRenewal(Time now, Bytes block)
{
    Work& work = BeginWork(now, std::move(block));
    work.asksFirst = true;
    const PutReport begun = work.report;
    m_lookup.Begin(now, *this, begun.id, begun.key, m_context.options.fragments);
    return begun.id;
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
    work.asksFirst = order.asksFirst;
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
    work.goal = PutGoal::Of(m_context.options, work.block.size(), holders.first.size());
    work.holders = holders.first;
    work.further = holders.further;
    work.report.enough = holders.first.empty() ? 0 : work.goal.enough;
    work.report.promised = work.goal.spare;
    work.report.wanted = CountHolders(holders.first, work.goal.needed);
    DrawRows(work, holders.first);
    // what cannot be promised is not begun; what is kept already may be kept longer
    const bool isPromised = work.goal.spare == 0 || work.goal.IsMetBy(holders.first);
    if (isPromised || work.asksFirst)
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
    for (unsigned i = 0; i < mostTries && isOnFewHosts; ++i)
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
    if (!IsSent(work, holder))
    {
        return {work.report.key, left, std::nullopt};
    }
    if (work.fragment)
    {
        return {work.report.key, left, work.fragment};
    }
    // with m = 1, a fragment is the block
    const std::size_t needed = work.proved.count(holder) > 0 ? 1 : work.goal.needed;
    const FragmentRow row = RandomRow(needed, work.report.key, holder, work.drawn);
    return {work.report.key, left, MakeFragments(work.block, needed, {row}, left).front()};
}

bool
BlockPuts::IsSent(const Work& work, const Endpoint& holder) const
{
    if (work.retold.count(holder) + work.proved.count(holder) > 0)
    {
        return true;
    }
    // who would not take it is only asked, so that no fragment is sent twice
    return !work.asksFirst && (holder == m_context.self || m_context.tokens.IsKnownTo(holder));
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
        Take(now, id, holder, m_server.Hold(now, BodyFor(work, holder)));
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
    m_context.AskOn(PathOf(work), rpc, StorageContext::QuestionOf(rpc, BodyFor(work, rpc.to)));
}

std::optional<RpcTarget>
BlockPuts::OnRpcTimeout(Time now, const Rpc& rpc)
{
    Work& work = m_puts.at(rpc.tag);
    work.asked = now;
    if (rpc.attempt < PathOf(work).Attempts())
    {
        return m_context.TargetOf(rpc.to);
    }
    ++work.report.silent;
    work.rpcs.erase(rpc.id);
    if (!work.further.empty())
    {
        Ask(now, rpc.tag, Replace(work, rpc.to));
    }
    EndIfDone(now, rpc.tag);
    return std::nullopt;
}

void
BlockPuts::OnAnswer(Time now,
                    const Endpoint& from,
                    const StorageMessage& message,
                    const RpcAnswer& rpc)
{
    const auto found = m_puts.find(rpc.tag);
    if (found == m_puts.end() || !rpc.isLast)
    {
        ++m_context.counters.useless;
        return;
    }
    found->second.rpcs.erase(message.id);
    const auto* const stored = BodyOf<StoredBody>(message);
    Take(now, rpc.tag, from, stored ? *stored : StoredBody{StoredStatus::kRefused});
    EndIfDone(now, rpc.tag);
}

bool
BlockPuts::ShowsItHas(const Work& work, const StoredBody& answer)
{
    // of a single fragment, nobody can tell whether one of another row is right
    return answer.had && (work.fragment ? *answer.had == MarkOf(*work.fragment)
                                        : IsMarkOf(*answer.had, work.block));
}

void
BlockPuts::Take(Time now, std::uint64_t id, const Endpoint& holder, const StoredBody& answer)
{
    Work& work = m_puts.at(id);
    StoredStatus status = answer.status;
    const bool wantsToken = status == StoredStatus::kTokenWanted;
    if (wantsToken && work.asksFirst && work.shown.insert(holder).second)
    {
        Ask(now, id, holder); // its answer had one
        return;
    }
    if ((wantsToken || status == StoredStatus::kNotHere) && work.retold.insert(holder).second)
    {
        Ask(now, id, holder);
        return;
    }
    const bool hasOther = status == StoredStatus::kHad && !ShowsItHas(work, answer);
    if (hasOther && !work.fragment && work.proved.insert(holder).second)
    {
        Ask(now, id, holder);
        return;
    }
    status = hasOther ? StoredStatus::kRefused : status;
    work.report.wrong += hasOther ? 1 : 0;
    Count(now, work, holder, status);
    if ((hasOther || status == StoredStatus::kFull) && !work.further.empty())
    {
        Ask(now, id, Replace(work, holder));
    }
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
        work.report.held.push_back(holder);
    }
    work.report.made += status == StoredStatus::kStored ? 1 : 0;
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
    report.holders = report.held.size();
    report.reached = CountHolders(report.held, work.goal.needed);
    report.ok = work.goal.IsMetBy(report.held);
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
