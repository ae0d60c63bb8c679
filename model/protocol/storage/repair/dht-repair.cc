/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-repair.h"

#include "dht-storage-format.h"

#include <algorithm>
#include <cmath>

namespace dht
{

namespace
{

/// How often some fragments are read for no other reason.
constexpr Time kScrubPause = std::chrono::seconds(1);

} // namespace

Repair::Repair(StorageContext& context,
               BlockStore& store,
               BlockServer& server,
               HolderLookup& lookup)
    : m_context(context),
      m_store(store),
      m_server(context, store),
      m_gets(context, lookup, server),
      m_puts(context, lookup, server),
      m_comparisons(context, store),
      m_share(context.rpcs, context.links),
      m_local({context, store, lookup, m_comparisons, m_puts, m_share}, m_gets),
      m_global({context, store, lookup, m_comparisons, m_puts, m_share}),
      m_handOver({context, store, lookup, m_comparisons, m_puts, m_share})
{
}

Time
Repair::Drawn(Time pause)
{
    const auto mean = static_cast<double>(pause.count());
    return Time(std::llround(mean * (0.5 + m_context.random.Uniform())));
}

void
Repair::Begin(Time now)
{
    const bool isWanted = m_context.options.repairInterval > Time(0) && !m_context.isLeaving;
    if (m_nextTurn == kNever && isWanted)
    {
        m_nextTurn = Later(now, Drawn(m_local.Pause()));
        m_nextSweep = Later(now, Drawn(RoundOf(m_context.options)));
    }
    if (m_nextScrub == kNever && m_context.options.scrubInterval > Time(0))
    {
        m_nextScrub = Later(now, kScrubPause);
    }
}

void
Repair::Scrub(Time now)
{
    const double share = ToSeconds(kScrubPause) / ToSeconds(m_context.options.scrubInterval);
    const double most = std::ceil(static_cast<double>(m_store.Count()) * std::min(1.0, share));
    m_store.Scrub(now, static_cast<std::size_t>(most));
    m_nextScrub = Later(now, kScrubPause);
}

void
Repair::HandOver(Time now, Time end)
{
    if (m_context.isLeaving)
    {
        return;
    }
    m_context.isLeaving = true;
    m_nextTurn = kNever;
    m_nextSweep = kNever;
    m_handOver.Begin(now, end);
    Go(now);
}

bool
Repair::IsHandingOver() const
{
    return m_handOver.IsUnderWay();
}

void
Repair::OnWake(Time now)
{
    if (m_nextScrub <= now)
    {
        Scrub(now);
    }
    const bool hasPlace = m_context.ring.HasPlace();
    if (m_nextTurn <= now)
    {
        m_nextTurn = Later(now, Drawn(m_local.Pause()));
        if (hasPlace)
        {
            m_local.Turn(now);
        }
    }
    if (m_nextSweep <= now)
    {
        m_nextSweep = Later(now, Drawn(RoundOf(m_context.options)));
        if (hasPlace)
        {
            m_global.Sweep(now);
        }
    }
    Go(now);
}

Time
Repair::NextWake() const
{
    // who leaves repairs nothing, and who does not hands nothing over
    return std::min(m_nextScrub,
                    m_context.isLeaving ? m_handOver.NextWake()
                                        : std::min(m_nextTurn, m_nextSweep));
}

void
Repair::Go(Time now)
{
    if (m_context.links)
    {
        m_context.links->SetFewest(m_context.isLeaving ? std::nullopt : m_local.Fewest());
    }
    if (m_context.isLeaving)
    {
        m_handOver.Go(now); // what repair has begun ends, and it begins nothing more
        return;
    }
    m_local.Go(now);
    m_global.Go(now);
}

void
Repair::OnSync(Time now, const Endpoint& from, const StorageMessage& message, const SyncBody& sync)
{
    m_server.OnSync(now, from, message, sync);
}

bool
Repair::OnAnswer(Time now,
                 const Endpoint& from,
                 const StorageMessage& message,
                 const RpcAnswer& rpc)
{
    if (rpc.caller == &m_comparisons)
    {
        m_comparisons.OnRpcAnswered(now, rpc, BodyOf<SyncedBody>(message));
    }
    else if (rpc.caller == &m_gets)
    {
        m_gets.OnAnswer(now, from, message, rpc);
    }
    else if (rpc.caller == &m_puts)
    {
        m_puts.OnAnswer(now, from, message, rpc);
    }
    else
    {
        return false;
    }
    ++m_context.counters.repairMessages;
    m_context.counters.repairBytes += FrameSize(message);
    Go(now);
    return true;
}

bool
Repair::IdentitiesHold() const
{
    const StorageCounters& c = m_context.counters;
    return c.comparisons == c.compared + c.comparisonsFailed + m_comparisons.UnderWay() &&
           c.rebuilds == c.rebuilt + c.rebuildsFailed + m_local.UnderWay() &&
           c.moves == c.moved + c.movesFailed + m_global.UnderWay() + m_handOver.UnderWay();
}

} // namespace dht
