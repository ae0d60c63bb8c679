/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_BLOCK_GETS_H
#define DHT_BLOCK_GETS_H

#include "dht-block-assembler.h"
#include "dht-block-server.h"
#include "dht-holder-lookup.h"

#include <boost/container/flat_set.hpp>
#include <cstdint>
#include <map>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * Blocks that a peer fetches (NSDI04, section 4.4).
 */

namespace dht
{

/// Who has a block fetched for itself, and not for the user of the storage.
class GetClient
{
  public:
    virtual ~GetClient() = default;

    /// A get ended. Others may be begun from here. @param now The present. @param report The block,
    /// or why there is none.
    virtual void OnGetEnded(Time now, const FetchReport& report) = 0;
};

/**
 * Gets: who holds a block is looked up, as many holders as are needed are asked at once, the
 * nearest first, and for each that is late or has nothing the next one. If all are through, it is
 * looked up once more, at the responsible peer, and all are asked who may hold a fragment.
 */
class BlockGets : public RpcCaller, public LocateClient
{
  public:
    /// @param context What all parts share. @param lookup Looks up. @param server What this peer
    /// holds itself. All must outlive this object.
    BlockGets(StorageContext& context, HolderLookup& lookup, BlockServer& server);

    /// Fetch a block. @param now The present. @param key Its key. @return The get's id.
    std::uint64_t Begin(Time now, const Key& key);

    /// Find out who holds a block, and do no more. @param now The present. @param key Its key.
    void Locate(Time now, const Key& key);

    /// Ask all who should hold a fragment of a block what they have. @param now The present. @param
    /// key Its key. @return The get's id.
    std::uint64_t BeginCheck(Time now, const Key& key);

    /// Ask those who are said to hold a fragment of a block what they have. @param now The present.
    /// @param key Its key. @param holders Who is said to. @return The get's id.
    std::uint64_t BeginCheckOf(Time now, const Key& key, const std::vector<Endpoint>& holders);

    /// Fetch a block from those who are known to hold it. @param now The present. @param key Its
    /// key. @param client Who wants it; must outlive this object. @param holders Some of whom hold
    /// it, this peer may be one of them. @param most How many are asked at once, at most. @return
    /// The get's id.
    std::uint64_t BeginFrom(Time now,
                            const Key& key,
                            GetClient& client,
                            const std::vector<Endpoint>& holders,
                            std::size_t most);

    /// A holder has answered. @param now The present. @param from The holder's endpoint. @param
    /// message How: who says something else than a fragment has none. @param rpc What it answers.
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
    std::optional<RpcTarget> OnRpcLate(Time now, const Rpc& rpc) override;

    /// @return Gets that have not ended.
    std::size_t UnderWay() const;

  private:
    /// Those of a few peers.
    using Endpoints = boost::container::flat_set<Endpoint, EndpointOrder>;

    /// A get.
    struct Get
    {
        explicit Get(const Key& key)
            : assembler(key)
        {
            report.key = key;
        }

        BlockAssembler assembler;       ///< Makes a block of fragments.
        std::vector<RpcTarget> holders; ///< That were not asked yet, the best first.
        Endpoints known;                ///< Of all that were ever named.
        Endpoints retold;               ///< Asked again, with a token.
        RpcIds rpcs;                    ///< Under way.
        RpcIds late;                    ///< Of these, those instead of which others are.
        Time located{0};                ///< When its last lookup ended.
        bool isLocating{true};          ///< Whether a lookup is under way.
        bool isLast{false};             ///< Whether it was looked up once more.
        bool isCheck{false};            ///< Whether all holders are asked.
        GetClient* client{nullptr};     ///< Who wants it; null for the user.
        std::size_t most{SIZE_MAX};     ///< Holders that are asked at once.
        std::vector<Time> ends;         ///< When the lifetimes of the fragments end that came.
        FetchReport report;             ///< What is known of it.
    };

    /// Begin. @param now The present. @param key A block's key. @param isCheck Whether to ask all
    /// holders. @return The get's id.
    std::uint64_t Start(Time now, const Key& key, bool isCheck);
    /// Begin without a lookup. @param key A block's key. @return The get, which has an id.
    Get& StartKnown(Time now, const Key& key);
    /// Let somebody be asked, or look for what this peer has. @param now The present. @param get A
    /// get. @param holder Who may have a fragment.
    void Add(Time now, Get& get, const Endpoint& holder);
    /// @return How many holders end the lookup of a get, as in LocateBody.
    std::uint8_t Wanted() const;
    /// @param get A get. @return How its fragments are fetched.
    FragmentPath PathOf(const Get& get) const;
    /// @param get A get. @return Whether no more holders need to be asked.
    bool IsEnough(const Get& get) const;
    /// Somebody has answered a check, or has something itself. @param get The get. @param from The
    /// holder's endpoint.
    /// @param fragment What it has.
    void Note(Get& get, const Endpoint& from, const Fragment& fragment) const;
    /// @param get A get that knows of holders to ask. @return The best of them, which counts as
    /// asked.
    static RpcTarget TakeHolder(Get& get);
    /// Ask as many holders as may be needed. @param now The present. @param id Of which get.
    void AskMore(Time now, std::uint64_t id);
    /// @param get A get. @return Holders that have to answer, as far as is known.
    std::size_t StillNeeded(const Get& get) const;
    /// Take a fragment. @param sent When it was sent, or before. @param get For which get. @param
    /// from The get. @param fragment The fragment.
    void Take(Time sent, Get& get, const Endpoint& from, const Fragment& fragment);
    /// All holders were asked. @param now The present. @param id Of which get.
    void OnExhausted(Time now, std::uint64_t id);
    /// A get ends. @param now The present. @param id The get's id.
    void End(Time now, std::uint64_t id);

    StorageContext& m_context;           ///< What all parts share.
    HolderLookup& m_lookup;              ///< Looks up.
    BlockServer& m_server;               ///< What this peer holds itself.
    std::map<std::uint64_t, Get> m_gets; ///< By id.
    std::uint64_t m_nextId{1};           ///< Of the next get.
};

} // namespace dht

#endif // DHT_BLOCK_GETS_H
