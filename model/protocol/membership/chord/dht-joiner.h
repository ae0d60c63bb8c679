/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_JOINER_H
#define DHT_JOINER_H

#include "dht-contact-round.h"
#include "dht-fellows.h"
#include "dht-finger-keeper.h"
#include "dht-ring-merger.h"

#include <cstdint>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * How a peer comes, goes, and finds back.
 */

namespace dht
{

/// Finds this peer's place in a ring, and gives it up.
class Joiner : private Finder::Seeker
{
  public:
    /// @param context What is shared; must outlive this object. @param view Likewise.
    /// @param correspondence Likewise. @param finder Likewise. @param neighbours Likewise.
    /// @param fingers Likewise. @param merger Likewise.
    Joiner(MaintenanceContext& context,
           const RingView& view,
           Correspondence& correspondence,
           Finder& finder,
           Neighbours& neighbours,
           FingerKeeper& fingers,
           RingMerger& merger);

    /// As Maintenance::Create(). @param now The present.
    void Create(Time now);
    /// As Maintenance::Join(). @param now The present. @param bootstrap Peers of the ring. @param
    /// met Peers that it had met.
    void Join(Time now, const std::vector<Endpoint>& bootstrap, const std::vector<Endpoint>& met);
    /// As Maintenance::Leave(). @param now The present.
    void Leave(Time now);

    /// Another peer has this peer's place in its ring: leave it to that one. @param now The
    /// present.
    void LosePlace(Time now);

    /// Give the place up for a while, as this peer can relay nothing; it knows nobody then. @param
    /// now The present.
    void StepOut(Time now);
    /// After StepOut(), look for the place again; if it is not found, IsOut() is true again. @param
    /// now The present. @param known Peers of the ring.
    void Return(Time now, const RingNodes& known);

    /// @return Whether this peer has a place in a ring.
    bool IsJoined() const;
    /// @return Whether it has given it up.
    bool HasLeft() const;
    /// @return Whether it has given it up for a while.
    bool IsOut() const;

    /// Peers were named: does one of them have this peer's place? @param named The peers named in
    /// an answer.
    void LookForRival(const std::vector<Endpoint>& named);

    /// Somebody asks who has no place either, maybe. If both were told to join by the other, the
    /// one of the lower id begins the ring. @param now The present. @param from The asking peer's
    /// endpoint. @param query What it asks.
    void OnQueryWithoutPlace(Time now, const Endpoint& from, const MaintenanceMessage& query);
    /// Somebody whom it had met has a place. @param now The present. @param node That contact.
    void OnContact(Time now, const RingNode& node);
    /// A contact does not answer. @param now The present.
    void OnContactSilent(Time now);

    /// Ask the next one of those that may become the successor. @param now The present.
    void AskSuccessor(Time now);
    /// One of them has answered. @param now The present. @param node The peer that answered. @param
    /// isRight Whether what it said was to the point. @param before Its predecessor, if it named
    /// one. @param next Its successors.
    void OnSuccessorAnswered(Time now,
                             const RingNode& node,
                             bool isRight,
                             const std::optional<RingNode>& before,
                             const RingNodes& next);

    /// It is time, or earlier. @param now The present.
    void OnWake(Time now);
    /// @return When it is time.
    Time NextWake() const;

  private:
    /// How far this peer has got.
    enum class State : std::uint8_t
    {
        kIdle,    ///< It has no place in a ring, and looks for none.
        kJoining, ///< It looks for one.
        kJoined,  ///< It has one.
        kLeft,    ///< It has given it up.
        kOut,     ///< It has given it up for a while.
    };

    void OnFound(Time now, const RingNode& responsible, const RingNodes& next) override;
    void OnRefuted(Time now, const RingNode& claimant, const RingNodes& next) override;
    void OnNotFound(Time now, bool answered) override;

    /// Ask nobody, and look for nothing, until further notice.
    void Rest();
    /// Tell the neighbours that this peer goes, if it has a place. @param now The present.
    void SayGoodbye(Time now);
    /// Nobody led to a place. @param now The present. @param answered Whether anybody has answered.
    void OnFailed(Time now, bool answered);
    /// Ask those who are known for this peer's place. @param now The present.
    void SearchPlace(Time now);
    /// Ask all at once whom it was told of, and whom it has met. @param now The present. @param
    /// first Others to ask before them.
    void AskContacts(Time now, RingNodes first);
    /// Search it. @param now The present. @param start Whom to begin with.
    void SearchFrom(Time now, const RingNodes& start);
    /// All contacts were asked, or enough have answered: go on. @param now The present.
    void EndContactRound(Time now);
    /// Begin the ring anew, if that is up to this peer. @param now The present. @return Whether it
    /// is.
    bool BeginRing(Time now);
    /// Answer those that have asked before it had its place. @param now The present.
    void AnswerFellows(Time now);
    /// The place is found. @param now The present. @param before The predecessor to be. @param next
    /// Its successors.
    void TakePlace(Time now, const RingNode& before, const RingNodes& next);

    MaintenanceContext& m_context;    ///< What is shared.
    const RingView& m_view;           ///< What this peer knows.
    Correspondence& m_correspondence; ///< How to ask.
    Finder& m_finder;                 ///< How to search.
    Neighbours& m_neighbours;         ///< Who keeps the neighbours.
    FingerKeeper& m_fingers;          ///< Who keeps the fingers.
    RingMerger& m_merger;             ///< Who looks for the others later on.
    State m_state{State::kIdle};      ///< How far this peer has got.
    RingNodes m_bootstrap;            ///< Whom it was told of first.
    RingNodes m_met;                  ///< Whom it had met.
    ContactRound m_contacts;          ///< Who of both is there.
    Fellows m_fellows;                ///< Who looks for a place, too.
    RingNode m_before;                ///< The predecessor to be.
    RingNodes m_next;                 ///< Its successors that were not asked yet.
    bool m_isReturning{false}; ///< Whether it had a place before, and gave it up for a while.
    bool m_isTaken{false};     ///< Whether somebody has its place.
    unsigned m_doubts{0};      ///< Searches since then that were made to be sure.
    unsigned m_tries{0};       ///< Searches for its place that failed.
    Time m_retryAt{kNever};    ///< When to search again.
    Time m_beginAt{kNever};    ///< When to begin a ring, if that is up to it.
};

} // namespace dht

#endif // DHT_JOINER_H
