/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-key-comparisons.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace dht
{

namespace
{

/// Keys that a further question is granted for.
constexpr std::size_t kKeysPerQuestion = 4;

/// @param work Ranges. @param first Others, which come before them.
void
Prepend(std::deque<KeyRange>& work, const std::vector<KeyRange>& first)
{
    work.insert(work.begin(), first.begin(), first.end());
}

} // namespace

KeyComparisons::KeyComparisons(StorageContext& context, const BlockStore& store)
    : m_context(context),
      m_store(store)
{
}

void
KeyComparisons::Begin(Time now,
                      ComparisonClient& client,
                      const Endpoint& peer,
                      std::deque<KeyRange> ranges,
                      Time time)
{
    const std::uint64_t id = m_nextId++;
    Work& work = m_work[id];
    work.client = &client;
    work.peer = peer;
    work.questions = kLeastQuestions + m_store.Count() / kKeysPerQuestion;
    work.ends = Later(now, time);
    work.difference.rest = std::move(ranges);
    ++m_context.counters.comparisons;
    AskNext(now, id);
}

void
KeyComparisons::AskNext(Time now, std::uint64_t id)
{
    Work& work = m_work.at(id);
    if (work.difference.rest.empty() || work.questions == 0 || now >= work.ends)
    {
        End(now, id, true);
        return;
    }
    --work.questions;
    work.range = work.difference.rest.front();
    work.difference.rest.pop_front();
    m_context.rpcs.Issue(now, *this, m_context.TargetOf(work.peer), id);
}

void
KeyComparisons::SendRpc(const Rpc& rpc)
{
    const KeyRange& range = m_work.at(rpc.tag).range;
    const SyncBody sync{range.from,
                        range.to,
                        DigestOf(m_store.Keys(range.from, range.to, SIZE_MAX))};
    m_context.AskForRepair(rpc, StorageContext::QuestionOf(rpc, sync));
}

std::optional<RpcTarget>
KeyComparisons::OnRpcTimeout(Time now, const Rpc& rpc)
{
    if (rpc.attempt == 1)
    {
        return m_context.TargetOf(rpc.to); // a datagram was lost, maybe
    }
    End(now, rpc.tag, false);
    return std::nullopt;
}

void
KeyComparisons::OnRpcAnswered(Time now, const RpcAnswer& rpc, const SyncedBody* answer)
{
    const auto found = m_work.find(rpc.tag);
    if (found == m_work.end() || !rpc.isLast)
    {
        ++m_context.counters.useless;
        return;
    }
    Work& work = found->second;
    const bool wantsToken = answer && answer->status == SyncStatus::kTokenWanted;
    if (wantsToken && !std::exchange(work.isRetold, true))
    {
        work.difference.rest.push_front(work.range); // the answer had one
    }
    else if (answer && answer->status == SyncStatus::kBusy)
    {
        work.difference.rest.push_front(work.range);
        work.questions = 0;
    }
    else if (!answer || !Take(work, *answer))
    {
        ++m_context.counters.syncNonsense;
        End(now, rpc.tag, false);
        return;
    }
    AskNext(now, rpc.tag);
}

bool
KeyComparisons::Take(Work& work, const SyncedBody& answer) const
{
    switch (answer.status)
    {
    case SyncStatus::kSame:
        return true;
    case SyncStatus::kKeys:
        return TakeKeys(work, answer.keys);
    case SyncStatus::kDigests:
        return TakeDigests(work, answer);
    case SyncStatus::kSplit: {
        const std::vector<KeyRange> parts = PartsOf(work.range);
        Prepend(work.difference.rest, parts);
        return !parts.empty();
    }
    default:
        return false;
    }
}

bool
KeyComparisons::TakeKeys(Work& work, const std::vector<Key>& keys) const
{
    const KeyRange& range = work.range;
    const auto isBefore = [&](const Key& a, const Key& b) { return IsFarther(range.from, a, b); };
    const bool isSorted = std::adjacent_find(keys.begin(), keys.end(), [&](auto& a, auto& b) {
                              return !isBefore(a, b);
                          }) == keys.end();
    if (!isSorted ||
        !std::all_of(keys.begin(), keys.end(), [&](const Key& key) { return IsIn(range, key); }))
    {
        return false;
    }
    const std::vector<Key> own = m_store.Keys(range.from, range.to, SIZE_MAX);
    std::set_difference(own.begin(),
                        own.end(),
                        keys.begin(),
                        keys.end(),
                        std::back_inserter(work.difference.missing),
                        isBefore);
    std::set_difference(keys.begin(),
                        keys.end(),
                        own.begin(),
                        own.end(),
                        std::back_inserter(work.difference.more),
                        isBefore);
    return true;
}

bool
KeyComparisons::TakeDigests(Work& work, const SyncedBody& answer) const
{
    const std::vector<KeyRange> parts = PartsOf(work.range);
    const std::vector<Key> own = m_store.Keys(work.range.from, work.range.to, SIZE_MAX);
    const auto digests = DigestsOf(parts, own);
    std::vector<KeyRange> differing;
    for (std::size_t i = 0; i < parts.size(); ++i)
    {
        if (digests[i] != (*answer.digests)[i])
        {
            differing.push_back(parts[i]);
        }
    }
    Prepend(work.difference.rest, differing);
    return !parts.empty();
}

void
KeyComparisons::End(Time now, std::uint64_t id, bool hasAnswered)
{
    auto node = m_work.extract(id);
    Work& work = node.mapped();
    work.difference.hasAnswered = hasAnswered;
    ++(hasAnswered ? m_context.counters.compared : m_context.counters.comparisonsFailed);
    work.client->OnCompared(now, work.peer, work.difference);
}

std::size_t
KeyComparisons::UnderWay() const
{
    return m_work.size();
}

} // namespace dht
