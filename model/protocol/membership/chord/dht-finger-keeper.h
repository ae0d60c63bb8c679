/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_FINGER_KEEPER_H
#define DHT_FINGER_KEEPER_H

#include "dht-finder.h"
#include "dht-near-finger-keeper.h"
#include "dht-neighbours.h"

#include <optional>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * Who keeps a peer's fingers.
 */

namespace dht
{

/// Repairs the fingers one after the other, nearest first: it looks at one at a time.
class FingerKeeper : private Finder::Seeker
{
  public:
    /// @param context What is shared; must outlive this object. @param view Likewise. @param links
    /// Likewise. @param correspondence Likewise. @param finder Likewise. @param neighbours
    /// Likewise.
    FingerKeeper(MaintenanceContext& context,
                 RingView& view,
                 LinkKeeper& links,
                 Correspondence& correspondence,
                 Finder& finder,
                 Neighbours& neighbours);

    /// All fingers may be missing: look at them from now on. @param now The present.
    void Begin(Time now);
    /// Look at no more.
    void Rest();

    /// @return Whether a finger is being searched for, or somebody asked who may be it.
    bool IsLooking() const;
    /// Somebody was taken out of all tables. @param now The present. @param wasLooking What
    /// IsLooking() was before.
    void OnGone(Time now, bool wasLooking);

    /// Somebody who may be the finger answered. @param now The present. @param node The peer that
    /// answered.
    /// @param before Its predecessor, if known.
    void OnAnswer(Time now, const RingNode& node, const std::optional<RingNode>& before);
    /// Somebody who may be the finger has not answered yet. @param now The present. @param query
    /// What it was asked.
    void OnLate(Time now, Query query);
    /// Somebody who may be the finger does not answer: ask who else may be. @param now The present.
    void TryNext(Time now);
    /// A finger, or who may stand in for one, answered: that tells how near it is, and who else
    /// may. The parameters are those of NearFingerKeeper::OnAnswer().
    void OnNearness(Time now, const Query& query, const MaintenanceMessage& answer);
    /// Somebody has named its predecessor: that may be a better finger. @param now The present.
    /// @param before Who that is.
    void TryBetter(Time now, const RingNode& before);

    /// It is time, or earlier. @param now The present.
    void OnWake(Time now);
    /// @return When it is time.
    Time NextWake() const;

  private:
    void OnFound(Time now, const RingNode& responsible, const RingNodes& next) override;
    void OnNotFound(Time now, bool answered) override;

    /// Look at the next finger. @param now The present.
    void Look(Time now);
    /// Search for the finger that is looked at. @param now The present.
    void BeginSearch(Time now);
    /// Do not wait for somebody who may be the finger. @param now The present. @param node The peer
    /// to wait for no more.
    void PassBy(Time now, const RingNode& node);
    /// Go on with another finger. @param now The present. @param octave Where to go on.
    void GoOn(Time now, unsigned octave);
    /// Ask somebody who may be the finger. @param now The present. @param node The peer to ask.
    void Ask(Time now, const RingNode& node);
    /// @param node A peer. @return How far it is beyond this one.
    Key DistanceTo(const RingNode& node) const;

    MaintenanceContext& m_context;    ///< What is shared.
    const RingView& m_view;           ///< What this peer knows.
    LinkKeeper& m_links;              ///< Whether they change.
    Correspondence& m_correspondence; ///< How to ask.
    Finder& m_finder;                 ///< How to search.
    Neighbours& m_neighbours;         ///< Try candidates.
    NearFingerKeeper m_near;          ///< Who stands in for fingers.
    Time m_lookAt{kNever};            ///< When to look at the next finger.
    unsigned m_octave{0};             ///< Which that is: the first at a distance of 2^octave.
    bool m_isSearched{false};         ///< Whether it was searched for, this time.
    unsigned m_steps{0};              ///< Peers before it that were asked, this time.
    RingNodes m_candidates;           ///< Where it may also be.
    unsigned m_better{0};             ///< Peers before other fingers that were asked, this round.
    bool m_isHurrying{true};          ///< Whether fingers may be missing.
    bool m_isAnythingNew{false};      ///< Whether a finger was lost in this round.
};

} // namespace dht

#endif // DHT_FINGER_KEEPER_H
