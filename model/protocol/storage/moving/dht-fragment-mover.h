/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_FRAGMENT_MOVER_H
#define DHT_FRAGMENT_MOVER_H

#include "dht-fragment-tour.h"

#include <set>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * Takes fragments to where they belong.
 */

namespace dht
{

/**
 * Global repair. A peer that others have joined before holds fragments that nobody looks for with
 * it any more. It looks up who follows the key that is farthest behind; if it is not among those
 * whom a get asks (FragmentTour::Reach()), it compares with each holder, hands its fragment of a
 * block to the first who lacks one, and gives up what all of them have. One lookup does for all
 * keys up to their first follower; where it is among the nearest followers, it is for all keys
 * nearer to it.
 *
 * Only what no get would find here is given up, and only once somebody has taken it, or all who
 * should hold the block say that they do. An answer that contradicts what the ring says near this
 * peer is not believed, and what is that near is never given up, whoever says so.
 */
class FragmentMover : public ComparisonClient, public LocateClient
{
  public:
    /// Lookups each time, at most.
    static constexpr unsigned kMostLookups = 64;

    /// @param parts What it uses.
    explicit FragmentMover(const MovingParts& parts);

    /// Look for what is in the wrong place, unless that is under way. @param now The present.
    void Sweep(Time now);
    /// Work at what there is to do, as far as there is room. @param now The present.
    void Go(Time now);

    void OnLocateEnded(Time now,
                       std::uint64_t tag,
                       const std::vector<LocatedPeer>& peers,
                       const LocateReport& report) override;
    void OnCompared(Time now, const Endpoint& peer, const KeyDifference& difference) override;

    /// @return Fragments that are offered to somebody.
    std::size_t UnderWay() const;

  private:
    /// Look at the next fragments. @param now The present.
    void NextArc(Time now);
    /// Nobody knows who follows a key: leave about an arc out, and go on behind it. @param now The
    /// present.
    void SkipArc(Time now);
    /// Go on with the next who should hold those of an arc. @param now The present.
    void NextFollower(Time now);
    /// All followers have what is left of an arc.
    void GiveUp();
    /// Where this peer is among those who follow a key.
    enum class Place : std::uint8_t
    {
        kNear,    ///< Among the first ones, whom each get asks.
        kFar,     ///< Behind them, and a get may ask it where hosts have several peers.
        kForeign, ///< No get asks it.
    };

    /// @param peers Who follows the first key of the arc, as is said. @return Where this peer is;
    /// nothing if that cannot be.
    std::optional<Place> PlaceAmong(std::vector<LocatedPeer> peers) const;

    FragmentTour m_tour;          ///< Takes them there.
    unsigned m_lookups{0};        ///< That are left.
    std::optional<Key> m_resume;  ///< Where the last sweep has stopped.
    bool m_haveAllAnswered{true}; ///< Whether all have that were asked.
    std::set<Key> m_keys;         ///< Those that may be given up.
};

} // namespace dht

#endif // DHT_FRAGMENT_MOVER_H
