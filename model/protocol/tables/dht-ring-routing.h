/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_RING_ROUTING_H
#define DHT_RING_ROUTING_H

#include "dht-ring-view.h"

#include <memory>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * What requests learn from what a peer knows of its ring.
 */

namespace dht
{

/// Who knows whether to believe those who answer, and whether answers get through.
class Believer
{
  public:
    virtual ~Believer() = default;

    /// As RoutingTable::Believes(). @param now The present. @param key The key. @param responsible
    /// Who has answered for it. @param asking How often this was asked. @return Whether to believe
    /// the answer.
    virtual Belief Believes(Time now,
                            const Key& key,
                            const Endpoint& responsible,
                            Asking asking) = 0;
    /// @return As RoutingTable::TakeNews().
    virtual bool TakeNews() = 0;
    /// @param now The present. @return As RoutingTable::LosesMuch().
    virtual bool LosesMuch(Time now) const = 0;
};

/// @param view What a peer knows; must outlive the table. @param believer Whether to believe those
/// who answer, likewise; null to believe all. @return A routing table that follows the view.
std::unique_ptr<RoutingTable> MakeRingRouting(const RingView& view, Believer* believer = nullptr);

} // namespace dht

#endif // DHT_RING_ROUTING_H
