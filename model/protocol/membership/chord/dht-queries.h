/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_QUERIES_H
#define DHT_QUERIES_H

#include "dht-ring-node.h"
#include "dht-time.h"

#include <cstdint>
#include <optional>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * Queries that were sent and not answered yet.
 */

namespace dht
{

/// Why a peer is asked.
enum class QueryPurpose : std::uint8_t
{
    kNeighbour, ///< It is a neighbour: is it there, and has anybody come between?
    kFinger,    ///< It may be the finger that is looked at.
    kNear,      ///< It may stand in for a finger: how near is it?
    kCandidate, ///< It may be a nearer neighbour: is it there?
    kSpare,     ///< The successor says that it comes later: is it there?
    kContact,   ///< It was met once, when this peer had a place: is it there?
    kPlace,     ///< It may become the successor of this peer, which has no place yet.
    kAudit,     ///< It has answered for a key: is it responsible?
    kAmends,    ///< It was banned for its answer about a key: does it still say so?
    kVouch,     ///< It may know who is responsible for a key: is it there, and who is beside it?
    kIndirect,  ///< It may reach a neighbour that this peer does not: does it?
    kLost,      ///< It was given up as dead: is it back?
    kRival,     ///< A neighbour takes it for the peer at this peer's place: is it there?
    kSearch,    ///< It may know somebody nearer to a key.
};

/// A query.
struct Query
{
    std::uint64_t id{0};      ///< Its id, hard to guess.
    RingNode to{};            ///< Who is asked.
    Key key{0};               ///< The key asked for.
    QueryPurpose purpose{};   ///< What the answer is needed for.
    std::uint8_t attempt{1};  ///< Which transmission was the last.
    std::uint8_t attempts{1}; ///< How many there will be.
    Time asked{0};            ///< When the first transmission was.
    Time sent{0};             ///< When the last one was.
    Time timeout{0};          ///< How long to wait for an answer to it.
    Time deadline{0};         ///< When to do something if none has come.
    bool urgent{false};       ///< Whether not to wait long between transmissions.
    bool heard{false};        ///< Whether anything else has come from that peer meanwhile.
};

/// The queries of one peer; few at a time.
class Queries
{
  public:
    /// @param query A query.
    void Add(const Query& query);

    /// @param id An answer's id. @param from Where it comes from. @return The query it answers,
    /// taken out; nothing if there is none.
    std::optional<Query> TakeAnswered(std::uint64_t id, const Endpoint& from);

    /// @param id An answer's id. @param from Where it comes from. @return Whether it answers a
    /// query.
    bool IsAwaiting(std::uint64_t id, const Endpoint& from) const;

    /// @param now The present. @return A query whose last transmission has timed out, taken out.
    std::optional<Query> TakeExpired(Time now);

    /// Something came from a peer. @param from The sender's endpoint.
    void Hear(const Endpoint& from);

    /// @param to A peer. @return Whether it is being asked, other than in a search.
    bool IsAsking(const Endpoint& to) const;

    /// @param to A peer. @return Whether it is being asked urgently.
    bool IsAskingUrgently(const Endpoint& to) const;

    /// @param purpose A purpose. @return How many queries serve it.
    std::size_t Count(QueryPurpose purpose) const;

    /**
     * Expect no answer to a query any more, so that one owner cannot be all that is asked: the
     * oldest one to a network with several, if the newcomer's network has none; otherwise to the
     * newcomer's network, if it was not answered in time. Where addresses are not routed, hosts are
     * meant instead of networks.
     *
     * @param purpose To a query of this purpose.
     * @param newcomer Whom to ask instead.
     * @return Whether such a query was found.
     */
    bool MakeRoom(QueryPurpose purpose, const Endpoint& newcomer);

    /// Expect no answers any more. @param purpose To queries of this purpose.
    void Cancel(QueryPurpose purpose);

    /// Expect no answers any more. @param to From this peer; searches apart.
    void Cancel(const Endpoint& to);

    /// Forget all.
    void Clear();

    /// @return When the next transmission times out; kNever if there is none.
    Time NextDeadline() const;

  private:
    std::vector<Query> m_queries; ///< In the order they were asked.
};

} // namespace dht

#endif // DHT_QUERIES_H
