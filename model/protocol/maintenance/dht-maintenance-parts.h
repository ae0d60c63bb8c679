/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_MAINTENANCE_PARTS_H
#define DHT_MAINTENANCE_PARTS_H

#include "dht-maintenance.h"
#include "dht-queries.h"
#include "dht-ring-view.h"
#include "dht-rtt-estimator.h"
#include "dht-search.h"

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * What maintenance is made of; for its own sources only.
 */

namespace dht
{

/// The state of Maintenance, and what it does with it.
class Maintenance::Parts
{
  public:
    /// @param options How to keep the peer's place. @param self Where others reach this peer.
    /// @param host Carries out the actions. @param random For ids of queries.
    Parts(const MaintenanceOptions& options, const Endpoint& self, LiveHost& host, Random& random);

    /// How far this peer has got.
    enum class State : std::uint8_t
    {
        kIdle,    ///< It has no place in a ring, and looks for none.
        kJoining, ///< It looks for one.
        kJoined,  ///< It has one.
        kLeft,    ///< It has given it up.
    };

    // dht-maintenance-join.cc: how a peer comes and goes

    /// As Maintenance::Create(). @param now The present.
    void Create(Time now);
    /// As Maintenance::Join(). @param now The present. @param bootstrap Peers of the ring.
    void Join(Time now, const std::vector<Endpoint>& bootstrap);
    /// As Maintenance::Leave(). @param now The present.
    void Leave(Time now);
    /// Begin anew, alone. @param now The present.
    void Reset(Time now);
    /// Ask nobody, and look for nothing, until further notice.
    void Rest();
    /// Ask the bootstrap peers for this peer's place. @param now The present.
    void SearchPlace(Time now);
    /// The place is found. @param now The present. @param before The predecessor to be. @param next
    /// Its successors.
    void TakePlace(Time now, const RingNode& before, RingNodes next);
    /// No place is found. @param now The present. @param answered Whether anybody has answered.
    void OnNoPlace(Time now, bool answered);
    /// A peer that was given up is back, maybe with a ring of its own. @param now The present.
    /// @param node It.
    void SearchMerge(Time now, const RingNode& node);
    /// See whether a peer that was given up is back. @param now The present.
    void TryLost(Time now);

    // dht-maintenance-neighbours.cc: successors, predecessor, and who is dead

    /// Look at successor and predecessor. @param now The present.
    void Stabilise(Time now);
    /// A peer is there, and said what it knows. @param now The present. @param query What it was
    /// asked. @param answer Its answer.
    void OnNeighbourAnswer(Time now, const Query& query, const MaintenanceMessage& answer);
    /// A peer has said something of its own accord: it may be a nearer neighbour. @param now The
    /// present. @param from Who.
    void Introduce(Time now, const Endpoint& from);
    /// A peer may be a nearer neighbour: see whether it is there. @param now The present.
    /// @param node It.
    void TryCandidate(Time now, const RingNode& node);
    /// A peer leaves. @param now The present. @param from Who. @param message What it says.
    void OnLeave(Time now, const Endpoint& from, const MaintenanceMessage& message);
    /// A link failed. @param now The present. @param link Which.
    void OnLinkFailed(Time now, LinkIndex link);
    /// As Maintenance::OnLinkConnected(). @param now The present. @param link Which.
    void OnLinkConnected(Time now, LinkIndex link);
    /// A peer does not answer: route around it. @param now The present. @param node It.
    void Suspect(Time now, const RingNode& node);
    /// A peer does answer. @param now The present. @param endpoint It.
    void Trust(Time now, const Endpoint& endpoint);
    /// Give a peer up. @param now The present. @param node It. @param until Not to be believed
    /// before.
    void GiveUp(Time now, const RingNode& node, Time until = Time(0));
    /// Take a peer out of all tables. @param now The present. @param endpoint It.
    void Drop(Time now, const Endpoint& endpoint);
    /// Make the links follow the tables. @param now The present. @param isRerouted Whether requests
    /// go other ways even if all links stay.
    void UpdateLinks(Time now, bool isRerouted = false);

    // dht-maintenance-fingers.cc: searches, and the fingers

    /// Look for somebody. @param now The present. @param goal Why. @param key For what.
    /// @param start Whom to begin with.
    void BeginSearch(Time now, Search::Goal goal, const Key& key, const RingNodes& start);
    /// Ask whomever the search asks next. @param now The present. @param evenFarther Whether those
    /// who are asked already seem not to answer.
    void AdvanceSearch(Time now, bool evenFarther);
    /// Somebody answered in a search. @param now The present. @param from Who. @param answer What.
    void OnSearchAnswer(Time now, const RingNode& from, const MaintenanceMessage& answer);
    /// The search found the responsible peer. @param now The present. @param responsible It.
    /// @param next Its successors, this peer apart.
    void OnFound(Time now, const RingNode& responsible, const RingNodes& next);
    /// The search found nobody. @param now The present.
    void OnNotFound(Time now);
    /// Look at the next finger. @param now The present.
    void LookAtFinger(Time now);
    /// @return Whether a finger is being searched for, or somebody asked who may be it.
    bool IsLookingAtFinger() const;
    /// Search for the finger that is looked at. @param now The present.
    void SearchFinger(Time now);
    /// A search for a finger has ended. @param now The present. @param found Where it may be, best
    /// first.
    void OnFingerFound(Time now, RingNodes found);
    /// Somebody who may be the finger answered. @param now The present. @param node Who.
    /// @param before Its predecessor, if known.
    void OnFingerAnswer(Time now, const RingNode& node, const std::optional<RingNode>& before);
    /// Somebody who may be the finger did not answer. @param now The present.
    void OnFingerFailed(Time now);
    /// Somebody who may be the finger has not answered yet. @param now The present. @param node
    /// Who.
    void OnFingerLate(Time now, const RingNode& node);
    /// Go on with the next finger. @param now The present. @param octave Where to go on.
    void EndFinger(Time now, unsigned octave);

    // dht-maintenance-messages.cc: messages and timers

    /// As Maintenance::OnMessage(). @param now The present. @param from Where it came from.
    /// @param message It.
    void OnMessage(Time now, const Endpoint& from, const MaintenanceMessage& message);
    /// A query arrived. @param now The present. @param from From whom. @param message It.
    void OnQuery(Time now, const Endpoint& from, const MaintenanceMessage& message);
    /// An answer arrived. @param now The present. @param from From whom. @param message It.
    void OnAnswer(Time now, const Endpoint& from, const MaintenanceMessage& message);
    /// As Maintenance::OnWake(). @param now The present.
    void OnWake(Time now);
    /// A query's transmission timed out. @param now The present. @param query It.
    void OnExpired(Time now, Query query);
    /// All transmissions of a query timed out. @param now The present. @param query It.
    void OnUnanswered(Time now, const Query& query);
    /// Ask a peer. @param now The present. @param to It. @param key For what. @param purpose Why.
    /// @param attempts How often at the most.
    void Ask(Time now, const RingNode& to, const Key& key, QueryPurpose purpose, unsigned attempts);
    /// Ask a peer for its own neighbours, in as many attempts as its purpose takes. @param now The
    /// present. @param to It. @param purpose Why.
    void AskAboutItself(Time now, const RingNode& to, QueryPurpose purpose);
    /// @return How many unanswered transmissions make sure that a peer is dead.
    unsigned AttemptsToDecide() const;
    /// A query was answered: learn how reliable and how fast the network is. @param now The
    /// present. @param query It. @param attempt The transmission that was answered.
    void Learn(Time now, const Query& query, std::uint8_t attempt);
    /// @return How long to wait for an answer at the most.
    Time LongestTimeout() const;
    /// A peer that is a finger has named the one before it: that may be a better one. @param now
    /// The present. @param before Who that is.
    void TryBetterFinger(Time now, const RingNode& before);
    /// Send a query. @param query It.
    void Transmit(const Query& query);
    /// Send a message. @param to Whom to. @param message It.
    void Send(const Endpoint& to, const MaintenanceMessage& message);
    /// @return As Maintenance::NextWake().
    Time NextWake() const;

    MaintenanceOptions options;     ///< How to keep the peer's place.
    LiveHost& host;                 ///< Carries out the actions.
    Random& random;                 ///< For ids of queries.
    RoutesListener onRoutesChanged; ///< Is told when the table changes.
    MaintenanceCounters counters{}; ///< What was counted.
    State state{State::kIdle};      ///< How far this peer has got.
    RingView view;                  ///< What it knows.
    Queries queries;                ///< What it wants to know.
    std::optional<Search> search;   ///< Whom it looks for.
    Time searchUntil{kNever};       ///< When to find nobody at the latest.
    RingNodes bootstrap;            ///< Whom it was told of first.
    unsigned triesToJoin{0};        ///< Searches for its place that failed.
    Time retryJoinAt{kNever};       ///< When to search again.
    Time stabiliseAt{kNever};       ///< When to look at the neighbours.
    Time bootstrapAt{kNever};       ///< When to ask one of the first peers, though not alone.
    Time lostAt{kNever};            ///< When to see whether somebody is back.
    Time fingerAt{kNever};          ///< When to look at the next finger.
    unsigned fingerOctave{0};       ///< Which that is: the first at a distance of 2^octave.
    bool isFingerSearched{false};   ///< Whether it was searched for, this time.
    unsigned fingerSteps{0};        ///< Peers before it that were asked, this time.
    unsigned betterFingers{0};      ///< Peers before other fingers that were asked, this round.
    RingNodes fingerCandidates{};   ///< Where it may also be.
    bool isHurrying{true};          ///< Whether fingers may be missing.
    bool isAnythingNew{false};      ///< Whether the links changed in this round of fingers.
    std::uint64_t nextBootstrap{0}; ///< Which of them to ask next when alone.
    double lossShare{0};            ///< Of transmissions to peers that were there.
    RttEstimator rtt;               ///< How long answers take.
};

} // namespace dht

#endif // DHT_MAINTENANCE_PARTS_H
