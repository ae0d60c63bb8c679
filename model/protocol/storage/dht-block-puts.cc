/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-block-puts.h"

#include <algorithm>
#include <utility>

namespace dht
{

BlockPuts::BlockPuts(StorageContext& context, Locator& locator, BlockServer& server)
    : m_context(context),
      m_locator(locator),
      m_server(server)
{
}

std::uint64_t
BlockPuts::Begin(Time now, Bytes block)
{
    const Key key = BlockKey(block);
    const std::uint64_t id = m_nextId++;
    Work& work = m_puts[id];
    work.begun = now;
    work.report.id = id;
    work.report.key = key;
    work.block = std::move(block);
    ++m_context.counters.puts;
    m_locator.Begin(now, *this, id, key, m_context.options.fragments);
    return id;
}

void
BlockPuts::OnLocateEnded(Time now,
                         std::uint64_t tag,
                         const std::vector<LocatedPeer>& peers,
                         const LocateReport& /* report */)
{
    Work& work = m_puts.at(tag);
    const std::size_t holders = std::min<std::size_t>(peers.size(), m_context.options.fragments);
    work.goal = PutGoal::Of(m_context.options, work.block.size(), holders);
    work.report.enough = holders > 0 ? work.goal.enough : 0;
    for (std::size_t i = holders; i < peers.size(); ++i)
    {
        work.further.push_back(peers[i].endpoint);
    }
    for (std::size_t i = 0; i < holders; ++i)
    {
        Ask(now, tag, peers[i].endpoint);
    }
    EndIfDone(now, tag);
}

Endpoint
BlockPuts::TakeFurther(Work& work)
{
    const Endpoint next = work.further.front();
    work.further.pop_front();
    return next;
}

StoreBody
BlockPuts::BodyFor(const Work& work, const Endpoint& holder) const
{
    const Time left = m_context.options.lifetime;
    const FragmentRow row = RandomRow(work.goal.needed, work.report.key, holder, work.begun);
    return {work.report.key,
            left,
            MakeFragments(work.block, work.goal.needed, {row}, left).front()};
}

void
BlockPuts::Ask(Time now, std::uint64_t id, const Endpoint& holder)
{
    Work& work = m_puts.at(id);
    if (holder == m_context.ring.Self().endpoint)
    {
        Count(work, m_server.Hold(now, BodyFor(work, holder)));
        return;
    }
    work.rpcs.insert(m_context.rpcs.Issue(now, *this, m_context.TargetOf(holder), id));
}

void
BlockPuts::SendRpc(const Rpc& rpc)
{
    const Work& work = m_puts.at(rpc.tag);
    const bool isTaken = m_context.tokens.IsKnownTo(rpc.to) || work.retold.count(rpc.to) > 0;
    // who would not take it is only asked, so that no fragment is sent twice
    StoreBody store = isTaken
                          ? BodyFor(work, rpc.to)
                          : StoreBody{work.report.key, m_context.options.lifetime, std::nullopt};
    m_context.Ask(rpc, StorageContext::QuestionOf(rpc, std::move(store)));
}

std::optional<RpcTarget>
BlockPuts::OnRpcTimeout(Time now, const Rpc& rpc)
{
    Work& work = m_puts.at(rpc.tag);
    if (rpc.attempt == 1)
    {
        return m_context.TargetOf(rpc.to);
    }
    if (rpc.attempt == 2)
    {
        ++work.report.silent;
        if (!work.further.empty())
        {
            const Endpoint next = TakeFurther(work);
            if (!(next == m_context.ring.Self().endpoint))
            {
                return m_context.TargetOf(next);
            }
            Count(work, m_server.Hold(now, BodyFor(work, next)));
        }
    }
    work.rpcs.erase(rpc.id);
    EndIfDone(now, rpc.tag);
    return std::nullopt;
}

void
BlockPuts::OnStored(Time now,
                    const Endpoint& from,
                    std::uint64_t id,
                    const RpcAnswer& rpc,
                    StoredStatus status)
{
    const auto found = m_puts.find(rpc.tag);
    if (found == m_puts.end() || !rpc.isLast)
    {
        ++m_context.counters.useless;
        return;
    }
    Work& work = found->second;
    work.rpcs.erase(id);
    if ((status == StoredStatus::kTokenWanted || status == StoredStatus::kNotHere) &&
        work.retold.insert(from).second)
    {
        Ask(now, rpc.tag, from);
        return;
    }
    Count(work, status);
    if (status == StoredStatus::kFull && !work.further.empty())
    {
        Ask(now, rpc.tag, TakeFurther(work));
    }
    EndIfDone(now, rpc.tag);
}

void
BlockPuts::Count(Work& work, StoredStatus status) const
{
    work.report.holders += status == StoredStatus::kStored || status == StoredStatus::kHad ? 1 : 0;
    work.report.full += status == StoredStatus::kFull ? 1 : 0;
}

void
BlockPuts::EndIfDone(Time now, std::uint64_t id)
{
    if (!m_puts.at(id).rpcs.empty())
    {
        return;
    }
    const Work work = std::move(m_puts.at(id));
    m_puts.erase(id);
    PutReport report = work.report;
    report.ok = report.holders >= work.goal.enough;
    report.took = now - work.begun;
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
