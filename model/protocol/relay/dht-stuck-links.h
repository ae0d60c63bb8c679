/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_STUCK_LINKS_H
#define DHT_STUCK_LINKS_H

#include "dht-routing-table.h"
#include "dht-time.h"

#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * Which links take nothing any more.
 */

namespace dht
{

/// A link that takes nothing any more, or takes messages again.
struct LinkChange
{
    LinkIndex link{0};   ///< Which.
    bool isStuck{false}; ///< Whether it takes nothing.
};

/// Tells which links have been busy for too long. Answers to queries say that a neighbour is there;
/// only this says that it takes what it is sent.
class StuckLinks
{
  public:
    /// @param patience How long a link may be busy, above 0.
    explicit StuckLinks(Time patience);

    /// A message finds a link busy. @param now The present. @param link Which.
    void OnBusy(Time now, LinkIndex link);

    /// A link takes messages. @param link Which.
    void OnReady(LinkIndex link);

    /// A link broke, or was not made: it is stuck at once. @param now The present. @param link
    /// Which.
    void OnFailed(Time now, LinkIndex link);

    /// A link leads elsewhere from now on. @param link Which.
    void Renew(LinkIndex link);

    /// @param link A link. @return Whether it was found stuck (Update()), and takes nothing yet.
    bool IsStuck(LinkIndex link) const;

    /// @param now The present. @return The links that have become stuck since the last call.
    std::vector<LinkIndex> Update(Time now);

    /// @return Those that are stuck now, and were not at the last call, or the other way round.
    std::vector<LinkChange> TakeChanges();

    /// @return When to call Update() and TakeChanges(); the past for at once.
    Time Next() const;

  private:
    /// What is known of a link.
    struct State
    {
        Time since{kNever};   ///< Since when it has been busy; kNever if it is not.
        bool isStuck{false};  ///< Whether it is stuck.
        bool wasStuck{false}; ///< Whether it was at the last TakeChanges().
    };

    /// @param link A link. @return What is known of it.
    State& At(LinkIndex link);

    Time m_patience;             ///< How long a link may be busy.
    std::vector<State> m_states; ///< By link.
};

} // namespace dht

#endif // DHT_STUCK_LINKS_H
