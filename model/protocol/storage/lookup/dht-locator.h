/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_LOCATOR_H
#define DHT_LOCATOR_H

#include "dht-locate-relay.h"
#include "dht-search.h"

#include <boost/container/flat_set.hpp>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * A peer's own lookups.
 */

namespace dht
{

/// Who wants to know which peers follow a key.
class LocateClient
{
  public:
    virtual ~LocateClient() = default;

    /// A lookup ended. Others may be begun from here. @param now The present. @param tag What the
    /// client calls it. @param peers Who follows the key, clockwise; fewer than were wanted, or
    /// none, if it has failed. @param report How it went.
    virtual void OnLocateEnded(Time now,
                               std::uint64_t tag,
                               const std::vector<LocatedPeer>& peers,
                               const LocateReport& report) = 0;
};

/**
 * Looks keys up: recursively, and if that has failed twice, by asking peer after peer. A lookup
 * that is not answered in time is begun once more.
 */
class Locator : public RpcCaller, private LocateEnds
{
  public:
    /// How often a lookup is begun before it asks peer after peer.
    static constexpr std::uint8_t kRecursiveTries = 2;

    /// @param context What all parts share; must outlive this object.
    explicit Locator(StorageContext& context);

    /// Begin a lookup. @param now The present. @param client Who wants to know; must outlive this
    /// object. @param tag What the client calls it. @param key The key. @param wanted How many of
    /// its followers, as in LocateBody.
    void Begin(Time now,
               LocateClient& client,
               std::uint64_t tag,
               const Key& key,
               std::uint8_t wanted);

    /// @param from A peer. @param message A message of it. @param locate What that says. @return
    /// Whether it asks this peer alone, and for itself: such a question is never handed on.
    static bool IsDirect(const Endpoint& from,
                         const StorageMessage& message,
                         const LocateBody& locate);

    /// A message about a lookup arrived. @param now The present. @param from The sender's endpoint.
    /// @param message The message. @param locate What it says.
    void OnLocate(Time now,
                  const Endpoint& from,
                  const StorageMessage& message,
                  const LocateBody& locate);

    /// An answer to a lookup arrived. @param now The present. @param message The message. @param
    /// located What it says. @return Whether it was one of this peer that ends with it.
    bool OnLocated(Time now, const StorageMessage& message, const LocatedBody& located);

    /// An RPC was answered. @param now The present. @param from The sender's endpoint. @param rpc
    /// What was answered, and how late. @param answer The peers named in the answer; null for one
    /// that names none.
    void OnRpcAnswered(Time now,
                       const Endpoint& from,
                       const RpcAnswer& rpc,
                       const LocatedBody* answer);

    void SendRpc(const Rpc& rpc) override;
    std::optional<RpcTarget> OnRpcTimeout(Time now, const Rpc& rpc) override;
    std::optional<RpcTarget> OnRpcLate(Time now, const Rpc& rpc) override;

    /// It is time, or earlier. @param now The present.
    void OnWake(Time now);
    /// @return When to call OnWake(); kNever if nothing waits.
    Time NextWake() const;

    /// A lookup, or an answer, is going to arrive: have what that takes brought into the cache.
    void Expect() const;

    /// @return Own lookups that have not ended.
    std::size_t UnderWay() const;

  private:
    /// A lookup of this peer.
    struct Lookup
    {
        LocateClient* client{nullptr}; ///< Who wants to know.
        std::uint64_t tag{0};          ///< What the client calls it.
        Key key{0};                    ///< What is looked up.
        std::uint8_t wanted{0};        ///< As in LocateBody.
        Time begun{0};                 ///< Time of the first try.
        std::uint8_t tries{0};         ///< How often it was begun.
        Time deadline{kNever};         ///< Of a recursive one.
        Search search;                 ///< Of an iterative one.
        bool wasLate{false};           ///< Whether who is asked there was late already.
        RingNodes asked;               ///< By an iterative one.
        RingNodes further;             ///< Named to it, and not asked as long as others serve.
    };

    void OnEnd(Time now,
               std::uint64_t lookup,
               std::uint8_t hopLimit,
               const LocatedBody& located) override;
    /// Try, or try again. @param now The present. @param lookup Its number.
    void Try(Time now, std::uint64_t lookup);
    /// @param lookup An iterative lookup. @return Whom to ask next; nothing if there is nobody.
    std::optional<RingNode> TakeNext(Lookup& lookup) const;
    /// Ask the next peer. @param now The present. @param lookup Of which iterative lookup.
    void AskNext(Time now, std::uint64_t lookup);
    /// A lookup ends. @param now The present. @param lookup Its number. @param located What came of
    /// it. @param hops Peers that it has visited.
    void End(Time now, std::uint64_t lookup, const LocatedBody& located, std::uint8_t hops);
    /// @param lookup A lookup. @return Whether it asks peer after peer.
    bool IsIterative(const Lookup& lookup) const;
    /// Give it another number, as what answers the old one is late. @param lookup Its number.
    /// @return The new one.
    std::uint64_t Renumber(std::uint64_t lookup);

    StorageContext& m_context;                 ///< What all parts share.
    LocateRelay m_relay;                       ///< Hands lookups on.
    std::map<std::uint64_t, Lookup> m_lookups; ///< Own ones, by number.
    boost::container::flat_set<std::pair<Time, std::uint64_t>> m_deadlines; ///< Of recursive ones.
    std::uint64_t m_ended{0}; ///< Lookups that were answered.
    Time m_took{0};           ///< What they took, all together.
};

} // namespace dht

#endif // DHT_LOCATOR_H
