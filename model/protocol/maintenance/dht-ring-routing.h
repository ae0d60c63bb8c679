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

/// Who judges answers, if anybody does.
class AnswerJudge
{
  public:
    virtual ~AnswerJudge() = default;

    /// As of RoutingTable. @param now The present. @param key The key. @param responsible The peer.
    /// @return What to make of it.
    virtual Belief OnClaim(Time now, const Key& key, const Endpoint& responsible) = 0;
    /// As of RoutingTable. @param now The present. @param key A key. @param responsible Who was
    /// refuted. @return Who is there and nearer.
    virtual std::optional<RingNode> InsteadOf(Time now,
                                              const Key& key,
                                              const Endpoint& responsible) const = 0;
};

/// @param view What a peer knows; must outlive the table. @param judge Judges answers, likewise;
/// null to believe all. @return A routing table that follows the view.
std::unique_ptr<RoutingTable> MakeRingRouting(const RingView& view, AnswerJudge* judge = nullptr);

} // namespace dht

#endif // DHT_RING_ROUTING_H
