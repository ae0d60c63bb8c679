/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_NEAR_FINGER_KEEPER_H
#define DHT_NEAR_FINGER_KEEPER_H

#include "dht-correspondence.h"
#include "dht-link-keeper.h"

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * Who measures how near the peers are that may stand in for fingers.
 */

namespace dht
{

/// Asks one candidate at a time: those never measured soon one after the other, others now and
/// then. It sends nothing where a finger has no candidates but itself
/// (MaintenanceOptions::fingerCandidates).
class NearFingerKeeper
{
  public:
    /// @param context What is shared; must outlive this object. @param view Likewise. @param links
    /// Likewise. @param correspondence Likewise.
    NearFingerKeeper(MaintenanceContext& context,
                     RingView& view,
                     LinkKeeper& links,
                     Correspondence& correspondence);

    /// Measure from now on. @param now The present.
    void Begin(Time now);
    /// Measure no more.
    void Rest();

    /// A finger or a candidate answered. @param now The present. @param query The query that it
    /// answers. @param answer The answer.
    void OnAnswer(Time now, const Query& query, const MaintenanceMessage& answer);
    /// It is time, or earlier. @param now The present.
    void OnWake(Time now);
    /// @return When it is time.
    Time NextWake() const;

  private:
    MaintenanceContext& m_context;    ///< What is shared.
    RingView& m_view;                 ///< What this peer knows.
    LinkKeeper& m_links;              ///< To those who stand in.
    Correspondence& m_correspondence; ///< How to ask.
    Time m_askAt{kNever};             ///< When to ask the next one.
};

} // namespace dht

#endif // DHT_NEAR_FINGER_KEEPER_H
