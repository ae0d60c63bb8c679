/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_STORAGE_CONTEXT_H
#define DHT_STORAGE_CONTEXT_H

#include "dht-coordinate-book.h"
#include "dht-ring-info.h"
#include "dht-rpc-endpoint.h"
#include "dht-storage-events.h"
#include "dht-storage-host.h"
#include "dht-storage-options.h"
#include "dht-storage-tokens.h"
#include "dht-vivaldi.h"

#include <algorithm>
#include <boost/container/small_vector.hpp>
#include <cstddef>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * What the parts of a storage share.
 */

namespace dht
{

/// How fragments are fetched from a holder, or sent there.
struct FragmentPath
{
    RpcEndpoint& rpcs;      ///< What asks for it.
    StorageCarrier carrier; ///< What the questions go by.
    bool isRepair;          ///< Whether they are counted as repair.

    /// @return How often the same holder is asked at the most: over a link, nothing is lost but
    /// with the link.
    unsigned Attempts() const
    {
        return carrier == StorageCarrier::kLink ? 1 : 2;
    }
};

/// What the parts of a storage share.
struct StorageContext
{
    const StorageOptions& options;       ///< What it is like.
    RingInfo& ring;                      ///< The ring.
    StorageHost& host;                   ///< Carries out its actions.
    const Nearness* nearness;            ///< Who is near; null for what coordinates say.
    Random& random;                      ///< For ids and choices.
    Vivaldi& vivaldi;                    ///< Where this peer is.
    RpcEndpoint& rpcs;                   ///< What it asks others.
    StorageTokens tokens;                ///< Who is where it asks from.
    CoordinateBook book{};               ///< Where others are.
    StorageCounters counters{};          ///< What it counts.
    StorageObserver* observer;           ///< Watches it.
    Endpoint self{ring.Self().endpoint}; ///< Where this peer is.
    RepairLinks* links{nullptr};         ///< Carry fragments of repair; null: datagrams do.
    RpcEndpoint* linkRpcs{nullptr};      ///< What is asked over them.
    bool isLeaving{false}; ///< Whether it hands over what it holds, and takes nothing more.

    /// Send a message. @param to The receiver's endpoint. @param message All but where this peer
    /// is. @param carrier What it goes by.
    void Send(const Endpoint& to,
              StorageMessage message,
              StorageCarrier carrier = StorageCarrier::kDatagram);

    /// @param endpoint Anything. @return Whether another peer of the ring may be there.
    bool MayBePeer(const Endpoint& endpoint) const;

    /// Somebody has named peers. @param peers The peers, and where they are said to be.
    void Hear(const std::vector<LocatedPeer>& peers);

    /// Answer a question. @param now The present. @param from Who asks. @param question The
    /// question. @param worth What its token is worth. @param body The answer. @param carrier What
    /// the question came by, and the answer goes by. @return Bytes of the answer.
    std::size_t Answer(Time now,
                       const Endpoint& from,
                       const StorageMessage& question,
                       TokenMint::Worth worth,
                       StorageBody body,
                       StorageCarrier carrier = StorageCarrier::kDatagram);

    /// @param rpc An RPC. @param body What it asks. @return The question.
    static StorageMessage QuestionOf(const Rpc& rpc, StorageBody body);

    /// Ask somebody. @param rpc The RPC. @param question The question: QuestionOf(). @param room
    /// Bytes that the answer may have beyond those of the question, if nobody knows there that this
    /// peer is here.
    void Ask(const Rpc& rpc, StorageMessage question, std::size_t room = 0);

    /// The same for what repairs blocks, which is counted apart. @param rpc The RPC. @param
    /// question The question. @param carrier What it goes by.
    void AskForRepair(const Rpc& rpc,
                      StorageMessage question,
                      StorageCarrier carrier = StorageCarrier::kDatagram);

    /// @param isRepair Whether fragments are fetched or sent for repair, which uses links if there
    /// are any. @return How that is done.
    FragmentPath PathOf(bool isRepair) const;

    /// Ask a holder. @param path How that is done. @param rpc The RPC. @param question The
    /// question.
    void AskOn(const FragmentPath& path, const Rpc& rpc, StorageMessage question);

    /// Ask somebody to answer straight with peers. @param rpc The RPC. @param locate The question.
    void AskForPeers(const Rpc& rpc, const LocateBody& locate);

    /// @param peer A peer that somebody has named. @return Whether it may be one of this ring.
    bool IsUsable(const LocatedPeer& peer) const;

    /// @param named Peers that somebody has named. @return Those that are usable.
    std::vector<LocatedPeer> Usable(const std::vector<LocatedPeer>& named);

    /// @param peer A peer. @return Whom an RPC to it asks.
    RpcTarget TargetOf(const Endpoint& peer) const;

    /// @param peer A peer, or this one. @return How far it is; longer than all others if nobody
    /// knows.
    Time DistanceTo(const Endpoint& peer) const;

    /// How far peers are, and their places in a list.
    using Order = boost::container::small_vector<std::pair<Time, std::size_t>, kMaximumLocated>;

    /// @tparam Peers A list of what has an endpoint. @param peers The list. @return All of it,
    /// those first that are near; those that are as near as others stay in their order.
    template <typename Peers>
    Order OrderByDistance(const Peers& peers) const
    {
        Order order;
        order.reserve(peers.size());
        for (const auto& peer : peers)
        {
            order.emplace_back(DistanceTo(peer.endpoint), order.size());
        }
        std::sort(order.begin(), order.end());
        return order;
    }

    /// @tparam Peer Has an endpoint. @param peers Some. @return The same peers, those first that
    /// are near.
    template <typename Peer>
    std::vector<Peer> NearestFirst(std::vector<Peer> peers) const
    {
        if (peers.size() < 2)
        {
            return peers;
        }
        const Order order = OrderByDistance(peers);
        std::vector<Peer> nearest;
        nearest.reserve(peers.size());
        std::transform(order.begin(),
                       order.end(),
                       std::back_inserter(nearest),
                       [&](const auto& pair) { return std::move(peers[pair.second]); });
        return nearest;
    }

    /// @param peers Peers. @return The same peers, with their places on the ring.
    RingNodes NodesOf(const std::vector<LocatedPeer>& peers) const;

    /// @param nodes Peers. @return The same peers, and where they are, as far as is known.
    std::vector<LocatedPeer> WithPlaces(const RingNodes& nodes) const;
};

} // namespace dht

#endif // DHT_STORAGE_CONTEXT_H
