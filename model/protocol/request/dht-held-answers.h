/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_HELD_ANSWERS_H
#define DHT_HELD_ANSWERS_H

#include "dht-outstanding-request.h"

#include <memory>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * Answers that wait until it is known whether to believe them.
 */

namespace dht
{

/// An answer that is held until others vouch for it.
struct HeldAnswer
{
    OutstandingRequest own; ///< The request.
    OverlayAck ack;         ///< The answer held back.
    Time until;             ///< When to decide at the latest.
};

/// The answers that a peer holds, by the time when to decide. Few peers ever hold one.
class HeldAnswers
{
  public:
    /// @param answer An answer to hold.
    void Add(HeldAnswer answer);
    /// @return All, which are held no longer.
    std::vector<HeldAnswer> TakeAll();
    /// @return How many there are.
    std::size_t Size() const;
    /// @return When to decide on the first one; kNever if there is none.
    Time NextEnd() const;

  private:
    std::unique_ptr<std::vector<HeldAnswer>> m_answers; ///< By their ends; null if there is none.
};

} // namespace dht

#endif // DHT_HELD_ANSWERS_H
