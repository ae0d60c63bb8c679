/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-block-server.h"

#include <utility>

namespace dht
{

namespace
{

/// @param question A message. @param body What to answer. @return The answer.
StorageMessage
AnswerTo(const StorageMessage& question, StorageBody body)
{
    StorageMessage answer;
    answer.id = question.id;
    answer.attempt = question.attempt;
    answer.body.Write() = std::move(body);
    return answer;
}

StoredStatus
StatusOf(StoreAnswer answer)
{
    switch (answer)
    {
    case StoreAnswer::kStored:
        return StoredStatus::kStored;
    case StoreAnswer::kHad:
        return StoredStatus::kHad;
    case StoreAnswer::kFull:
        return StoredStatus::kFull;
    default:
        return StoredStatus::kRefused;
    }
}

} // namespace

BlockServer::BlockServer(StorageContext& context, BlockStore& store)
    : m_context(context),
      m_store(store)
{
}

Fragment
BlockServer::Find(Time now, const Key& key) const
{
    if (auto fragment = m_store.Get(now, key))
    {
        return std::move(*fragment);
    }
    return None();
}

Fragment
BlockServer::None()
{
    Fragment none;
    none.status = FragmentStatus::kNotHere;
    return none;
}

StoredStatus
BlockServer::Hold(Time now, const StoreBody& store)
{
    if (!store.fragment)
    {
        return m_store.Renew(now, store.key, store.left) ? StoredStatus::kHad
                                                         : StoredStatus::kNotHere;
    }
    Fragment fragment = *store.fragment;
    fragment.left = store.left;
    return StatusOf(m_store.Put(now, store.key, fragment));
}

void
BlockServer::OnFetch(Time now,
                     const Endpoint& from,
                     const StorageMessage& message,
                     const FetchBody& fetch)
{
    FragmentBody body{Find(now, fetch.key)};
    ++m_context.counters.fetches;
    m_context.counters.fetchesHere += body.fragment.status == FragmentStatus::kHeld ? 1 : 0;
    m_context.Send(from, AnswerTo(message, std::move(body)));
}

void
BlockServer::OnStore(Time now,
                     const Endpoint& from,
                     const StorageMessage& message,
                     const StoreBody& store)
{
    const StoredStatus status = Hold(now, store);
    ++m_context.counters.stores;
    m_context.counters.storesKept +=
        status == StoredStatus::kStored || status == StoredStatus::kHad ? 1 : 0;
    m_context.Send(from, AnswerTo(message, StoredBody{status}));
}

} // namespace dht
