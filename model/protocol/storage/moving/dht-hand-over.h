/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_HAND_OVER_H
#define DHT_HAND_OVER_H

#include "dht-fragment-tour.h"

#include <chrono>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * What a peer does with what it holds before it leaves.
 */

namespace dht
{

/**
 * Takes each fragment to the peer that is to hold it once this one is gone: who is a holder without
 * this peer (HoldersAmong()) and was none before. Others are asked if that one has no room or is
 * silent, or is busy, as who leaves, too, is. It ends after a time, and where all are busy or
 * silent: the ring ends as a whole. What a lookup says is believed as far as it agrees with what
 * the ring says near this peer; who follows this peer, the ring says.
 *
 * Neighbours that have just left are still named. Where answers contradict what the ring says, or a
 * follower is silent, fragments may be left: after a pause, it begins again with what is left.
 */
class HandOver : public ComparisonClient, public LocateClient
{
  public:
    /// Lookups that find nobody and peers that are silent, one after the other, after which a round
    /// ends.
    static constexpr unsigned kMostSilent = 3;
    /// Pauses in all: a ring that ends as a whole does not take much longer with them.
    static constexpr unsigned kMostPauses = 5;
    /// How long one lasts: a peer that has left is forgotten by its neighbours within some
    /// intervals of maintenance.
    static constexpr Time kPause = std::chrono::seconds(1);

    /// @param parts What it uses.
    explicit HandOver(const MovingParts& parts);

    /// Begin, once. @param now The present. @param end When it ends at the latest; before
    /// kNever.
    void Begin(Time now, Time end);
    /// Go on, as far as there is room. @param now The present.
    void Go(Time now);
    /// @return When Go() has to be called at the latest; kNever if it is not under way.
    Time NextWake() const;
    /// @return Whether it has begun, and not ended.
    bool IsUnderWay() const;
    /// @return Fragments that are offered to somebody.
    std::size_t UnderWay() const;

    void OnLocateEnded(Time now,
                       std::uint64_t tag,
                       const std::vector<LocatedPeer>& peers,
                       const LocateReport& report) override;
    void OnCompared(Time now, const Endpoint& peer, const KeyDifference& difference) override;

  private:
    /// What it has met since it began anew.
    struct Round
    {
        bool hasCompared{false};        ///< Whether anybody has compared anything.
        bool isMoreLeft{false};         ///< Whether it left something where the ring has not
                                        ///< settled.
        std::vector<Endpoint> busy{};   ///< Who leaves, too, and is not asked again.
        std::vector<Endpoint> silent{}; ///< Who has not answered, and is not asked again.
    };

    /// Look at the next fragments. @param now The present.
    void NextArc(Time now);
    /// All has had its turn, or no more is to be had. @param now The present.
    void EndRound(Time now);
    /// End all of it.
    void End();
    /// Go on with the next who follows those of an arc. @param now The present.
    void NextFollower(Time now);

    /// @param isOwn Whether all that follows has this peer as first follower. @param isContradicted
    /// Whether what was said of the arc cannot be. @return Where an arc ends whose first follower
    /// nobody has named.
    Key EndOfArc(bool isOwn, bool isContradicted) const;
    /// Those that this peer knows to follow itself come behind the others that follow the arc.
    void AddSuccessors();
    /// @param peers Who is not to follow the present arc.
    void Drop(const std::vector<Endpoint>& peers);
    /// Leave this peer out of the followers. @param isLastFirst Whether the first whose turn comes
    /// is who is to hold the arc's blocks in its place; who holds them already is asked last then.
    void PutInOrder(bool isLastFirst);

    FragmentTour m_tour;       ///< Takes all to others.
    Time m_end{kNever};        ///< When it ends at the latest; kNever if it is not under way.
    Time m_goesOn{kNever};     ///< When a pause ends.
    Round m_round;             ///< The present one.
    bool m_wasInVain{false};   ///< Whether nobody has compared anything in the one before.
    unsigned m_silent{0};      ///< Peers and lookups in a row without an answer.
    unsigned m_pauses{0};      ///< Pauses so far.
    bool m_isFewer{false};     ///< Whether somebody at this arc has turned out to leave, too.
    bool m_isUnsettled{false}; ///< Whether the ring has not settled around the present arc.
};

} // namespace dht

#endif // DHT_HAND_OVER_H
