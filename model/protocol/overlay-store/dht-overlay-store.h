/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_OVERLAY_STORE_H
#define DHT_OVERLAY_STORE_H

#include "dht-application.h"
#include "dht-block-gathers.h"
#include "dht-block-spreads.h"
#include "dht-store-client.h"

#include <memory>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * A block store on top of a peer: what a host drives.
 */

namespace dht
{

/**
 * A block store whose messages are requests of the overlay and their answers, so that they go over
 * the links between neighbours, under whatever scheme the peer has (NSDI04, section 5.1). It has no
 * I/O and no clock. It is the application of a peer, and the source of its requests; its host calls
 * OnWake() when asked to, and is called back only from there.
 *
 * A get is a request for the block's key. The responsible peer asks holders, its successors, for
 * fragments, and answers with the block; a put likewise.
 */
class OverlayStore : public Application
{
  public:
    /// @param parts What it is made of.
    explicit OverlayStore(const OverlayStoreParts& parts);

    OverlayStore(const OverlayStore&) = delete;
    OverlayStore& operator=(const OverlayStore&) = delete;

    /// @param observer Who watches; null for nobody.
    void SetObserver(StorageObserver* observer);

    /// @return Where the peer's requests come from.
    RequestSource& Source();

    /// Fetch a block; StorageObserver::OnFetched() tells what came of it. @param now The present.
    /// @param key Its key. @return The get's id.
    std::uint64_t Get(Time now, const Key& key);

    /// Store a block; StorageObserver::OnPut() tells what came of it. @param now The present.
    /// @param block The block, at most kMostBlockBytes. @return The put's id. @throws
    /// std::invalid_argument It is too long.
    std::uint64_t Put(Time now, Bytes block);

    /// It is time, or earlier. @param now The present.
    void OnWake(Time now);

    /// @return What it has counted. What is special to lookups and datagrams stays 0.
    const StorageCounters& Counters() const;
    /// @return Gets and puts that have not ended.
    std::size_t UnderWay() const;
    /// @return Questions that wait, or have not ended.
    std::size_t Questions() const;
    /// @return Whether the identities of the counters hold.
    bool IdentitiesHold() const;

    // Application
    std::optional<Payload> OnRequest(Time now, const Request& request) override;
    void OnIssued(Time now, const Request& request) override;
    void OnAnswered(Time now, const Answer& answer) override;
    void OnGivenUp(Time now, std::uint64_t id) override;

  private:
    /// @param now The present. @param request One that has arrived. @return Its answer; nothing if
    /// there will be one.
    std::optional<OverlayStoreBody> AnswerTo(Time now, const Request& request);
    /// Tell the host when to call. @param now The present.
    void UpdateWake(Time now);
    /// Send the answers for which there is room. @param now The present.
    void SendReady(Time now);

    OverlayStoreContext m_context;                    ///< What its parts share.
    BlockGathers m_gathers;                           ///< What it gathers for others.
    BlockSpreads m_spreads;                           ///< What it spreads for others.
    StoreClient m_client;                             ///< Its own gets and puts.
    std::deque<OverlayStoreContext::Ready> m_waiting; ///< Answers for which there was no room.
    Time m_nextPoll{kNever};                          ///< When they are tried again.
};

} // namespace dht

#endif // DHT_OVERLAY_STORE_H
