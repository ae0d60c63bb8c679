/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_RIVALRY_H
#define DHT_RIVALRY_H

#include "dht-correspondence.h"
#include "dht-ring-view.h"

#include <optional>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * Which of two peers that have the same place keeps it.
 */

namespace dht
{

/**
 * Two peers of one host whose ports are equal modulo 8 have one place (PlaceOf()). Who joins while
 * the other one is there learns that at once; if both join at the same time, each may find the
 * place free. Then the ring takes one of them, or each neighbour another one, and goes on naming
 * it to both. A peer whose neighbour names such a rival asks the rival, so that a neighbour that
 * lies displaces nobody. If the rival is there, the peer of the higher port goes. That of the
 * lower one waits, and goes if the ring still names its rival.
 */
class Rivalry
{
  public:
    /// @param context What is shared; must outlive this object. @param view Likewise. @param
    /// correspondence Likewise.
    Rivalry(MaintenanceContext& context, const RingView& view, Correspondence& correspondence);

    /// A peer has answered: if it is a neighbour that takes a rival for its own neighbour, ask the
    /// rival. @param now The present. @param from Who has answered. @param answer What it said.
    void Look(Time now, const RingNode& from, const MaintenanceMessage& answer);

    /// A rival has answered. @param now The present. @param rival Its endpoint. @param hasPlace
    /// Whether it says that it is responsible for its id. @return Whether this peer has to go.
    bool IsLost(Time now, const Endpoint& rival, bool hasPlace) const;

  private:
    MaintenanceContext& m_context;    ///< What is shared.
    const RingView& m_view;           ///< What this peer knows.
    Correspondence& m_correspondence; ///< How to ask.
    std::optional<Time> m_since;      ///< When a rival was named first, of the times in a row.
    Time m_last{0};                   ///< When one was named last.
};

} // namespace dht

#endif // DHT_RIVALRY_H
