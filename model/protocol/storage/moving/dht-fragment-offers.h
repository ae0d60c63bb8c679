/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_FRAGMENT_OFFERS_H
#define DHT_FRAGMENT_OFFERS_H

#include "dht-block-puts.h"
#include "dht-key-comparisons.h"
#include "dht-repair-limits.h"

#include <deque>
#include <map>
#include <set>
#include <utility>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * Fragments that change their holders.
 */

namespace dht
{

/// What those use who move fragments; all must outlive them.
struct MovingParts
{
    StorageContext& context;     ///< What all parts of a storage share.
    BlockStore& store;           ///< What is held here.
    HolderLookup& lookup;        ///< Looks up who follows a key.
    KeyComparisons& comparisons; ///< Find out what others hold.
    BlockPuts& puts;             ///< Let others hold fragments.
    RepairShare& share;          ///< How much at once.
};

/// Offers fragments to one peer after the other, each what it lacks, and gives up those that were
/// taken: that peer says so, or shows that it has had the very same one. If the answer to an offer
/// is lost, nobody else is offered the fragment until that peer says whether it has it; a peer that
/// leaves cannot wait for that.
class FragmentOffers : public PutClient
{
  public:
    /// Offers in a row without an answer, after which a peer is offered nothing more.
    static constexpr unsigned kMostSilent = 3;

    /// @param parts What it uses.
    explicit FragmentOffers(const MovingParts& parts);

    /// What is no longer held here is no longer uncertain.
    void ForgetGone();
    /// Whose answer was lost counts no longer if it is not among the followers of its key. @param
    /// arc An arc. @param followers Peers that follow the keys of this arc.
    void ForgetOthers(const KeyRange& arc, const std::vector<Endpoint>& followers);
    /// A peer says what it lacks: that is offered to it. What it may have taken before, it is asked
    /// for, and offered again if it has none. @param arc The keys that were compared. @param peer
    /// The peer's endpoint.
    /// @param difference Its keys compared with those held here.
    void Add(const KeyRange& arc, const Endpoint& peer, const KeyDifference& difference);
    /// Offer, as far as there is room. @param now The present. @param least What ends sooner is not
    /// worth it.
    void Go(Time now, Time least);

    /// @return Whether nothing is offered and nothing waits for that.
    bool IsDone() const;
    /// @return Fragments that are offered to somebody.
    std::size_t UnderWay() const;

    void OnHeld(Time now, const Key& key, const Endpoint& holder, StoredStatus status) override;
    void OnPutEnded(Time now, const PutReport& report) override;

  private:
    /// What is to be offered to whom.
    struct Offer
    {
        Key key{0};            ///< The block's key.
        Endpoint holder{};     ///< The peer to whom.
        bool asksFirst{false}; ///< Whether it may have taken it.
    };

    StorageContext& m_context;           ///< What all parts share.
    BlockStore& m_store;                 ///< What is held here.
    BlockPuts& m_puts;                   ///< Let others hold fragments.
    RepairShare& m_share;                ///< How much at once.
    std::deque<Offer> m_waiting;         ///< What is to be offered.
    std::map<Key, Endpoint> m_offered;   ///< What is offered to whom.
    std::set<Key> m_taken;               ///< Of that, what was taken.
    unsigned m_silent{0};                ///< Offers in a row without an answer.
    std::map<Key, Endpoint> m_uncertain; ///< Who may have taken what, as its answer was lost.
};

} // namespace dht

#endif // DHT_FRAGMENT_OFFERS_H
