/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-block-server.h"

#include "dht-put-goal.h"

#include <optional>
#include <utility>

namespace dht
{

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

StoredBody
BlockServer::Hold(Time now, const StoreBody& store)
{
    // the next peer behind the holders takes the place of one that leaves
    const bool isLeaving = m_context.isLeaving;
    if (!store.fragment)
    {
        return m_store.Renew(now, store.key, store.left)
                   ? Had(now, store.key)
                   : StoredBody{isLeaving ? StoredStatus::kFull : StoredStatus::kNotHere};
    }
    if (isLeaving)
    {
        return {StoredStatus::kFull};
    }
    Fragment fragment = store.fragment->needed == 1 ? InPlaceOf(now, store) : *store.fragment;
    fragment.left = store.left;
    const StoredStatus status = StatusOf(m_store.Put(now, store.key, fragment));
    return status == StoredStatus::kHad ? Had(now, store.key) : StoredBody{status};
}

StoredBody
BlockServer::Had(Time now, const Key& key)
{
    const auto fragment = m_store.Get(now, key);
    return {StoredStatus::kHad, fragment ? std::optional(MarkOf(*fragment)) : std::nullopt};
}

Fragment
BlockServer::InPlaceOf(Time now, const StoreBody& store)
{
    const Bytes& block = store.fragment->bytes;
    if (!m_store.DropIfNotOf(now, store.key, block))
    {
        return *store.fragment;
    }
    ++m_context.counters.disproved;
    const std::size_t peers = m_context.ring.Successors().size() + 1;
    const std::size_t needed = PutGoal::Of(m_context.options, block.size(), peers).needed;
    const FragmentRow row = RandomRow(needed, store.key, m_context.self, now);
    return MakeFragments(block, needed, {row}, store.left).front();
}

void
BlockServer::OnFetch(Time now,
                     const Endpoint& from,
                     const StorageMessage& message,
                     const FetchBody& fetch,
                     StorageCarrier carrier)
{
    const TokenMint::Worth worth = m_context.tokens.Judge(now, from, message);
    FragmentBody body{Find(now, fetch.key)};
    const bool isHere = body.fragment.status == FragmentStatus::kHeld;
    ++m_context.counters.fetches;
    m_context.counters.fetchesHere += isHere ? 1 : 0;
    if (isHere && worth == TokenMint::Worth::kNone)
    {
        ++m_context.counters.unproved;
        body.fragment = Fragment();
        body.fragment.status = FragmentStatus::kTokenWanted;
    }
    m_context.Answer(now, from, message, worth, std::move(body), carrier);
}

void
BlockServer::OnStore(Time now,
                     const Endpoint& from,
                     const StorageMessage& message,
                     const StoreBody& store,
                     StorageCarrier carrier)
{
    const TokenMint::Worth worth = m_context.tokens.Judge(now, from, message);
    const bool isProved = worth != TokenMint::Worth::kNone;
    StoredBody answer = isProved ? Hold(now, store) : StoredBody{StoredStatus::kTokenWanted};
    const StoredStatus status = answer.status;
    ++m_context.counters.stores;
    m_context.counters.unproved += isProved ? 0 : 1;
    m_context.counters.storesKept +=
        status == StoredStatus::kStored || status == StoredStatus::kHad ? 1 : 0;
    m_context.Answer(now, from, message, worth, std::move(answer), carrier);
}

} // namespace dht
