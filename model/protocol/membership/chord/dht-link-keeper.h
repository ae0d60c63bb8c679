/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_LINK_KEEPER_H
#define DHT_LINK_KEEPER_H

#include "dht-maintenance-context.h"
#include "dht-ring-view.h"

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * Who keeps a peer's links.
 */

namespace dht
{

/// Makes the links follow the tables, and routes around neighbours that do not answer.
class LinkKeeper
{
  public:
    /// @param context What is shared; must outlive this object. @param view Likewise.
    LinkKeeper(MaintenanceContext& context, RingView& view);

    /// As Maintenance::SetRoutesListener(). @param listener Is told when the routes change.
    void SetListener(Maintenance::RoutesListener listener);

    /// Make the links follow the tables. @param now The present. @param isRerouted Whether requests
    /// go other ways even if all links stay.
    void Update(Time now, bool isRerouted = false);

    /// Route around a peer until it is trusted. @param now The present. @param endpoint The peer's
    /// endpoint.
    /// @return Whether that is news.
    bool Suspect(Time now, const Endpoint& endpoint);
    /// A peer does answer. @param now The present. @param endpoint The peer's endpoint.
    void Trust(Time now, const Endpoint& endpoint);

    /// A link takes far less than others, or as much again: route around it where that is possible.
    /// @param now The present. @param link The link's number, in use. @param slow Which of both.
    void SetSlow(Time now, LinkIndex link, bool slow);

    /// Give a connection up that carries nothing, and make another one to the same neighbour.
    /// @param now The present. @param link The link's number, in use.
    void Reconnect(Time now, LinkIndex link);

    /// A link failed. @param now The present. @param link The link's number, in use. @return
    /// Whether it does so again and again: there is no use in trying.
    bool OnFailed(Time now, LinkIndex link);

    /// @return Whether links were made since this was asked last.
    bool TakeNews();

  private:
    /// Tell the observer of neighbours on the ring that have changed. @param now The present.
    void TellOfNeighbours(Time now);

    MaintenanceContext& m_context;          ///< What is shared.
    RingView& m_view;                       ///< What this peer knows.
    Maintenance::RoutesListener m_listener; ///< Is told when the routes change.
    bool m_isAnythingNew{false};            ///< Whether links were made.
    std::optional<Endpoint> m_predecessor;  ///< Which the observer was told of last.
    std::optional<Endpoint> m_successor;    ///< Likewise.
};

} // namespace dht

#endif // DHT_LINK_KEEPER_H
