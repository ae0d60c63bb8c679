/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_ROUTING_TABLE_H
#define DHT_ROUTING_TABLE_H

#include "dht-ring-node.h"
#include "dht-search.h"
#include "dht-time.h"

#include <cstdint>
#include <optional>

/**
 * @file
 * @ingroup dht-protocol
 * What a peer must know about an overlay to relay requests in it.
 */

namespace dht
{

/// Which of a peer's neighbours: [0, LinkCount()).
using LinkIndex = std::uint32_t;

/// Whether a link takes requests.
enum class LinkState : std::uint8_t
{
    kReady, ///< It takes the next one.
    kBusy,  ///< It will take it later.
    kDown,  ///< The neighbour is gone: what goes there is lost.
};

/// Which of a peer's relay queues: 0 if there is one, else the index of the link that it is for.
using QueueIndex = std::uint32_t;

/// Whether to believe who answers for a key.
enum class Belief : std::uint8_t
{
    kYes,    ///< The answer is believed.
    kNo,     ///< Not believed: the request is lost.
    kIgnore, ///< Not believed, and it is as if nothing had come: this peer itself knows somebody
             ///< nearer.
    kLater,  ///< It is being found out: ask again when there is news (RoutingTable::TakeNews()).
};

/// How often it was asked whether to believe an answer.
enum class Asking : std::uint8_t
{
    kFirst, ///< It has just come.
    kAgain, ///< It was asked before.
    kLast,  ///< It was, and there is no more time: the answer is yes or no.
};

/// The routing table of one peer: whom it sends a request to, or names to a source that asks.
class RoutingTable
{
  public:
    virtual ~RoutingTable() = default;

    /**
     * @param key Where a request wants to go.
     * @return The neighbour it goes to next; nothing if this peer is responsible for the key.
     */
    virtual std::optional<LinkIndex> NextHop(const Key& key) const = 0;

    /**
     * Where a request may go instead: in a ring whose fingers are powers of two apart, they may be
     * taken in any order (Gummadi et al., SIGCOMM 2003).
     *
     * @param key Where the request wants to go.
     * @param link The next hop, or what this has returned.
     * @return The next nearer neighbour that brings it there in as many hops, were all peers evenly
     * spaced; nothing if there is none, or if this table does not know.
     */
    virtual std::optional<LinkIndex> OtherHop(const Key& /* key */, LinkIndex /* link */) const
    {
        return std::nullopt;
    }

    /// @return How many neighbours requests may be sent to; it never changes.
    virtual LinkIndex LinkCount() const = 0;

    /// @return How many of them there are now; fewer than LinkCount() if the table changes.
    virtual LinkIndex LinksInUse() const
    {
        return LinkCount();
    }

    /// @return Whether the table changes while the peer lives, as peers join and leave: then links
    /// are judged, and answers bounded (Peer::LongestAnswer()).
    virtual bool IsDynamic() const
    {
        return false;
    }

    /// A peer has answered for a key. @param now The present. @param key The key. @param
    /// responsible The peer. @param asking How often this was asked of this answer. @return
    /// Whether to believe that it is responsible, for all that is known.
    virtual Belief Believes(Time /* now */,
                            const Key& /* key */,
                            const Endpoint& /* responsible */,
                            Asking /* asking */)
    {
        return Belief::kYes;
    }

    /// @return Whether anything has come to light since the last call that may decide what to
    /// believe.
    virtual bool TakeNews()
    {
        return false;
    }

    /// @return Whether all whom this peer knew have fallen silent, so that it cannot tell whose a
    /// key is.
    virtual bool IsCutOff() const
    {
        return false;
    }

    /// @param now The present. @return Whether so many packets get lost that an answer that is late
    /// is likely to be lost.
    virtual bool LosesMuch(Time /* now */) const
    {
        return false;
    }

    /// @return Where the ids of this overlay's peers come from.
    virtual PeerIds Ids() const
    {
        return PeerIds::kAgreed;
    }

    /// @return How far keys are from peers in this overlay.
    virtual Metric GetMetric() const
    {
        return &Distance;
    }

    /**
     * Whom to ask for a key, in an iterative lookup, besides the next hop.
     *
     * @param key What is looked for.
     * @param asker Who looks for it, and is not to be among them.
     * @return Peers that are known, at most Search::kMostNamed, and nearer to the key than this
     * one, best first; none if nobody but the next hop can be named.
     */
    virtual RingNodes NearestTo(const Key& /* key */, const Endpoint& /* asker */) const
    {
        return {};
    }

    /// @param endpoint Whom somebody names. @return Whether it was given up, and is not to be
    /// asked.
    virtual bool IsLost(const Endpoint& /* endpoint */) const
    {
        return false;
    }
};

} // namespace dht

#endif // DHT_ROUTING_TABLE_H
