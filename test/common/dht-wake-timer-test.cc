/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-present-time.h"
#include "dht-wake-timer.h"

#include "ns3/map-scheduler.h"
#include "ns3/object-factory.h"
#include "ns3/simulator.h"

#include <cstddef>
#include <gtest/gtest.h>
#include <optional>
#include <vector>

/// When a peer is woken, and what that takes.

namespace ns3
{
namespace
{

/// Knows how many events there are that have not been, cancelled ones too.
class CountingScheduler : public MapScheduler
{
  public:
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::CountingScheduler")
                                .SetParent<MapScheduler>()
                                .AddConstructor<CountingScheduler>();
        return tid;
    }

    void Insert(const Event& event) override
    {
        ++s_events;
        MapScheduler::Insert(event);
    }

    Event RemoveNext() override
    {
        --s_events;
        return MapScheduler::RemoveNext();
    }

    static inline std::size_t s_events{0}; //!< How many.
};

/// A timer, and when it has called.
class DhtWakeTimerTest : public testing::Test
{
  protected:
    DhtWakeTimerTest()
    {
        ObjectFactory factory;
        factory.SetTypeId(CountingScheduler::GetTypeId());
        Simulator::SetScheduler(factory);
        CountingScheduler::s_events = 0;
    }

    ~DhtWakeTimerTest() override
    {
        m_timer.reset();
        Simulator::Destroy();
    }

    /// @param at When something happens, in ms. @param time What the timer is set to then, in ms.
    void SetThen(int at, int time)
    {
        Simulator::Schedule(MilliSeconds(at),
                            [this, time] { m_timer->SetAt(std::chrono::milliseconds(time)); });
    }

    std::vector<dht::Time> m_calls; //!< When it has called.
    std::optional<DhtWakeTimer> m_timer{
        [this] { m_calls.push_back(DhtPresent()); }}; //!< The timer.
};

TEST_F(DhtWakeTimerTest, ItCallsAtTheTimeThatWasSetLast)
{
    SetThen(0, 10);
    SetThen(1, 5);
    SetThen(2, 20);
    SetThen(30, 50);
    SetThen(31, 40);
    Simulator::Run();
    const std::vector<dht::Time> expected{std::chrono::milliseconds(20),
                                          std::chrono::milliseconds(40)};
    EXPECT_EQ(m_calls, expected);
}

TEST_F(DhtWakeTimerTest, ItDoesNotCallWhenItIsNotToOrIsGone)
{
    SetThen(0, 10);
    Simulator::Schedule(MilliSeconds(5), [this] { m_timer->SetAt(dht::kNever); });
    SetThen(20, 40);
    SetThen(20, 30);
    Simulator::Schedule(MilliSeconds(25), [this] { m_timer.reset(); });
    Simulator::Run();
    EXPECT_TRUE(m_calls.empty());
}

TEST_F(DhtWakeTimerTest, AtOneInstantItCallsAfterWhatWasScheduledBeforeItWasSetLast)
{
    std::size_t before = 0;
    SetThen(0, 10);
    SetThen(1, 5);
    Simulator::Schedule(MilliSeconds(3), [&] {
        Simulator::Schedule(MilliSeconds(7), [&] { before = m_calls.size(); });
    });
    SetThen(6, 10);
    Simulator::Run();
    const std::vector<dht::Time> expected{std::chrono::milliseconds(5),
                                          std::chrono::milliseconds(10)};
    EXPECT_EQ(m_calls, expected);
    EXPECT_EQ(before, 1U);
}

TEST_F(DhtWakeTimerTest, WhatIsDueTomorrowIsOneEventHoweverOftenSomethingIsDueSooner)
{
    const int tomorrow = 24 * 60 * 60 * 1000;
    const int rounds = 1000;
    for (int round = 0; round < rounds; ++round)
    {
        SetThen(10 * round, 10 * round + 5);
        SetThen(10 * round + 2, tomorrow);
    }
    Simulator::Stop(MilliSeconds(10 * rounds));
    Simulator::Run();
    EXPECT_TRUE(m_calls.empty());
    EXPECT_EQ(CountingScheduler::s_events, 1U);
    Simulator::Run();
    EXPECT_EQ(m_calls, std::vector<dht::Time>{std::chrono::milliseconds(tomorrow)});
}

} // namespace
} // namespace ns3
