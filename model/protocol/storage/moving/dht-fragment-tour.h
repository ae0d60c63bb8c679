/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_FRAGMENT_TOUR_H
#define DHT_FRAGMENT_TOUR_H

#include "dht-fragment-offers.h"

#include <cstdint>
#include <optional>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * Fragments are taken to others, one arc of keys after the other.
 */

namespace dht
{

/// Looks up who follows an arc of keys, compares with one of these after the other, and offers each
/// what it lacks. Whose tour it is decides where the arcs are and who is asked.
struct FragmentTour
{
    /// What it does.
    enum class State : std::uint8_t
    {
        kIdle,      ///< It does nothing.
        kLocating,  ///< It looks up who follows some keys.
        kComparing, ///< It compares with one of them.
        kOffering,  ///< It offers that one what it lacks.
    };

    /// @param parts What it uses.
    explicit FragmentTour(const MovingParts& parts);

    /// Look up who follows the keys from one on. @param now The present. @param client Is told;
    /// must outlive this object. @param first The key.
    void Locate(Time now, LocateClient& client, const Key& first);
    /// Compare with the next follower. @param now The present. @param client Is told; must outlive
    /// this object. @param time After which nothing more is asked. @return Whether there was
    /// anything of the arc, and a follower left.
    bool CompareNext(Time now, ComparisonClient& client, Time time);
    /// A follower says what it lacks. @param peer Its endpoint. @param difference Its keys compared
    /// with those held here.
    void Offer(const Endpoint& peer, const KeyDifference& difference);
    /// Offer, as far as there is room. @param now The present. @param least What ends sooner is not
    /// worth it. @return Whether that ended, and the next follower's turn has come.
    bool Go(Time now, Time least);

    /// @return How many of those who follow a key must be named, if this peer is none of them: l +
    /// 2, or as many as an answer can have.
    std::size_t LeastFollowers() const;
    /// @param peers Who follows a key. @return How many of these may hold a fragment, so that a get
    /// asks them: LeastFollowers() if they settle who holds, else as many as there are.
    std::size_t Reach(const std::vector<Endpoint>& peers) const;
    /// @param key A key. @return Whether it is so near behind this peer that, by the peers that
    /// follow here, hardly l + 2 can be between.
    bool IsNear(const Key& key) const;
    /// @param key A key. @param peers Who follows it, as is said. @return How many of them are
    /// between the key and this peer; nothing if that cannot be.
    std::optional<std::size_t> CountBefore(const Key& key,
                                           const std::vector<LocatedPeer>& peers) const;

    StorageContext& context;     ///< What all parts share.
    BlockStore& store;           ///< What is held here.
    HolderLookup& lookup;        ///< Looks up.
    KeyComparisons& comparisons; ///< What others hold.
    FragmentOffers offers;       ///< What changes its holder.
    State state{State::kIdle};   ///< What it does.
    KeyRange arc;                ///< Keys that it is at.
    std::vector<Endpoint>
        followers; ///< Who may hold them, and whose turn is yet to come, in order.
};

} // namespace dht

#endif // DHT_FRAGMENT_TOUR_H
