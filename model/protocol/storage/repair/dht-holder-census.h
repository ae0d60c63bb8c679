/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_HOLDER_CENSUS_H
#define DHT_HOLDER_CENSUS_H

#include "dht-endpoint.h"
#include "dht-key-comparisons.h"

#include <cstddef>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * Who of the other holders of an arc holds what.
 */

namespace dht
{

/**
 * What the first holder of an arc knows of the others, by comparing with one after the other. It
 * remembers differences alone: where all hold the same, nothing. Who was not compared yet is taken
 * to hold what is held here; who did not answer, to hold nothing.
 */
class HolderCensus
{
  public:
    /// @param holders The other holders, as they are now. @param arc Which keys it is about.
    void SetHolders(const std::vector<Endpoint>& holders, const KeyRange& arc);

    /// @return The other holders.
    std::vector<Endpoint> Holders() const;

    /// @return Whom to compare with next; nothing if there is nobody.
    std::optional<Endpoint> TakeNext();

    /// @param peer A holder. @return What to compare with it.
    std::deque<KeyRange> RangesFor(const Endpoint& peer) const;

    /**
     * A comparison ended.
     *
     * @param peer A holder.
     * @param difference What came of it.
     * @param most Keys that it may say it holds and that are not here, at the most. What is beyond
     *             them is not taken, and the whole arc is compared anew then: nothing that somebody
     *             says takes more room.
     */
    void OnCompared(const Endpoint& peer, const KeyDifference& difference, std::size_t most);

    /// @param key A key, of which there is a fragment here now.
    void OnHere(const Key& key);

    /// @param peer A holder. @param key A key, of which it has a fragment now.
    void OnThere(const Endpoint& peer, const Key& key);

    /// @return Keys that somebody lacks, of the arc; those that this peer lacks only once all were
    /// compared since it has heard of them.
    std::set<Key> Lacking();

    /// @param peer A holder. @return Whether it did not answer the last time.
    bool IsSilent(const Endpoint& peer) const;

    /// @param peer A holder. @param key A key. @param isHere Whether there is a fragment of it
    /// here.
    /// @return Whether there is one there. As long as nobody has looked, there is.
    bool Holds(const Endpoint& peer, const Key& key, bool isHere) const;

  private:
    /// In what somebody differs from this peer.
    struct Differences
    {
        std::set<Key> missing; ///< Held here and not there.
        std::set<Key> more;    ///< Held there and not here.
    };

    /// Another holder.
    struct Holder
    {
        Endpoint peer{};           ///< Address of the holder.
        bool isKnown{false};       ///< Whether it was compared, or did not answer.
        bool isSilent{false};      ///< Whether it did not answer.
        Differences last;          ///< By the last time that the whole arc was compared.
        Differences next;          ///< By the present time, as far as that has come.
        std::deque<KeyRange> rest; ///< Of the present time: what is to be compared yet.
    };

    /// @param peer A peer. @return What is known of it; null if it is no holder.
    const Holder* Find(const Endpoint& peer) const;
    /// The same, to be changed.
    Holder* Find(const Endpoint& peer);

    KeyRange m_arc;                         ///< Which keys it is about.
    std::vector<Holder> m_holders;          ///< In ring order.
    std::size_t m_turn{0};                  ///< Whose turn it is.
    std::map<Key, std::size_t> m_firstSeen; ///< In whose turn it was heard of what is not here.
};

} // namespace dht

#endif // DHT_HOLDER_CENSUS_H
