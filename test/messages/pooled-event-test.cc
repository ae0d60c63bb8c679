/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "pooled-event.h"

#include "ns3/ptr.h"

#include <array>
#include <cstdint>
#include <gtest/gtest.h>
#include <iterator>
#include <set>
#include <vector>

/// Memory of events.

namespace ns3
{
namespace
{

/// An event with something in it.
class SomeEvent : public PooledEvent<SomeEvent>
{
  private:
    void Expect(std::size_t /* left */) const override
    {
    }

    void Notify() override
    {
    }

    std::array<uint64_t, 9> m_content{}; //!< As much as a message.
};

TEST(PooledEventTest, MemoryIsUsedAgain)
{
    const EventImpl* ended = nullptr;
    {
        const auto event = Create<SomeEvent>();
        ended = PeekPointer(event);
    }
    const auto next = Create<SomeEvent>();
    EXPECT_EQ(PeekPointer(next), ended);
}

TEST(PooledEventTest, EventsHavePlacesOfTheirOwn)
{
    std::vector<Ptr<SomeEvent>> events;
    std::set<const EventImpl*> places;
    for (int i = 0; i < 2000; ++i)
    {
        events.push_back(Create<SomeEvent>());
        places.insert(PeekPointer(events.back()));
    }
    EXPECT_EQ(places.size(), events.size());
    // side by side: nothing is lost between them
    const auto distance = reinterpret_cast<uintptr_t>(*std::next(places.begin())) -
                          reinterpret_cast<uintptr_t>(*places.begin());
    EXPECT_EQ(distance, sizeof(SomeEvent));
}

} // namespace
} // namespace ns3
