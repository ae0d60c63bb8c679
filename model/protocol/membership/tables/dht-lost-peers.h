/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_LOST_PEERS_H
#define DHT_LOST_PEERS_H

#include "dht-random.h"
#include "dht-ring-node.h"
#include "dht-time.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * Peers that were given up, and may come back.
 */

namespace dht
{

/// Peers that were given up. When a network breaks apart and heals, they are the way back to one
/// ring, however long that took: none is forgotten as long as there is room, and if there is none,
/// whom it hits is left to chance, as those who died one by one since then would push out all that
/// are beyond the break.
class LostPeers
{
  public:
    /// What there is against a peer that answers, but is of no use.
    struct Grounds
    {
        std::optional<Key> lie{}; ///< Another's key for which it answers, if that is it.
        bool isLossy{false};      ///< Whether so many packets get lost that it may be a mistake.
        std::size_t known{255};   ///< How many peers there are besides those that were lost.
    };

    /// @param now The present. @param node Who was given up just now. @param until Not to be
    /// believed before, although it may answer. @param random When to try it, and whom to forget if
    /// there is no room.
    void Add(Time now, const RingNode& node, Time until, Random& random);

    /// @param now The present. @param endpoint A peer that answers, but is of no use. @param
    /// grounds What there is against it. @return Until when to ban it: four times as long as last
    /// time if that was not long ago, up to 10 min. The first ban takes 30 s, or 2 s where the peer
    /// can and must prove the contrary afterwards. If it only fails to do that, or if packets get
    /// lost, or if half as many others as are known have been banned within a minute, so that peers
    /// are hardly to blame, it takes 2 s however often.
    Time NextBan(Time now, const Endpoint& endpoint, const Grounds& grounds);

    /// Somebody who answered for another's key.
    struct Liar
    {
        RingNode node; ///< The peer.
        Key key;       ///< The key.
    };

    /// Take somebody who was banned for what it answered, to ask it again, if it is time: each is
    /// asked every five seconds. @param now The present. @return Whom to ask about which key;
    /// nothing if it is early.
    std::optional<Liar> TakeLiar(Time now);

    /// Somebody who was banned for what it answered does not say so any more: its ban is over, but
    /// that it may have to prove itself. @param now The present. @param endpoint The peer.
    void Forgive(Time now, const Endpoint& endpoint);

    /// From now on bans last until their peers have proved themselves (Pardon()).
    void DemandProof();

    /// @param now The present. @param endpoint A peer. @return Whether its ban would be over, but
    /// that it has to prove itself.
    bool MayProve(Time now, const Endpoint& endpoint) const;

    /// Somebody answers and may prove itself, but not now. @param now The present. @param endpoint
    /// Whom to try again soon.
    void Defer(Time now, const Endpoint& endpoint);

    /// @param endpoint A peer that has proved itself.
    void Pardon(const Endpoint& endpoint);

    /// @param endpoint A peer. @return Whether it was banned not long ago, or is.
    bool HasRecord(const Endpoint& endpoint) const;

    /// @param endpoint A peer that is there. @return Whether it had been given up.
    bool Remove(const Endpoint& endpoint);

    /// @param endpoint A peer. @return Whether it was given up.
    bool Contains(const Endpoint& endpoint) const;

    /// @param now The present. @param endpoint A peer. @return Whether it is not to be believed.
    bool IsBanned(Time now, const Endpoint& endpoint) const;

    /// Take somebody to try, if it is time. Each is tried less often the longer it has been silent,
    /// every two minutes in the end, or one of all every 10 s if that is longer. @param now The
    /// present. @param known How many others there are. As long as no more are known than were
    /// lost, this peer may be in the smaller part of a network that broke apart: one of them is
    /// tried every 10 s. If nobody is known, it is always time. @param random For how much sooner
    /// or later: peers that lost each other at the same time need not try at the same times.
    /// @return The peer to try; nothing if it is early.
    std::optional<RingNode> TakeDue(Time now, std::size_t known, Random& random);

    /// @return When the next one is due; kNever if nobody is lost.
    Time NextDue() const;

    /// @return All that were given up.
    RingNodes All() const;

    /// Forget all.
    void Clear();

  private:
    /// Somebody who was given up.
    struct Entry
    {
        RingNode node; ///< The peer given up.
        Time until;    ///< Not to be believed before.
        Time due;      ///< When to try it.
        Time wait;     ///< Between the last try and the next.
    };

    /// A ban, be it over.
    struct Ban
    {
        Endpoint endpoint;      ///< The lost peer's endpoint.
        Time length;            ///< How long it was, were the peer to blame; 0 if it never was.
        Time until;             ///< When it ended, or will.
        bool unproven;          ///< Whether it goes on until the peer has proved itself.
        std::optional<Key> lie; ///< For which key it answered, if it is banned for that.
        Time askAt;             ///< When to ask it for that again.
    };

    /// @param entry Somebody. @return When to try it, as it is believed then.
    static Time DueOf(const Entry& entry);

    /// @param endpoint A peer. @return Its ban; null if there is none.
    const Ban* Find(const Endpoint& endpoint) const;

    /// @param now The present. @param endpoint A peer. @return How many others were banned lately.
    std::size_t CountOthers(Time now, const Endpoint& endpoint) const;

    bool m_demandsProof{false};   ///< Whether time alone ends no ban.
    std::vector<Ban> m_bans;      ///< The last few, the oldest first.
    std::vector<Entry> m_entries; ///< In no order.
};

} // namespace dht

#endif // DHT_LOST_PEERS_H
