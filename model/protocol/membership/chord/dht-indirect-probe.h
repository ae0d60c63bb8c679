/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_INDIRECT_PROBE_H
#define DHT_INDIRECT_PROBE_H

#include "dht-correspondence.h"
#include "dht-link-keeper.h"
#include "dht-ring-view.h"

#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * Who finds out whether others reach a neighbour that this peer does not.
 */

namespace dht
{

/**
 * Asks others whether they reach a neighbour that this peer does not reach, by queries or by its
 * link, before it is given up (indirect probes: Das, Gupta, Motivala, SWIM, DSN 2002). It matters
 * for the successor alone: whoever gives that up takes its keys, and two peers would own them
 * where the other one is there for all others. If somebody reaches it, it stays the successor, and
 * requests for its keys go by that one.
 *
 * Such a probe is a query for the id of the peer in doubt, with an extension that says so. It is
 * answered once that peer has shown itself to the asked one just now, which makes a link to it as
 * long as it is asked so.
 */
class IndirectProbe
{
  public:
    /// @param context What is shared; must outlive this object. @param view Likewise. @param links
    /// Likewise. @param correspondence Likewise.
    IndirectProbe(MaintenanceContext& context,
                  RingView& view,
                  LinkKeeper& links,
                  Correspondence& correspondence);

    /// A neighbour may be out of reach: ask others. @param now The present. @param node The
    /// neighbour.
    void Doubt(Time now, const RingNode& node);
    /// A neighbour is out of reach. @param now The present. @param node The neighbour. @param isBan
    /// Whether it answers queries, but its link does not work. @return Whether to keep it: others
    /// reach it, or may do so.
    bool Keeps(Time now, const RingNode& node, bool isBan);
    /// An indirect probe was answered. @param now The present. @param query The query. @param
    /// answer What was said.
    void OnAnswer(Time now, const Query& query, const MaintenanceMessage& answer);
    /// An indirect probe was not answered. @param now The present. @param query The query.
    void OnUnanswered(Time now, const Query& query);
    /// A neighbour has answered a query of this peer's own. @param now The present. @param node The
    /// neighbour.
    void OnHeard(Time now, const RingNode& node);
    /// Somebody was taken out of the tables. @param now The present. @param endpoint The peer's
    /// endpoint.
    void OnGone(Time now, const Endpoint& endpoint);
    /// @return A peer that nobody reaches, and whether its link is why; nothing if there is none.
    std::optional<std::pair<RingNode, bool>> TakeLost();

    /// Somebody asks whether this peer reaches another. @param now The present. @param key That
    /// one's id. @return Whether to answer now: not before it has shown itself.
    bool Admits(Time now, const Key& key);

    /// It is time, or earlier. @param now The present.
    void OnWake(Time now);
    /// @return When it is time.
    Time NextWake() const;

  private:
    /// A neighbour out of reach.
    struct Case
    {
        RingNode node;      ///< The neighbour.
        bool isKept{false}; ///< Whether it would have been given up.
        bool isBan{false};  ///< Whether for its link's sake.
        RingNodes by;       ///< Who reaches it, the first of them is used.
        RingNodes asked;    ///< Whose answers are waited for.
        bool isLost{false}; ///< Whether nobody does.
    };

    /// @param endpoint A peer. @return What is known of it; the end if nothing.
    std::vector<Case>::iterator Find(const Endpoint& endpoint);
    /// Ask others. @param now The present. @param one About whom.
    void AskOthers(Time now, Case& one);
    /// Somebody has said whether it reaches a peer, or nothing. @param now The present. @param key
    /// The peer's id. @param from Who has said it. @param isThere What it has said.
    void Take(Time now, const Key& key, const RingNode& from, bool isThere);
    /// Make requests go by those who reach others. @param now The present.
    void Update(Time now);

    MaintenanceContext& m_context;    ///< What is shared.
    RingView& m_view;                 ///< What this peer knows.
    LinkKeeper& m_links;              ///< Make what it knows useful.
    Correspondence& m_correspondence; ///< How to ask.
    std::vector<Case> m_cases;        ///< Few.
    Time m_askAt{kNever};             ///< When to ask again.
    Time m_lentUntil{kNever};         ///< When links are no longer wanted that others asked for.
};

} // namespace dht

#endif // DHT_INDIRECT_PROBE_H
