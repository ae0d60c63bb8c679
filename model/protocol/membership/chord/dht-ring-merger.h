/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_RING_MERGER_H
#define DHT_RING_MERGER_H

#include "dht-finder.h"
#include "dht-neighbours.h"

#include <cstdint>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * Who makes one ring of two.
 */

namespace dht
{

/// Looks for those that were lost, and for those by whom a peer joined: they may have a ring of
/// their own. Whoever answers leads to this peer's place there.
class RingMerger : private Finder::Seeker
{
  public:
    /// @param context What is shared; must outlive this object. @param view Likewise.
    /// @param correspondence Likewise. @param finder Likewise. @param neighbours Likewise.
    RingMerger(MaintenanceContext& context,
               const RingView& view,
               Correspondence& correspondence,
               Finder& finder,
               Neighbours& neighbours);

    /// The peer has a place now. @param now The present. @param bootstrap Whom it was told of
    /// first. @param met Whom it had met when it had a place before.
    void Begin(Time now, const RingNodes& bootstrap, const RingNodes& met);
    /// Look for nobody.
    void Rest();

    /// A peer that was given up is back, maybe with a ring of its own: let both become one.
    /// @param now The present. @param node The peer that is back.
    void Merge(Time now, const RingNode& node);
    /// Somebody was taken out of all tables. @param now The present. @param wasLast Whether it was
    /// the only successor.
    void OnGone(Time now, bool wasLast);

    /// It is time, or earlier. @param now The present.
    void OnWake(Time now);
    /// @return When it is time.
    Time NextWake() const;

  private:
    void OnFound(Time now, const RingNode& responsible, const RingNodes& next) override;
    void OnRefuted(Time now, const RingNode& claimant, const RingNodes& next) override;
    void OnNotFound(Time now, bool answered) override;

    /// See whether a peer that was given up is back. @param now The present.
    void TryLost(Time now);

    MaintenanceContext& m_context;    ///< What is shared.
    const RingView& m_view;           ///< What this peer knows.
    Correspondence& m_correspondence; ///< How to ask.
    Finder& m_finder;                 ///< How to search.
    Neighbours& m_neighbours;         ///< Who keeps the neighbours.
    RingNodes m_bootstrap;            ///< Whom it was told of first.
    RingNodes m_met;                  ///< Whom it had met, until they are among those lost.
    Time m_lostAt{kNever};            ///< When to see whether somebody is back.
    Time m_bootstrapAt{kNever};       ///< When to ask one of the first peers, though not alone.
    std::uint64_t m_nextBootstrap{0}; ///< Which of them.
};

} // namespace dht

#endif // DHT_RING_MERGER_H
