/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_SEARCH_H
#define DHT_SEARCH_H

#include "dht-ring-node.h"

#include <cstdint>
#include <optional>

/**
 * @file
 * @ingroup dht-protocol
 * The search for the peer that is responsible for a key.
 */

namespace dht
{

/// Whom an iterative search asks next. It survives peers that do not answer as long as somebody
/// else knows the way, and ends whatever it is told: it asks a limited number of peers.
class Search
{
  public:
    /// @param key What is looked for. @param start Whom to begin with.
    Search(const Key& key, const RingNodes& start);

    /// @return What is looked for.
    const Key& GetKey() const;

    /**
     * @param evenFarther Whether those who are asked already seem not to answer.
     * @return Whom to ask now, besides those; nothing if nobody is any better.
     */
    std::optional<RingNode> TakeNext(bool evenFarther);

    /// Somebody knows nearer peers. @param from Who. @param nearer They; whoever is not nearer than
    /// the one who names them is left out.
    void OnAnswer(const RingNode& from, const RingNodes& nearer);

    /// Somebody does not answer, or talks nonsense. @param from Who.
    void OnFailed(const Endpoint& from);

    /// @return Whether somebody is being asked.
    bool IsAsking() const;

    /// @return Whether anybody has answered.
    bool IsAnswered() const;

  private:
    /// How far a candidate has got.
    enum class State : std::uint8_t
    {
        kNew,   ///< It may be asked.
        kAsked, ///< It has not answered.
        kDone,  ///< It has, or it never will.
    };

    /// Somebody who may know.
    struct Candidate
    {
        RingNode node; ///< Who.
        State state;   ///< How far.
    };

    /// @param endpoint A peer. @return Its entry; null if it has none.
    Candidate* Find(const Endpoint& endpoint);

    Key m_key;                           ///< What is looked for.
    std::vector<Candidate> m_candidates; ///< All there ever were.
    bool m_answered{false};              ///< Whether anybody has answered.
};

} // namespace dht

#endif // DHT_SEARCH_H
