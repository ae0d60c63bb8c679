/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_BLOCK_PUTS_H
#define DHT_BLOCK_PUTS_H

#include "dht-block-server.h"
#include "dht-locator.h"
#include "dht-put-goal.h"

#include <cstdint>
#include <deque>
#include <map>
#include <set>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * Blocks that a peer stores.
 */

namespace dht
{

/**
 * Puts: the block's holders are looked up, and each gets a fragment of its own. A holder that does
 * not answer is asked once more; if it stays silent, or has no room, the next peer on the ring
 * takes its place.
 */
class BlockPuts : public RpcCaller, public LocateClient
{
  public:
    /// @param context What all parts share. @param locator Looks up. @param server What this peer
    /// holds itself. All must outlive this object.
    BlockPuts(StorageContext& context, Locator& locator, BlockServer& server);

    /// Store a block. @param now The present. @param block It, at most kMostBlockBytes. @return The
    /// put's id. @throws std::invalid_argument It is too long.
    std::uint64_t Begin(Time now, Bytes block);

    /// A holder has answered. @param now The present. @param from Which. @param id Of the RPC.
    /// @param rpc The same. @param status What it says.
    void OnStored(Time now,
                  const Endpoint& from,
                  std::uint64_t id,
                  const RpcAnswer& rpc,
                  StoredStatus status);

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
        Time begun{0};                            ///< When.
        PutGoal goal;                             ///< How it is spread.
        std::deque<Endpoint> further;             ///< Peers that may take a holder's place.
        std::set<std::uint64_t> rpcs;             ///< Under way.
        std::set<Endpoint, EndpointOrder> retold; ///< Asked again, with a token if it gave one.
        PutReport report;                         ///< What is known of it.
    };

    /// @param work A put that knows of further peers. @return The next one, taken out.
    static Endpoint TakeFurther(Work& work);
    /// @param work A put. @param holder Who is to hold a fragment. @return What it is told.
    StoreBody BodyFor(const Work& work, const Endpoint& holder) const;
    /// Let somebody hold a fragment. @param now The present. @param id Of which put. @param holder
    /// Who.
    void Ask(Time now, std::uint64_t id, const Endpoint& holder);
    /// @param work A put. @param status What came of a fragment.
    void Count(Work& work, StoredStatus status) const;
    /// A put ends if nothing is under way. @param now The present. @param id Which.
    void EndIfDone(Time now, std::uint64_t id);

    StorageContext& m_context;            ///< What all parts share.
    Locator& m_locator;                   ///< Looks up.
    BlockServer& m_server;                ///< What this peer holds itself.
    std::map<std::uint64_t, Work> m_puts; ///< By id.
    std::uint64_t m_nextId{1};            ///< Of the next put.
};

} // namespace dht

#endif // DHT_BLOCK_PUTS_H
