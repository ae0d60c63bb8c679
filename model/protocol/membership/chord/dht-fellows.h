/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_FELLOWS_H
#define DHT_FELLOWS_H

#include "dht-maintenance-message.h"
#include "dht-ring-node.h"
#include "dht-time.h"

#include <optional>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * Who looks for a place at the same time as a peer.
 */

namespace dht
{

/// Others that ask a peer that has no place itself. They may all have begun at once: then one of
/// them begins the ring, and whoever has its place answers what it was asked before, so that the
/// others need not wait until they ask again.
class Fellows
{
  public:
    /// A question that could not be answered yet.
    struct Question
    {
        Endpoint from;              ///< Who has asked.
        MaintenanceMessage message; ///< The question.
        Time came;                  ///< When it came.
    };

    /// Somebody asks. @param now The present. @param from Whoever asks. @param message The
    /// question.
    void OnQuery(Time now, const Endpoint& from, const MaintenanceMessage& message);
    /// Somebody who asks is known. @param now The present. @param node Who it is.
    void Know(Time now, const RingNode& node);

    /// @param now The present. @return Of those known that have asked lately, the one of the lowest
    /// id; nothing if there is none.
    std::optional<RingNode> Lowest(Time now) const;
    /// @param now The present. @return The questions of those who may still wait for an answer;
    /// they are forgotten.
    std::vector<Question> TakeQuestions(Time now);
    /// Forget all.
    void Clear();

  private:
    /// Somebody who asks.
    struct Fellow
    {
        RingNode node; ///< Who it is.
        Time until;    ///< When it may be gone, unless it asks again.
    };

    std::vector<Fellow> m_fellows;     ///< Those known.
    std::vector<Question> m_questions; ///< One of each who asks, the oldest first.
};

} // namespace dht

#endif // DHT_FELLOWS_H
