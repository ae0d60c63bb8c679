/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CORRESPONDENCE_H
#define DHT_CORRESPONDENCE_H

#include "dht-maintenance-context.h"
#include "dht-queries.h"
#include "dht-query-budget.h"
#include "dht-rtt-estimator.h"
#include "dht-tokens.h"

#include <cstdint>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * How a peer asks others.
 */

namespace dht
{

/// The queries of one peer and how they are sent: how long it waits for an answer, and how often it
/// asks, follow from what it has learnt of the network.
class Correspondence : private Queries
{
  public:
    /// Who decides what becomes of queries; they are outstanding no more when it is told.
    class Owner
    {
      public:
        virtual ~Owner() = default;

        /// An answer came. @param now The present. @param query The query. @param answer The
        /// answer.
        virtual void OnAnswer(Time now, const Query& query, const MaintenanceMessage& answer) = 0;
        /// A transmission timed out that was not the last: to go on, Repeat() the query. @param now
        /// The present. @param query The query, with the transmissions made so far.
        virtual void OnLate(Time now, const Query& query) = 0;
        /// All transmissions timed out. @param now The present. @param query The query.
        virtual void OnUnanswered(Time now, const Query& query) = 0;
    };

    /// How often to ask peers of which it is only hearsay that they are there.
    static constexpr unsigned kHearsayAttempts = 2;

    /// @param context What is shared; must outlive this object. @param owner Likewise.
    Correspondence(MaintenanceContext& context, Owner& owner);

    using Queries::Cancel;
    using Queries::Clear;
    using Queries::Count;
    using Queries::Hear;
    using Queries::IsAsking;
    using Queries::IsAskingUrgently;
    using Queries::MakeRoom;
    using Queries::NextDeadline;
    using Queries::TakeAnswered;

    /// Ask a peer. @param now The present. @param to The peer to ask. @param key The key asked for.
    /// @param purpose What the answer is needed for.
    /// @param attempts How often at the most.
    void Ask(Time now, const RingNode& to, const Key& key, QueryPurpose purpose, unsigned attempts);
    /// The same, but more often and one transmission soon after the other, so that five of them are
    /// over when the timeout of the first is. @param now The present. @param to The peer to ask.
    /// @param key The key asked for. @param purpose What the answer is needed for. @param attempts
    /// How often at the least.
    void AskUrgently(Time now,
                     const RingNode& to,
                     const Key& key,
                     QueryPurpose purpose,
                     unsigned attempts);
    /// Send the next transmission of a query. @param query The query, with the transmissions made
    /// so far.
    void Repeat(const Query& query);
    /// @return How many unanswered transmissions make sure that a peer is dead.
    unsigned AttemptsToDecide() const;
    /// @param now The present. @return Whether so much gets lost that it takes more of them than
    /// elsewhere, or did half a minute ago: connections are slow to recover.
    bool IsLossy(Time now) const;
    /// @param now The present. @return Whether a tenth of them and more gets lost, or did half a
    /// minute ago.
    bool LosesMuch(Time now) const;

    /// An answer arrived. @param now The present. @param from The sender's endpoint. @param message
    /// The message.
    /// @return Whether it was expected.
    bool OnAnswer(Time now, const Endpoint& from, const MaintenanceMessage& message);
    /// @param from Where a message came from. @param message The message. @return Whether its
    /// sender has solved the same puzzle as all who have a place in this ring.
    bool HasWorked(const Endpoint& from, const MaintenanceMessage& message) const;
    /// A message came from somebody who has not. It counts for nothing; but if this peer has asked
    /// for it, it may say why this peer finds no place. @param from The sender's endpoint. @param
    /// message The message.
    void Refuse(const Endpoint& from, const MaintenanceMessage& message);
    /// It is time, or earlier. @param now The present.
    void OnWake(Time now);

    /// Send a message that answers none, with the token that its receiver knows the sender by.
    /// @param to The receiver's endpoint. @param message The message, without its token.
    void Send(const Endpoint& to, MaintenanceMessage message);
    /// @param now The present. @param from Where a message came from. @param message The message.
    /// @return What its token is worth: whether it shows that its sender is there.
    TokenMint::Worth Judge(Time now, const Endpoint& from, const MaintenanceMessage& message);
    /// A query has come. @param now The present. @param from The sender's endpoint. @param worth
    /// Its token's.
    /// @return Whether to answer it; not if too many come.
    bool Admits(Time now, const Endpoint& from, TokenMint::Worth worth);
    /// Answer a query. Who has not shown that it is where it asks from gets no more bytes than it
    /// has sent. @param now The present. @param from The sender's endpoint. @param query The query.
    /// @param worth Its token's. @param answer What there is to say.
    void Answer(Time now,
                const Endpoint& from,
                const MaintenanceMessage& query,
                TokenMint::Worth worth,
                MaintenanceMessage answer);

    /// @param node An endpoint. @return Whether a peer has answered there, and was not given up.
    bool HasAnswered(const Endpoint& node) const;
    /// An answer shows for so long that a peer is there.
    static constexpr Time kFresh = FromSeconds(5);
    /// @param now The present. @param node An endpoint. @param within What is not long ago.
    /// @return Whether a peer has answered there not long ago.
    bool IsThere(Time now, const Endpoint& node, Time within = kFresh) const;
    /// A peer was given up, or left: it has to answer again to be believed in. @param node The
    /// peer's endpoint.
    void OnGone(const Endpoint& node);

  private:
    /// @param now The present. @param to Whom to ask. @param key The key asked for. @param purpose
    /// What the answer is needed for.
    /// @param attempts How often at the most. @return The query.
    Query Make(Time now,
               const RingNode& to,
               const Key& key,
               QueryPurpose purpose,
               unsigned attempts) const;
    /// @param now The present. @param to An endpoint. @return Whether to send a query there: not if
    /// many go to its site, and nobody has answered at the endpoint.
    bool MayAsk(Time now, const Endpoint& to);
    /// A query's transmission timed out. @param now The present. @param query The query.
    void OnExpired(Time now, Query query);
    /// A query was answered: learn how reliable and how fast the network is. @param now The
    /// present. @param query The query. @param attempt The transmission that was answered.
    void Learn(Time now, const Query& query, std::uint8_t attempt);
    /// Transmissions to a peer that is there brought no answer. @param now The present. @param
    /// count How many.
    void LearnLosses(Time now, unsigned count);
    /// @return How long to wait for an answer at the most.
    Time LongestTimeout() const;
    /// Attempts beyond the usual ones, where many datagrams get lost, share the time of the last
    /// usual one: a verdict takes no longer than elsewhere. @param query A query that is not
    /// urgent. @return How long to wait after its last transmission.
    Time Wait(const Query& query) const;
    /// Let a message show this peer's work. @param [in,out] message The message.
    void Certify(MaintenanceMessage& message) const;
    /// Send a message as it is. @param to The receiver's endpoint. @param message The message, with
    /// its token and its work.
    void SendAsIs(const Endpoint& to, const MaintenanceMessage& message);

    MaintenanceContext& m_context; ///< What is shared.
    Owner& m_owner;                ///< Who decides what becomes of queries.
    double m_lossShare{0};         ///< Of transmissions to peers that were there.
    Time m_lossyUntil{0};          ///< Until when that counts as much.
    const TimeoutPolicy m_timeout; ///< Of queries.
    RttEstimator m_rtt;            ///< How long answers take.
    TokenMint m_mint;              ///< Tokens for others.
    TokenBook m_book;              ///< Tokens of others.
    TokenBook m_strangers;         ///< Of those who were asked only to vouch for somebody.
    QueryBudget m_budget;          ///< How many queries to answer.
    SiteBuckets m_unanswering;     ///< How many to send where nobody has answered.
    TokenBucket m_manyUnanswering; ///< The same of all sites that have no bucket of their own.
};

} // namespace dht

#endif // DHT_CORRESPONDENCE_H
