/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_BLOCK_PUTS_H
#define DHT_BLOCK_PUTS_H

#include "dht-block-server.h"
#include "dht-holder-lookup.h"
#include "dht-put-goal.h"

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * Blocks that a peer stores.
 */

namespace dht
{

/// Fragments that somebody is to hold.
struct PutOrder
{
    Key key{0};                       ///< The block's key.
    Bytes block;                      ///< The block; each holder gets a fragment of its own.
    std::size_t needed{1};            ///< Fragments that it needs (m).
    std::optional<Fragment> fragment; ///< This one, instead of any of the block.
    Time left{0};                     ///< How long it is kept yet.
    std::vector<Endpoint> holders;    ///< Who is to hold one; this peer may be among them.
    std::size_t most{SIZE_MAX};       ///< How many are asked at once.
    bool asksFirst{false};            ///< Whether they may have it already.
};

/// Who has fragments held for itself, and not for the user of the storage.
class PutClient
{
  public:
    virtual ~PutClient() = default;

    /// A holder has answered. @param now The present. @param key The block's key. @param holder
    /// The holder's endpoint. @param status What it says, but kRefused if it has something already
    /// that is not shown to be right; of who stays silent, nothing is heard.
    virtual void OnHeld(Time now, const Key& key, const Endpoint& holder, StoredStatus status) = 0;

    /// A put ended. Others may be begun from here. @param now The present. @param report The key,
    /// or why the block is not stored.
    virtual void OnPutEnded(Time now, const PutReport& report) = 0;
};

/**
 * Puts: the block's holders are looked up, and each gets a fragment of its own. A holder that does
 * not answer is asked once more; if it stays silent, or has no room, the next peer takes its place
 * that HoldersAmong() names, and is asked as often.
 *
 * Who has a fragment already says which one, and that is compared with the block. If it is none of
 * that block, or its holder does not say, the holder is sent the whole block, which proves itself,
 * and makes a fragment of it. Who has something else even then is no holder, and neither is who
 * has another fragment than the one that it is to take over.
 */
class BlockPuts : public RpcCaller, public LocateClient
{
  public:
    /// @param context What all parts share. @param lookup Looks up. @param server What this peer
    /// holds itself. All must outlive this object.
    BlockPuts(StorageContext& context, HolderLookup& lookup, BlockServer& server);

    /// Store a block. @param now The present. @param block The block, at most kMostBlockBytes.
    /// @return The put's id. @throws std::invalid_argument It is too long.
    std::uint64_t Begin(Time now, Bytes block);

    /// The same for a block that was stored before: holders are asked first, and only those that
    /// lack their fragment are sent one. @param now The present. @param block The block, at most
    /// kMostBlockBytes. @return The put's id. @throws std::invalid_argument It is too long.
    std::uint64_t BeginRenewal(Time now, Bytes block);

    /// Let those hold fragments who are known to lack one. @param now The present. @param client
    /// Who wants it; must outlive this object. @param order The fragments and who lacks them.
    /// @return The put's id.
    std::uint64_t BeginAt(Time now, PutClient& client, PutOrder order);

    /// A holder has answered. @param now The present. @param from The holder's endpoint. @param
    /// message How: who says anything else takes nothing. @param rpc What it answers.
    void OnAnswer(Time now,
                  const Endpoint& from,
                  const StorageMessage& message,
                  const RpcAnswer& rpc);

    void OnLocateEnded(Time now,
                       std::uint64_t tag,
                       const std::vector<LocatedPeer>& peers,
                       const LocateReport& report) override;
    void SendRpc(const Rpc& rpc) override;
    std::optional<RpcTarget> OnRpcTimeout(Time now, const Rpc& rpc) override;

    /// @return Puts that have not ended.
    std::size_t UnderWay() const;

  private:
    /// A put.
    struct Work
    {
        Bytes block;                              ///< The block.
        std::optional<Fragment> fragment;         ///< What everybody gets; else one each.
        Time lifetime{0};                         ///< How long that is kept, of the user's.
        Time ends{kNever};                        ///< Until when, of what is kept already.
        Time asked{0};                            ///< When somebody was asked the last time.
        PutClient* client{nullptr};               ///< Who wants it; null for the user.
        bool asksFirst{false};                    ///< Whether only who lacks one is sent one.
        std::deque<Endpoint> waiting;             ///< Holders that are asked later.
        std::size_t most{SIZE_MAX};               ///< Holders that are asked at once.
        Time begun{0};                            ///< Time at which the put began.
        Time drawn{0};                            ///< The same, or one with better rows.
        PutGoal goal;                             ///< How it is spread.
        std::vector<Endpoint> holders;            ///< Who may be one, as far as is known.
        std::vector<Endpoint> further;            ///< Peers that may take a holder's place.
        RpcIds rpcs;                              ///< Under way.
        std::set<Endpoint, EndpointOrder> shown;  ///< Asked again, with a token that it gave.
        std::set<Endpoint, EndpointOrder> retold; ///< Sent a fragment, as it may take it now.
        std::set<Endpoint, EndpointOrder> proved; ///< Sent the whole block.
        PutReport report;                         ///< What is known of it.
    };

    /// Begin a put of the user. @param now The present. @param block The block. @return The put.
    Work& BeginWork(Time now, Bytes block);
    /// @param work A put that knows of further peers. @param holder Who does not take its fragment.
    /// @return Who is asked instead.
    static Endpoint Replace(Work& work, const Endpoint& holder);
    /// Where one host may fail, and none of what is left then is to spare, draw rows that give the
    /// block without it, whichever it is. @param work A put. @param holders Who is to hold a
    /// fragment.
    static void DrawRows(Work& work, const std::vector<Endpoint>& holders);
    /// @param work A put. @return How its fragments are sent.
    FragmentPath PathOf(const Work& work) const;
    /// @param work A put. @return How long a fragment is kept that is sent now: of a user as long
    /// as ever, of repair as long as the old ones, however late it is.
    static Time LeftOf(const Work& work);
    /// @param work A put. @param holder Who is to hold a fragment. @return What it is told.
    StoreBody BodyFor(const Work& work, const Endpoint& holder) const;
    /// Let somebody hold a fragment. @param now The present. @param id Of which put. @param holder
    /// Address of the holder.
    void Ask(Time now, std::uint64_t id, const Endpoint& holder);
    /// @param work A put. @param holder Who is to hold a fragment. @return Whether it is sent one,
    /// and not only asked whether it has one.
    bool IsSent(const Work& work, const Endpoint& holder) const;
    /// @param work A put. @param answer Of a holder that has something already. @return Whether it
    /// shows that this is of the block, or the very fragment that it is to take over.
    static bool ShowsItHas(const Work& work, const StoredBody& answer);
    /// Somebody who is to hold a fragment has answered, or is this peer. @param now The present.
    /// @param id Of which put. @param holder Address of the holder. @param answer What it says.
    void Take(Time now, std::uint64_t id, const Endpoint& holder, const StoredBody& answer);
    /// @param now The present. @param work A put. @param holder Who was to hold a fragment. @param
    /// status What came of it.
    void Count(Time now, Work& work, const Endpoint& holder, StoredStatus status) const;
    /// Ask those that wait, as far as there is room. @param now The present. @param id Of which
    /// put.
    void AskWaiting(Time now, std::uint64_t id);
    /// A put ends if nothing is under way. @param now The present. @param id The put's id.
    void EndIfDone(Time now, std::uint64_t id);

    StorageContext& m_context;            ///< What all parts share.
    HolderLookup& m_lookup;               ///< Looks up.
    BlockServer& m_server;                ///< What this peer holds itself.
    std::map<std::uint64_t, Work> m_puts; ///< By id.
    std::uint64_t m_nextId{1};            ///< Of the next put.
};

} // namespace dht

#endif // DHT_BLOCK_PUTS_H
