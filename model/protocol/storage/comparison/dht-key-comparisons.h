/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_KEY_COMPARISONS_H
#define DHT_KEY_COMPARISONS_H

#include "dht-block-store.h"
#include "dht-key-range.h"
#include "dht-storage-context.h"

#include <cstdint>
#include <deque>
#include <map>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * Finds out what others hold.
 */

namespace dht
{

/// What came of a comparison.
struct KeyDifference
{
    bool hasAnswered{false};   ///< Whether there was an answer to every question.
    std::vector<Key> missing;  ///< Held here and not there.
    std::vector<Key> more;     ///< Held there and not here, as it is said there.
    std::deque<KeyRange> rest; ///< What was not compared, as it would have been too much.
};

/// Who wants to know what others hold.
class ComparisonClient
{
  public:
    virtual ~ComparisonClient() = default;

    /// A comparison ended. Others may be begun from here. @param now The present. @param peer With
    /// whom. @param difference What came of it.
    virtual void OnCompared(Time now, const Endpoint& peer, const KeyDifference& difference) = 0;
};

/**
 * Comparisons with other peers, each one question at a time. Whatever a peer says, a comparison
 * ends: it has as many questions as what is held here may need, and some more, and a time.
 */
class KeyComparisons : public RpcCaller
{
  public:
    /// Questions that a comparison has in any case.
    static constexpr std::size_t kLeastQuestions = 128;

    /// @param context What all parts share; must outlive this object. @param store What is held
    /// here; likewise.
    KeyComparisons(StorageContext& context, const BlockStore& store);

    /// Compare. @param now The present. @param client Who wants to know; must outlive this object.
    /// @param peer With whom. @param ranges Ranges of keys to compare. @param time After which
    /// nothing more is asked, and the rest is left.
    void Begin(Time now,
               ComparisonClient& client,
               const Endpoint& peer,
               std::deque<KeyRange> ranges,
               Time time);

    /// A question was answered. @param now The present. @param rpc What was answered, and how late.
    /// @param answer The answer; null for something that is no answer to it.
    void OnRpcAnswered(Time now, const RpcAnswer& rpc, const SyncedBody* answer);

    void SendRpc(const Rpc& rpc) override;
    std::optional<RpcTarget> OnRpcTimeout(Time now, const Rpc& rpc) override;

    /// @return Comparisons that have not ended.
    std::size_t UnderWay() const;

  private:
    /// A comparison.
    struct Work
    {
        ComparisonClient* client{nullptr}; ///< Who wants to know.
        Endpoint peer{};                   ///< With whom.
        KeyRange range{};                  ///< What is asked for.
        std::size_t questions{0};          ///< That it has left.
        Time ends{kNever};                 ///< When to ask nothing more.
        bool isRetold{false};              ///< Whether it asks again with a token.
        KeyDifference difference{};        ///< What is known.
    };

    /// Ask for the next range. @param now The present. @param id Of which comparison.
    void AskNext(Time now, std::uint64_t id);
    /// @param work A comparison. @param answer To its question. @return Whether somebody honest may
    /// say that.
    bool Take(Work& work, const SyncedBody& answer) const;
    /// Somebody says which keys it holds. The parameters are those of Take(). @return Likewise.
    bool TakeKeys(Work& work, const std::vector<Key>& keys) const;
    /// Somebody says in which parts it holds others. The parameters are those of Take(). @return
    /// Likewise.
    bool TakeDigests(Work& work, const SyncedBody& answer) const;
    /// A comparison ends. @param now The present. @param id The comparison's id. @param hasAnswered
    /// Whether there was an answer.
    void End(Time now, std::uint64_t id, bool hasAnswered);

    StorageContext& m_context;            ///< What all parts share.
    const BlockStore& m_store;            ///< What is held here.
    std::map<std::uint64_t, Work> m_work; ///< By id.
    std::uint64_t m_nextId{1};            ///< Of the next one.
};

} // namespace dht

#endif // DHT_KEY_COMPARISONS_H
