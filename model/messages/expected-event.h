/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_EXPECTED_EVENT_H
#define DHT_CC_EXPECTED_EVENT_H

#include "ns3/event-impl.h"

#include <cstddef>
#include <cstdint>

namespace ns3
{

/**
 * @ingroup dht-cc
 * An event that knows what memory it will need. Of very many peers, none is in the cache, and most
 * of the time would pass with waiting. What one part of the memory points to is known once that
 * part is there: so TimingWheelScheduler asks for one after the other, each some events ahead.
 */
class ExpectedEvent : public EventImpl
{
  public:
    /// How many steps that takes.
    static constexpr std::size_t STEPS = 3;

    /// Have what the event needs brought into the cache, as far as that is known from what the step
    /// before has fetched, which may have been left out. @param left Steps that are left after this
    /// one, below STEPS.
    virtual void Expect(std::size_t left) const = 0;
};

/**
 * @ingroup dht-cc
 * Whose events may be expected. They are, as long as there is an owner whose events need more
 * memory than fits into the caches: else it would only take time. Once an owner has gone, so has
 * what its events need, and they may still be there: no scheduler that there is by then looks ahead
 * any more.
 */
class ExpectedEventOwner
{
  public:
    ExpectedEventOwner(const ExpectedEventOwner&) = delete;
    ExpectedEventOwner& operator=(const ExpectedEventOwner&) = delete;

    /// @return How many have gone.
    static uint64_t CountGone()
    {
        return s_gone;
    }

    /// @return Whether there is a large one.
    static bool IsAnyLarge()
    {
        return s_large > 0;
    }

  protected:
    /// @param isLarge Whether what its events need does not fit into the caches.
    explicit ExpectedEventOwner(bool isLarge)
        : m_isLarge(isLarge)
    {
        s_large += isLarge ? 1 : 0;
    }

    ~ExpectedEventOwner()
    {
        ++s_gone;
        s_large -= m_isLarge ? 1 : 0;
    }

  private:
    // the simulator has one thread
    static inline uint64_t s_gone{0};  //!< How many have gone.
    static inline uint64_t s_large{0}; //!< How many large ones there are.

    bool m_isLarge; //!< Whether it is one.
};

} // namespace ns3

#endif // DHT_CC_EXPECTED_EVENT_H
