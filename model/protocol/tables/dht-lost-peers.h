/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_LOST_PEERS_H
#define DHT_LOST_PEERS_H

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

/// The last few peers that were given up. When a network breaks apart and heals, they are the way
/// back to one ring.
class LostPeers
{
  public:
    /// @param node Who was given up just now. @param until Not to be believed before, although it
    /// may answer.
    void Add(const RingNode& node, Time until = Time(0));

    /// @param now The present. @param endpoint A peer that answers, but is of no use. @return Until
    /// when to ban it: for 30 s, or four times as long as last time if that was not long ago.
    Time NextBan(Time now, const Endpoint& endpoint);

    /// From now on bans last until their peers have proved themselves (Pardon()).
    void DemandProof();

    /// @param now The present. @param endpoint A peer. @return Whether its ban would be over, but
    /// that it has to prove itself.
    bool MayProve(Time now, const Endpoint& endpoint) const;

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

    /// @param now The present. @param forget Whether to give those up for good that never answer.
    /// @return Whom to try next, in turn; nothing if there is nobody.
    std::optional<RingNode> TakeNext(Time now, bool forget);

    /// Forget all.
    void Clear();

  private:
    /// Somebody who was given up.
    struct Entry
    {
        RingNode node;       ///< The peer given up.
        Time until;          ///< Not to be believed before.
        std::uint8_t trials; ///< How often it did not come back.
    };

    /// A ban, be it over.
    struct Ban
    {
        Endpoint endpoint; ///< The lost peer's endpoint.
        Time length;       ///< How long it was.
        Time until;        ///< When it ended, or will.
        bool unproven;     ///< Whether it goes on until the peer has proved itself.
    };

    /// @param endpoint A peer. @return Its ban; null if there is none.
    const Ban* Find(const Endpoint& endpoint) const;

    bool m_demandsProof{false};   ///< Whether time alone ends no ban.
    std::vector<Ban> m_bans;      ///< The last few, the oldest first.
    std::vector<Entry> m_entries; ///< Those that were not tried for longest come first.
};

} // namespace dht

#endif // DHT_LOST_PEERS_H
