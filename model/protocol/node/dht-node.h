/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_NODE_H
#define DHT_NODE_H

#include "dht-block-store.h"
#include "dht-carrier.h"
#include "dht-conduct.h"
#include "dht-neighbour-links.h"
#include "dht-peer.h"
#include "dht-rpc-options.h"
#include "dht-storage-events.h"
#include "dht-storage-host.h"
#include "dht-storage-options.h"
#include "dht-vivaldi.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * A whole node: all that a peer is, in one object.
 */

namespace dht
{

class Storage;

/// What the store of a node is made of.
struct NodeStore
{
    StorageOptions options; ///< How blocks are found, fetched and stored.
    RpcOptions rpcs;        ///< How much is asked at once.
    VivaldiOptions vivaldi; ///< How coordinates are found.
    BlockStore& kept;       ///< What it holds, as a disk does; must outlive the node.
    Random& random;         ///< For ids, choices and directions; likewise.
    /// Who is near; null for what coordinates say. Likewise.
    const Nearness* nearness{nullptr};
    bool wantsTokens{true};             ///< As in StorageParts.
    RepairLinks* links{nullptr};        ///< Carry what repair moves; null: datagrams do. Likewise.
    StorageObserver* observer{nullptr}; ///< Watches it; null for nobody. Likewise.
    /// What its clock says when the host's says 0. One that outlives its process has a clock that
    /// does so, too: that goes as evenly as the host's.
    Time origin{0};
    /// Where it finds its peers; null: the node's membership says. It must outlive the node.
    RingInfo* ring{nullptr};
};

/**
 * A node of an overlay, without I/O and without a clock: a peer that relays and issues requests,
 * the store of its part of the blocks, and how both treat others. A host hands it whatever arrives,
 * and carries out what it asks for (Carrier); it need not know what a datagram is for. Times must
 * not decrease from call to call.
 */
class Node : private StorageHost
{
  public:
    /**
     * A node without a store.
     *
     * @param options Options of every peer.
     * @param place Makes its place in an overlay.
     * @param scheme The congestion control of an honest peer.
     * @param behaviour How it treats others.
     * @param carrier Carries out its actions; must outlive the node.
     * @param random For request ids and marks; must outlive the node.
     */
    Node(const PeerOptions& options,
         const MembershipMaker& place,
         std::unique_ptr<CongestionControl> scheme,
         Behaviour behaviour,
         Carrier& carrier,
         Random& random);
    ~Node() override;

    Node(const Node&) = delete;
    Node& operator=(const Node&) = delete;

    /// Have a store from now on; before anything has happened. What it does by the clock begins
    /// with the first call of OnStorageWake(). @param store What it is made of.
    /// @throws std::logic_error Nobody says where it finds its peers.
    void Keep(const NodeStore& store);

    /// @name What is asked of the store
    /// NodeStore::observer is told what comes of it, maybe from within.
    /// @throws std::logic_error The node has no store.
    /// @{

    /// Fetch a block. @param now The present. @param key Its key. @return The get's id.
    std::uint64_t Get(Time now, const Key& key);

    /// Ask all who should hold a fragment of a block what they have. @param now The present. @param
    /// key The block's key. @return The get's id.
    std::uint64_t Check(Time now, const Key& key);

    /// The same of those who are said to hold one. @param now The present. @param key The block's
    /// key. @param holders Who is said to, as in PutReport::held. @return The get's id.
    std::uint64_t Check(Time now, const Key& key, const std::vector<Endpoint>& holders);

    /// Store a block. @param now The present. @param block The block, at most kMostBlockBytes.
    /// @return The put's id. @throws std::invalid_argument It is too long.
    std::uint64_t Put(Time now, Bytes block);

    /// Let the holders of a block keep what they have of it as long as if it was put now. @param
    /// now The present. @param block The block, at most kMostBlockBytes. @return The put's id.
    /// @throws std::invalid_argument It is too long.
    std::uint64_t Renew(Time now, Bytes block);

    /// The peer is about to leave: hand what is held here to those who are to hold it then, and
    /// take nothing more for others. @param now The present. @param end When that ends at the
    /// latest.
    void HandOver(Time now, Time end);

    /// @}

    // what arrives, as the entry points of Peer and Storage of these names say

    /// @param now The present. @param from The connection it came on. @param request The message;
    /// moved from if it was accepted. @return Whether it was: if not, the host keeps it.
    bool OnRequest(Time now, ConnectionId from, Request& request);

    /// @param now The present. @param from The sender's endpoint. @param datagram The datagram, of
    /// whatever kind; moved from. @return What is wrong with it.
    WireError OnDatagram(Time now, const Endpoint& from, Datagram&& datagram);

    /// A message came over a link that carries repair (NodeStore::links); only with a store.
    /// @param now The present. @param from The sender's endpoint. @param message The message.
    /// @return What is wrong with it.
    WireError OnLinkMessage(Time now, const Endpoint& from, const StorageMessage& message);

    /// A peer does not answer over such a link; only with a store. @param now The present. @param
    /// peer The peer's endpoint.
    void OnRepairSilent(Time now, const Endpoint& peer);

    /// @param now The present. @param connection Which was closed.
    void OnClosed(Time now, ConnectionId connection);

    /// The time of Host::WakeAt() has come, or is still to come. @param now The present.
    void OnWake(Time now);

    /// The time of Carrier::WakeStorageAt() has come, or is still to come. @param now The present.
    void OnStorageWake(Time now);

    /// Treat others in another way from now on (Conduct::Set()). @param now The present. @param
    /// behaviour The new behaviour.
    void Set(Time now, Behaviour behaviour);

    /// @return How it treats others.
    Behaviour GetBehaviour() const;

    /// @return The peer, for all else that a host tells it or wants of it.
    Peer& GetPeer();
    /// @return The same, to look at.
    const Peer& GetPeer() const;
    /// @return The store; null if the node has none.
    Storage* GetStorage();
    /// @return The same, to look at.
    const Storage* GetStorage() const;

    /// @return Whether the identities of all counters hold.
    bool IdentitiesHold() const;

  private:
    void SendStorage(const Endpoint& to, const StorageMessage& message) override;
    void WakeStorageAt(Time time) override;

    /// @return The store. @throws std::logic_error There is none.
    Storage& TheStorage();
    /// @return Whether the node does nothing at all.
    bool IsStopped() const;

    Carrier& m_carrier;                 ///< Carries out what it asks for.
    Conduct m_conduct;                  ///< How the peer treats others.
    std::unique_ptr<Peer> m_peer;       ///< Relays and issues requests, and keeps the place.
    std::unique_ptr<RingInfo> m_ring;   ///< The store's view of it; null if NodeStore::ring is.
    std::unique_ptr<Storage> m_storage; ///< The store; null if there is none.
    Time m_origin{0};                   ///< What its clock says when the host's says 0.
};

/// @param node A node; nothing is told before it is there, nor when it is gone. @param now Says the
/// present. @return Tells it what happens to its links.
NeighbourLinks::Listeners ListenersFor(Node& node, std::function<Time()> now);

} // namespace dht

#endif // DHT_NODE_H
