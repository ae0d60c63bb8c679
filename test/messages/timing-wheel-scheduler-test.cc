/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "expected-event.h"
#include "timing-wheel-scheduler.h"

#include "ns3/map-scheduler.h"

#include <algorithm>
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

/// An event, by its uid, and how many steps were left when it was expected.
using Step = std::pair<uint32_t, std::size_t>;

/// Tells when it is expected.
class ToldEvent final : public ExpectedEvent
{
  public:
    /// @param uid Its number. @param steps Where it tells.
    ToldEvent(uint32_t uid, std::vector<Step>& steps)
        : m_uid(uid),
          m_steps(steps)
    {
    }

    void Expect(std::size_t left) const override
    {
        m_steps.emplace_back(m_uid, left);
    }

  private:
    void Notify() override
    {
    }

    uint32_t m_uid;             //!< Its number.
    std::vector<Step>& m_steps; //!< Where it tells.
};

/// Does not.
class UntoldEvent final : public EventImpl
{
    void Notify() override
    {
    }
};

/// Some events, and what they tell.
class ExpectedEventTest : public testing::Test
{
  protected:
    /// @param time When an event is. @param isTold Whether it tells when it is expected; uids rise.
    void Insert(uint64_t time, bool isTold = true)
    {
        const auto uid = static_cast<uint32_t>(m_events.size() + 1);
        m_events.push_back(isTold ? Ptr<EventImpl>(new ToldEvent(uid, m_steps), false)
                                  : Ptr<EventImpl>(new UntoldEvent, false));
        m_wheel->Insert({PeekPointer(m_events.back()), {time, uid, 0}});
    }

    /// @return What was expected when the next event was removed, the nearest first.
    std::vector<Step> RemoveNext()
    {
        m_steps.clear();
        m_wheel->RemoveNext();
        return m_steps;
    }

    const Ptr<Scheduler> m_wheel = CreateObject<TimingWheelScheduler>(); //!< Tested.
    std::vector<Step> m_steps;            //!< Since the last removal.
    std::vector<Ptr<EventImpl>> m_events; //!< Keeps them.
};

TEST_F(ExpectedEventTest, EachTakesItsStepsWhileThoseBeforeItAreRemoved)
{
    for (uint64_t time = 1001; time <= 1005; ++time)
    {
        Insert(time);
    }
    EXPECT_EQ(RemoveNext(), (std::vector<Step>{{2, 0}, {3, 1}, {4, 2}}));
    EXPECT_EQ(RemoveNext(), (std::vector<Step>{{3, 0}, {4, 1}, {5, 2}}));
    EXPECT_EQ(RemoveNext(), (std::vector<Step>{{4, 0}, {5, 1}}));
    EXPECT_EQ(RemoveNext(), (std::vector<Step>{{5, 0}}));
    EXPECT_EQ(RemoveNext(), (std::vector<Step>{}));
}

TEST_F(ExpectedEventTest, OthersMayComeBetweenAndNeedNotTell)
{
    Insert(970);
    Insert(980, false);
    Insert(990);
    Insert(1000);
    EXPECT_EQ(RemoveNext(), (std::vector<Step>{{3, 1}, {4, 2}}));
    Insert(985);
    EXPECT_EQ(RemoveNext(), (std::vector<Step>{{5, 0}, {3, 1}, {4, 2}}));
    EXPECT_EQ(RemoveNext(), (std::vector<Step>{{3, 0}, {4, 1}}));
}

} // namespace
} // namespace ns3
