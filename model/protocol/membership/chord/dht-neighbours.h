/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_NEIGHBOURS_H
#define DHT_NEIGHBOURS_H

#include "dht-correspondence.h"
#include "dht-link-keeper.h"
#include "dht-ring-view.h"

#include <optional>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * Who keeps a peer's successors and its predecessor.
 */

namespace dht
{

/// Stabilises: asks the neighbours again and again, and lets those into the tables that answer.
class Neighbours
{
  public:
    /// @param context What is shared; must outlive this object. @param view Likewise. @param links
    /// Likewise. @param correspondence Likewise.
    Neighbours(MaintenanceContext& context,
               RingView& view,
               LinkKeeper& links,
               Correspondence& correspondence);

    /// Forget all. @param now The present.
    void Clear(Time now);
    /// Take a place in a ring. @param now The present. @param before The predecessor; this peer
    /// itself if it is alone. @param next The successors.
    void Settle(Time now, const RingNode& before, RingNodes next);
    /// Stabilise from now on. @param now The present.
    void Begin(Time now);
    /// Stabilise no more.
    void Rest();

    /// Look at successor and predecessor. @param now The present.
    void Stabilise(Time now);
    /// See whether a peer in the tables is there, unless that is being asked. @param now The
    /// present. @param node The peer to ask.
    void Ask(Time now, const RingNode& node);
    /// The same, but in haste: its link says that it may be gone. @param now The present. @param
    /// node The peer to ask.
    void AskUrgently(Time now, const RingNode& node);
    /// A peer has said something of its own accord: it may be a nearer neighbour. @param now The
    /// present. @param from The sender's endpoint.
    void Introduce(Time now, const Endpoint& from);
    /// A peer takes this one for its successor. If that is not the predecessor, whoever is between
    /// the two is gone, as far as it knows: see at once whether a predecessor is there that has
    /// been silent lately. @param now The present. @param from The sender's endpoint.
    void OnNotify(Time now, const Endpoint& from);
    /// A peer may be a nearer neighbour: see whether it is there. @param now The present.
    /// @param node The candidate.
    void TryCandidate(Time now, const RingNode& node);
    /// A peer is there, and said what it knows. @param now The present. @param query What it was
    /// asked. @param answer What it said. @return Whether it is the new successor.
    bool OnAnswer(Time now, const Query& query, const MaintenanceMessage& answer);

    /// A peer does not answer: route around it. @param now The present. @param node The silent
    /// peer.
    void Suspect(Time now, const RingNode& node);
    /// A peer does answer. @param now The present. @param endpoint The peer's endpoint.
    void Trust(Time now, const Endpoint& endpoint);
    /// A peer was taken out of the tables. @param now The present.
    void OnGone(Time now);
    /// Peers were met once: see whether they are there, as if they had been given up. @param now
    /// The present. @param met Those peers; who is in the tables need not be asked.
    void Remember(Time now, const RingNodes& met);
    /// @return How many others there are in the tables, as far as it matters here.
    std::size_t CountKnown() const;
    /// @param now The present. @return Somebody who was given up, to see whether it is back;
    /// nothing if there is nobody.
    std::optional<RingNode> TakeLost(Time now);

    /// It is time, or earlier. @param now The present.
    void OnWake(Time now);
    /// @return When it is time.
    Time NextWake() const;

  private:
    /// Ask peers that the successor names and that have not shown themselves, those within the
    /// shares of their networks first; and peers that it does not name, but should.
    /// @param now The present. @param next Its successors.
    void TrySpares(Time now, const RingNodes& next);

    MaintenanceContext& m_context;    ///< What is shared.
    RingView& m_view;                 ///< What this peer knows.
    LinkKeeper& m_links;              ///< Make what it knows useful.
    Correspondence& m_correspondence; ///< How to ask.
    Time m_stabiliseAt{kNever};       ///< When to look at the neighbours.
    Time m_aloneAt{kNever};           ///< When a peer that is cut off takes itself for alone.
};

} // namespace dht

#endif // DHT_NEIGHBOURS_H
