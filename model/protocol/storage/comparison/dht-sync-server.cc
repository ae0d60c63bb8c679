/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-sync-server.h"

#include "dht-key-range.h"

#include <algorithm>
#include <utility>

namespace dht
{

SyncServer::SyncServer(StorageContext& context, const BlockStore& store)
    : m_context(context),
      m_store(store)
{
}

void
SyncServer::OnSync(Time now,
                   const Endpoint& from,
                   const StorageMessage& message,
                   const SyncBody& sync)
{
    const TokenMint::Worth worth = m_context.tokens.Judge(now, from, message);
    SyncedBody body = AnswerTo(now, sync, worth != TokenMint::Worth::kNone);
    ++m_context.counters.syncs;
    m_context.counters.syncsBusy += body.status == SyncStatus::kBusy ? 1 : 0;
    m_context.counters.unproved += body.status == SyncStatus::kTokenWanted ? 1 : 0;
    m_context.Answer(now, from, message, worth, std::move(body));
}

SyncedBody
SyncServer::AnswerTo(Time now, const SyncBody& sync, bool isProved)
{
    SyncedBody answer;
    if (m_context.isLeaving)
    {
        answer.status = SyncStatus::kBusy; // what it has, others have soon
        return answer;
    }
    Budget& budget = isProved ? m_proved : m_unproved;
    if (!budget.HasTime(now))
    {
        answer.status = isProved ? SyncStatus::kBusy : SyncStatus::kTokenWanted;
        return answer;
    }
    std::vector<Key> keys = m_store.Keys(sync.from, sync.to, kMostKeys + 1);
    budget.left -= static_cast<double>(std::max(keys.size(), kLeastCost));
    const std::vector<KeyRange> parts = PartsOf({sync.from, sync.to});
    if (keys.size() <= kMostKeys && DigestOf(keys) == sync.digest)
    {
        return answer;
    }
    if (!isProved)
    {
        answer.status = SyncStatus::kTokenWanted;
    }
    else if (keys.size() <= kMostSyncKeys)
    {
        answer.status = SyncStatus::kKeys;
        answer.keys = std::move(keys);
    }
    else if (keys.size() > kMostKeys)
    {
        answer.status = SyncStatus::kSplit;
    }
    else
    {
        answer.status = SyncStatus::kDigests;
        answer.digests.Write() = DigestsOf(parts, keys);
    }
    return answer;
}

bool
SyncServer::Budget::HasTime(Time now)
{
    left = std::min(most, left + rate * ToSeconds(now - filled));
    filled = now;
    return left > 0;
}

} // namespace dht
