/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CORRESPONDENCE_H
#define DHT_CORRESPONDENCE_H

#include "dht-maintenance-context.h"
#include "dht-queries.h"
#include "dht-rtt-estimator.h"

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

        /// An answer came. @param now The present. @param query To what. @param answer It.
        virtual void OnAnswer(Time now, const Query& query, const MaintenanceMessage& answer) = 0;
        /// A transmission timed out that was not the last: to go on, Repeat() the query. @param now
        /// The present. @param query It.
        virtual void OnLate(Time now, const Query& query) = 0;
        /// All transmissions timed out. @param now The present. @param query Of what.
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

    /// Ask a peer. @param now The present. @param to It. @param key For what. @param purpose Why.
    /// @param attempts How often at the most.
    void Ask(Time now, const RingNode& to, const Key& key, QueryPurpose purpose, unsigned attempts);
    /// The same, but more often and one transmission soon after the other, so that five of them are
    /// over when the timeout of the first is. @param now The present. @param to It. @param key For
    /// what. @param purpose Why. @param attempts How often at the least.
    void AskUrgently(Time now,
                     const RingNode& to,
                     const Key& key,
                     QueryPurpose purpose,
                     unsigned attempts);
    /// Send the next transmission of a query. @param query It.
    void Repeat(const Query& query);
    /// @return How many unanswered transmissions make sure that a peer is dead.
    unsigned AttemptsToDecide() const;

    /// An answer arrived. @param now The present. @param from From whom. @param message It.
    /// @return Whether it was expected.
    bool OnAnswer(Time now, const Endpoint& from, const MaintenanceMessage& message);
    /// It is time, or earlier. @param now The present.
    void OnWake(Time now);

    /// Send a message. @param to Whom to. @param message It.
    void Send(const Endpoint& to, const MaintenanceMessage& message);

  private:
    /// @param now The present. @param to Whom to ask. @param key For what. @param purpose Why.
    /// @param attempts How often at the most. @return The query.
    Query Make(Time now,
               const RingNode& to,
               const Key& key,
               QueryPurpose purpose,
               unsigned attempts) const;
    /// A query's transmission timed out. @param now The present. @param query It.
    void OnExpired(Time now, Query query);
    /// A query was answered: learn how reliable and how fast the network is. @param now The
    /// present. @param query It. @param attempt The transmission that was answered.
    void Learn(Time now, const Query& query, std::uint8_t attempt);
    /// @return How long to wait for an answer at the most.
    Time LongestTimeout() const;

    MaintenanceContext& m_context; ///< What is shared.
    Owner& m_owner;                ///< Who decides what becomes of queries.
    double m_lossShare{0};         ///< Of transmissions to peers that were there.
    RttEstimator m_rtt;            ///< How long answers take.
};

} // namespace dht

#endif // DHT_CORRESPONDENCE_H
