/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_STORAGE_H
#define DHT_STORAGE_H

#include "dht-block-gets.h"
#include "dht-block-puts.h"
#include "dht-block-store.h"
#include "dht-coordinate-probes.h"
#include "dht-frame-header.h"
#include "dht-repair.h"
#include "dht-storage-options.h"

#include <optional>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * A peer's part of the block store: what a host drives.
 * @internal
 */

namespace dht
{

/// What a storage is made of.
struct StorageParts
{
    StorageOptions options; ///< How blocks are found, fetched and stored.
    RpcOptions rpcs;        ///< How much is asked at once (STP).
    VivaldiOptions vivaldi; ///< How coordinates are found.
    RingInfo& ring;         ///< The ring; must outlive the storage.
    StorageHost& host;      ///< Carries out its actions; likewise.
    BlockStore& store;      ///< What it holds; likewise.
    Random& random;         ///< For ids, choices and directions; likewise.
    /// Who is near; null for what coordinates say. Likewise.
    const Nearness* nearness{nullptr};
    /// Whether only those may store, and get more than they have sent, who have shown that they are
    /// where they ask from. Where nobody forges an address, that would only take time.
    bool wantsTokens{false};
    /// Carry fragments that repair moves; null: datagrams do, as all else. Likewise.
    RepairLinks* links{nullptr};
};

/**
 * The store of one peer, without I/O and without a clock, as Peer is: a host calls its entry points
 * with the present time, and it answers through StorageHost. Times must not decrease from call to
 * call.
 */
class Storage
{
  public:
    /// @param parts What it is made of.
    explicit Storage(const StorageParts& parts);

    Storage(const Storage&) = delete;
    Storage& operator=(const Storage&) = delete;

    /// @param observer Who watches; null for nobody.
    void SetObserver(StorageObserver* observer);

    /// Fetch a block; StorageObserver::OnFetched() tells what came of it, maybe from within. @param
    /// now The present. @param key Its key. @return The get's id.
    std::uint64_t Get(Time now, const Key& key);

    /// Find out who holds a block, as a get does first, and do no more;
    /// StorageObserver::OnLocated() tells, maybe from within. @param now The present. @param key
    /// Its key.
    void Locate(Time now, const Key& key);

    /// Ask all who should hold a fragment of a block what they have; StorageObserver::OnFetched()
    /// tells, with the block if there is enough of it. @param now The present. @param key Its key.
    /// @return The get's id.
    std::uint64_t Check(Time now, const Key& key);

    /// The same of those who are said to hold a fragment, as PutReport::held, and of nobody else.
    /// @param now The present. @param key The block's key. @param holders Who is said to. @return
    /// The get's id.
    std::uint64_t Check(Time now, const Key& key, const std::vector<Endpoint>& holders);

    /// Store a block; StorageObserver::OnPut() tells what came of it, maybe from within. @param now
    /// The present. @param block The block, at most kMostBlockBytes. @return The put's id. @throws
    /// std::invalid_argument It is too long.
    std::uint64_t Put(Time now, Bytes block);

    /// Let the holders of a block keep what they have of it as long as if it was put now: only
    /// those that lack their fragment, or have a wrong one, are sent one. StorageObserver::OnPut()
    /// tells what came of it. @param now The present. @param block The block, at most
    /// kMostBlockBytes.
    /// @return The put's id. @throws std::invalid_argument It is too long.
    std::uint64_t Renew(Time now, Bytes block);

    /// Measure how far away some peer is, from which coordinates learn; what
    /// StorageOptions::probeInterval asks for besides begins with the first call of any kind.
    /// @param now The present.
    void Probe(Time now);

    /// The peer is about to leave: hand what it holds to those who are to hold it then, and take
    /// nothing more for others. @param now The present. @param end When that ends at the latest.
    void HandOver(Time now, Time end);
    /// @return Whether that has begun, and not ended.
    bool IsHandingOver() const;

    /// A message arrived. Questions to a peer without a place are not answered. @param now The
    /// present. @param from The sender's endpoint. @param message The message. @param carrier What
    /// it came by; a link only if there are any. @return kField if no honest peer would say that
    /// here; else kNone.
    WireError OnMessage(Time now,
                        const Endpoint& from,
                        const StorageMessage& message,
                        StorageCarrier carrier = StorageCarrier::kDatagram);

    /// The other end of a link does not answer, or the link is lost with all that was on its way:
    /// others are asked instead. @param now The present. @param peer The peer's endpoint.
    void OnLinkSilent(Time now, const Endpoint& peer);

    /// A message is going to arrive: have what that takes brought into the cache, which this object
    /// is in. @param from The sender's endpoint.
    void Expect(const Endpoint& from) const;

    /// It is time, or earlier. @param now The present.
    void OnWake(Time now);

    /// @return What it has counted.
    const StorageCounters& Counters() const;
    /// @return What became of all that it asked others.
    const RpcEndpoint& Rpcs() const;
    /// @return What became of all that it asked others over links; null if there are none.
    const RpcEndpoint* LinkRpcs() const;
    /// @return Where the peer is.
    const Vivaldi& Coordinates() const;
    /// @return Gets and puts that have not ended.
    std::size_t UnderWay() const;
    /// @return Whether the identities of the counters hold.
    bool IdentitiesHold() const;

  private:
    /// A question arrived. The parameters are those of OnMessage(). @return Likewise.
    WireError OnQuestion(Time now,
                         const Endpoint& from,
                         const StorageMessage& message,
                         StorageCarrier carrier);
    /// An answer arrived. The parameters are those of OnMessage().
    void OnAnswer(Time now,
                  const Endpoint& from,
                  const StorageMessage& message,
                  StorageCarrier carrier);
    /// Tell the host when to call again. @param now The present.
    void UpdateWake(Time now);

    StorageOptions m_options;                ///< What it is like.
    BlockStore& m_store;                     ///< What it holds.
    Vivaldi m_vivaldi;                       ///< Where this peer is.
    RpcEndpoint m_rpcs;                      ///< What it asks others.
    std::unique_ptr<RpcEndpoint> m_linkRpcs; ///< What it asks others over links, if any.
    StorageContext m_context;                ///< What its parts share.
    BlockServer m_server;                    ///< Answers those who fetch and store.
    Locator m_locator;                       ///< Looks up.
    HolderLookup m_lookup;                   ///< Looks up who may hold what.
    BlockGets m_gets;                        ///< Fetches.
    BlockPuts m_puts;                        ///< Stores.
    CoordinateProbes m_probes;               ///< Learn where this peer is.
    Repair m_repair;                         ///< Keeps what is stored whole.
};

} // namespace dht

#endif // DHT_STORAGE_H
