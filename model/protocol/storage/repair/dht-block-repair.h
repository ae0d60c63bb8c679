/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_BLOCK_REPAIR_H
#define DHT_BLOCK_REPAIR_H

#include "dht-block-gets.h"
#include "dht-fragment-offers.h"
#include "dht-holder-census.h"

#include <deque>
#include <map>
#include <optional>
#include <set>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * Makes fragments anew that were lost with their holders.
 */

namespace dht
{

/**
 * Local repair. The first holder of an arc, which is who follows on its responsible peer, compares
 * with the other holders, one after the other. When fewer fragments of a block are left than
 * StorageOptions::repairBelow, or fewer of their hosts may fail than that allows, it fetches the
 * block from those who hold one, makes a fragment of a fresh row for each who holds none, and has
 * it hold it: itself, too. The new fragments last as long as the old ones.
 *
 * It is the first holder who does all that, and not who misses a fragment: the block is fetched
 * once for all who miss one, and nobody can make others fetch what does not exist.
 */
class BlockRepair : public GetClient, public PutClient, public ComparisonClient, public LocateClient
{
  public:
    /// @param parts What it uses. @param gets Fetch blocks; must outlive this object.
    BlockRepair(const MovingParts& parts, BlockGets& gets);

    /// Compare with the next holder, unless the last comparison has not ended. @param now The
    /// present.
    void Turn(Time now);
    /// @return How long it is to the next turn.
    Time Pause() const;
    /// Work at what there is to do, as far as there is room. @param now The present.
    void Go(Time now);

    void OnLocateEnded(Time now,
                       std::uint64_t tag,
                       const std::vector<LocatedPeer>& peers,
                       const LocateReport& report) override;
    void OnCompared(Time now, const Endpoint& peer, const KeyDifference& difference) override;
    void OnGetEnded(Time now, const FetchReport& report) override;
    void OnHeld(Time now, const Key& key, const Endpoint& holder, StoredStatus status) override;
    void OnPutEnded(Time now, const PutReport& report) override;

    /// @return Fragments that are left of the block with the fewest, of those that are worked at or
    /// are to be; nothing if there are none.
    std::optional<std::size_t> Fewest() const;

    /// @return Blocks that are worked at.
    std::size_t UnderWay() const;

  private:
    /// A block of which fragments are made.
    struct Job
    {
        std::vector<Endpoint> sources; ///< Who holds some.
        std::vector<Endpoint> targets; ///< Who is to hold some.
        std::size_t share{0};          ///< RPCs that it may have at once.
        bool isMade{false};            ///< Whether a fragment was made.
    };

    /// A block to work at.
    struct Todo
    {
        Key key{0};          ///< The block's key.
        std::size_t left{0}; ///< Fragments of it.
    };

    /// @return Who follows the keys of the own arc, as far as is known: this peer is the first.
    std::vector<Endpoint> Followers() const;
    /// @return The other holders of the own arc.
    std::vector<Endpoint> OtherHolders() const;
    /// Compare with the next holder. @param now The present.
    void Compare(Time now);
    /// @param sources Who holds fragments of a block. @return Whether these are so few, or so few
    /// of their hosts may fail, that others are to be made.
    bool AreTooFew(const std::vector<Endpoint>& sources) const;
    /// Holders have left the ring, maybe, and over links nobody else tells so soon. @param now The
    /// present.
    void TellOfLeavers(Time now) const;
    /// @param now The present. @param key A key of the own arc. @return Who holds a fragment of it,
    /// and who lacks one and can be given one.
    Job JobFor(Time now, const Key& key) const;
    /// Find out what there is to do. @param now The present.
    void Plan(Time now);
    /// A holder is no help, or says what is not so. @param now The present. @param peer The
    /// holder's endpoint.
    void Distrust(Time now, const Endpoint& peer);
    /// A holder keeps what it was given, or sends what it holds. It is left alone as long as it was
    /// to be, and no longer the next time. @param now The present. @param peer The holder's
    /// endpoint.
    void Trust(Time now, const Endpoint& peer);
    /// Work at a block ends. @param now The present. @param key Its key. @param isOver Whether what
    /// was to be done is; else it is left alone for a while.
    void End(Time now, const Key& key, bool isOver);

    StorageContext& m_context;      ///< What all parts share.
    const BlockStore& m_store;      ///< What is held here.
    HolderLookup& m_lookup;         ///< Looks up.
    KeyComparisons& m_comparisons;  ///< What others hold.
    BlockGets& m_gets;              ///< Fetch blocks.
    BlockPuts& m_puts;              ///< Let others hold some.
    RepairShare& m_share;           ///< How much at once.
    HolderCensus m_census;          ///< Who holds what.
    std::vector<Endpoint> m_behind; ///< Who follows on all that the ring names, if need be.
    bool m_isComparing{false};      ///< Whether it compares, or finds out with whom.
    std::deque<Todo> m_todo;        ///< Blocks to work at.
    std::map<Key, Job> m_jobs;      ///< Those worked at.
    std::map<Endpoint, std::set<Key>, EndpointOrder> m_given; ///< Since they were compared.
    Patience<Key> m_hopeless;                                 ///< Blocks not to be had.
    Patience<Endpoint, EndpointOrder> m_distrusted;           ///< Holders of no help.
};

} // namespace dht

#endif // DHT_BLOCK_REPAIR_H
