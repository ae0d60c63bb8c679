/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "expected-event.h"
#include "timing-wheel-scheduler.h"

#include "ns3/map-scheduler.h"

#include <algorithm>
#include <ctime>
#include <gtest/gtest.h>
#include <random>
#include <set>
#include <utility>
#include <vector>

/// Against ns-3's own scheduler.

namespace ns3
{
namespace
{

/// When it begins, and how far ahead events are, in bits of ticks at the most.
class TimingWheelSchedulerTest : public testing::TestWithParam<std::pair<uint64_t, uint32_t>>
{
  protected:
    /// Let the next event be, in both schedulers.
    void RemoveNext()
    {
        EXPECT_EQ(m_wheel->PeekNext(), m_reference->PeekNext());
        const Scheduler::Event next = m_reference->RemoveNext();
        EXPECT_EQ(m_wheel->RemoveNext(), next);
        m_now = next.key.m_ts;
        m_pending.erase(next);
    }

    /// Insert an event into both. @param event The event.
    void Insert(const Scheduler::Event& event)
    {
        m_wheel->Insert(event);
        m_reference->Insert(event);
        m_pending.insert(event);
    }

    /// Remove some event before its time, from both. @param time About when it is.
    void RemoveAt(uint64_t time)
    {
        const auto found = m_pending.lower_bound({nullptr, {time, 0, 0}});
        if (found != m_pending.end())
        {
            m_wheel->Remove(*found);
            m_reference->Remove(*found);
            m_pending.erase(found);
        }
    }

    const Ptr<Scheduler> m_wheel = CreateObject<TimingWheelScheduler>(); //!< Tested.
    const Ptr<Scheduler> m_reference = CreateObject<MapScheduler>();     //!< ns-3's own.
    std::set<Scheduler::Event> m_pending;                                //!< In both.
    uint64_t m_now{GetParam().first};                                    //!< The present.
};

TEST_P(TimingWheelSchedulerTest, HasTheOrderOfNs3sOwn)
{
    std::mt19937_64 engine(1);
    const auto below = [&engine](uint64_t end) { return static_cast<uint64_t>(engine() % end); };
    // near and far, and often at the same time as others
    const auto ahead = [&] { return m_now + below(uint64_t{1} << below(GetParam().second + 1)); };
    for (uint32_t uid = 1; uid < 50000 && !HasFailure(); ++uid)
    {
        // even what is before the event that was just looked at
        Insert({nullptr, {ahead(), uid, 7}});
        EXPECT_EQ(m_wheel->PeekNext(), m_reference->PeekNext());
        if (below(5) == 0)
        {
            RemoveAt(ahead());
        }
        // in bursts
        for (uint64_t i = uid / 3000 % 2 == 0 ? 0 : below(4); i > 0 && !m_pending.empty(); --i)
        {
            RemoveNext();
        }
        ASSERT_EQ(m_wheel->IsEmpty(), m_pending.empty());
    }
    while (!m_pending.empty() && !HasFailure())
    {
        RemoveNext();
    }
    EXPECT_TRUE(m_wheel->IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(Ahead,
                         TimingWheelSchedulerTest,
                         testing::Values(std::pair(0, 0),
                                         std::pair(0, 5),
                                         std::pair(1000000, 20),
                                         std::pair(0, 35),
                                         std::pair(uint64_t{1} << 63, 50)));

TEST(TimingWheelSchedulerRemovalTest, RemovesEventsBeforeTheirTime)
{
    const auto wheel = CreateObject<TimingWheelScheduler>();
    std::vector<Scheduler::Event> events;
    for (uint32_t uid = 1; uid <= 1000; ++uid)
    {
        events.push_back({nullptr, {uid * uint64_t{3700000} % 99999999, uid, 0}});
        wheel->Insert(events.back());
    }
    std::sort(events.begin(), events.end());
    // some are near then, and others are not
    ASSERT_EQ(wheel->RemoveNext(), events.front());
    std::vector<Scheduler::Event> left;
    for (std::size_t place = 1; place < events.size(); ++place)
    {
        if (place % 3 == 0)
        {
            wheel->Remove(events[place]);
        }
        else
        {
            left.push_back(events[place]);
        }
    }
    for (const Scheduler::Event& event : left)
    {
        EXPECT_EQ(wheel->PeekNext(), event);
        EXPECT_EQ(wheel->RemoveNext(), event);
    }
    EXPECT_TRUE(wheel->IsEmpty());
}

/// Where there are few events, far ones are taken near early. What comes in between must not all be
/// near, or each one would move thousands of others, which would take minutes.
TEST(TimingWheelSchedulerBurstTest, ABurstBeforeAFarEventHasItsSlots)
{
    const auto wheel = CreateObject<TimingWheelScheduler>();
    constexpr uint64_t far = uint64_t{1} << 50;
    constexpr uint32_t burst = 200000;
    wheel->Insert({nullptr, {1, 1, 0}});
    wheel->Insert({nullptr, {far, 2, 0}});
    EXPECT_EQ(wheel->RemoveNext().key.m_ts, 1u);
    std::mt19937_64 engine(1);
    const std::clock_t begin = std::clock();
    for (uint32_t uid = 3; uid < 3 + burst; ++uid)
    {
        wheel->Insert({nullptr, {2 + engine() % (far - 2), uid, 0}});
    }
    uint64_t last = 0;
    for (uint32_t i = 0; i < burst; ++i)
    {
        const uint64_t time = wheel->RemoveNext().key.m_ts;
        ASSERT_GE(time, last);
        last = time;
    }
    EXPECT_LT(static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC, 3);
    EXPECT_EQ(wheel->RemoveNext().key.m_ts, far);
    EXPECT_TRUE(wheel->IsEmpty());
}

/// Few far events are near early; then bursts come before them, and before those.
TEST(TimingWheelSchedulerBurstTest, BurstsBeforeEventsThatWereNearEarlyComeInOrder)
{
    std::mt19937_64 engine(2);
    for (unsigned bits = 8; bits < 56; ++bits)
    {
        const auto wheel = CreateObject<TimingWheelScheduler>();
        std::set<Scheduler::EventKey> keys;
        const auto insert = [&](uint64_t time) {
            const auto uid = static_cast<uint32_t>(keys.size() + 1);
            keys.insert({time, uid, 0});
            wheel->Insert({nullptr, {time, uid, 0}});
        };
        insert(1);
        const uint64_t far = uint64_t{1} << bits;
        for (const int count : {20, 200, 100, 300})
        {
            // the last burst is before all
            const uint64_t begin = count == 300 ? 2 : far;
            const uint64_t span = count == 300 ? far - 2 : std::max<uint64_t>(far >> 6, 1);
            for (int i = 0; i < count; ++i)
            {
                insert(begin + engine() % span);
            }
            if (count == 200)
            {
                EXPECT_EQ(wheel->RemoveNext().key.m_ts, 1u);
            }
        }
        keys.erase(keys.begin());
        // one that a burst may have displaced
        const auto last = std::prev(keys.end());
        wheel->Remove({nullptr, *last});
        keys.erase(last);
        for (const auto& key : keys)
        {
            ASSERT_TRUE(wheel->RemoveNext().key == key) << bits;
        }
        EXPECT_TRUE(wheel->IsEmpty());
    }
}

/// Writes down for which of its steps it is asked.
class WatchedEvent final : public ExpectedEvent
{
  public:
    void Expect(std::size_t left) const override
    {
        m_steps.push_back(left);
    }

    /// @return Steps that were left whenever it was asked.
    const std::vector<std::size_t>& Steps() const
    {
        return m_steps;
    }

    /// @return Whether it was asked for each step once, in their order.
    bool WasExpected() const
    {
        return m_steps == std::vector<std::size_t>{2, 1, 0};
    }

  private:
    void Notify() override
    {
    }

    mutable std::vector<std::size_t> m_steps; //!< Those that were left.
};

/// Knows nothing of what it will need.
class OtherEvent final : public EventImpl
{
    void Notify() override
    {
    }
};

/// Owns some.
class SomeOwner : public ExpectedEventOwner
{
  public:
    /// @param isLarge Whether they need much memory.
    explicit SomeOwner(bool isLarge)
        : ExpectedEventOwner(isLarge)
    {
    }
};

/// @param ticks Between two events, on average. @return The share of those events that may be
/// expected which were.
double
ShareExpected(uint64_t ticks)
{
    const SomeOwner owner(true);
    const auto wheel = CreateObject<TimingWheelScheduler>();
    std::mt19937_64 engine(1);
    constexpr uint32_t count = 20000;
    std::vector<Ptr<EventImpl>> events;
    for (uint32_t uid = 1; uid <= count; ++uid)
    {
        events.push_back(uid % 2 == 0 ? Ptr<EventImpl>(Create<OtherEvent>())
                                      : Ptr<EventImpl>(Create<WatchedEvent>()));
        wheel->Insert({PeekPointer(events.back()), {engine() % (count * ticks), uid, 0}});
    }
    uint32_t watched = 0;
    uint32_t expected = 0;
    while (!wheel->IsEmpty())
    {
        const auto* const event = dynamic_cast<const WatchedEvent*>(wheel->RemoveNext().impl);
        watched += event ? 1 : 0;
        expected += event && event->WasExpected() ? 1 : 0;
    }
    EXPECT_EQ(watched, count / 2);
    return static_cast<double>(expected) / watched;
}

TEST(ExpectedEventTest, AllStepsAreTakenBeforeMostEvents)
{
    // few or many are in the slots, but never far more than are near at once
    for (unsigned bits = 0; bits < 36; ++bits)
    {
        EXPECT_GT(ShareExpected(uint64_t{1} << bits), 0.9) << bits;
    }
}

TEST(ExpectedEventTest, OneThatComesBetweenMissesOnlyEarlierSteps)
{
    const SomeOwner owner(true);
    const auto wheel = CreateObject<TimingWheelScheduler>();
    std::vector<Ptr<OtherEvent>> others;
    for (uint32_t uid = 1; uid <= 100; ++uid)
    {
        others.push_back(Create<OtherEvent>());
        wheel->Insert({PeekPointer(others.back()), {1000 + uid, uid, 0}});
    }
    wheel->RemoveNext();
    const auto late = Create<WatchedEvent>();
    wheel->Insert({PeekPointer(late), {1010, 200, 0}});
    while (wheel->RemoveNext().key.m_uid != 200)
    {
    }
    EXPECT_EQ(late->Steps(), std::vector<std::size_t>{0});
}

TEST(ExpectedEventTest, PlacesWithoutAnEventNeedNothing)
{
    const SomeOwner owner(true);
    const auto wheel = CreateObject<TimingWheelScheduler>();
    for (uint32_t uid = 1; uid <= 50; ++uid)
    {
        wheel->Insert({nullptr, {uid, uid, 0}});
    }
    for (uint32_t uid = 1; uid <= 50; ++uid)
    {
        EXPECT_EQ(wheel->RemoveNext().key.m_uid, uid);
    }
}

/// @param wheel A scheduler. @return Whether an event with many before it is expected there.
bool
Expects(const Ptr<TimingWheelScheduler>& wheel)
{
    std::vector<Ptr<WatchedEvent>> events;
    for (uint32_t uid = 1; uid <= 50; ++uid)
    {
        events.push_back(Create<WatchedEvent>());
        wheel->Insert({PeekPointer(events.back()), {1000 + uid, uid, 0}});
    }
    for (uint32_t uid = 1; uid <= 50; ++uid)
    {
        wheel->RemoveNext();
    }
    return events.back()->WasExpected();
}

TEST(ExpectedEventTest, NobodyIsAskedOnceAnOwnerHasGone)
{
    const SomeOwner large(true);
    const auto before = CreateObject<TimingWheelScheduler>();
    {
        const SomeOwner gone(false);
    }
    EXPECT_FALSE(Expects(before));
    EXPECT_TRUE(Expects(CreateObject<TimingWheelScheduler>()));
}

TEST(ExpectedEventTest, NobodyIsAskedIfAllFitsIntoTheCaches)
{
    const SomeOwner small(false);
    EXPECT_FALSE(Expects(CreateObject<TimingWheelScheduler>()));
    const SomeOwner large(true);
    EXPECT_TRUE(Expects(CreateObject<TimingWheelScheduler>()));
}

} // namespace
} // namespace ns3
