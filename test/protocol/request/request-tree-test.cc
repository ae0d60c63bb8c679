/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-mersenne-random.h"
#include "dht-request-tree.h"

#include <cstdint>
#include <gtest/gtest.h>

namespace dht
{
namespace
{

std::uint64_t g_compared = 0;

/// An instant that counts how often any two are compared.
struct CountedTime
{
    Time time{kNever}; ///< The instant.

    CountedTime() = default;

    CountedTime(Time time)
        : time(time)
    {
    }

    friend bool operator<(const CountedTime& one, const CountedTime& other)
    {
        ++g_compared;
        return one.time < other.time;
    }

    friend bool operator==(const CountedTime& one, const CountedTime& other)
    {
        ++g_compared;
        return one.time == other.time;
    }

    friend bool operator!=(const CountedTime& one, const CountedTime& other)
    {
        return !(one == other);
    }
};

/// When to send a request again.
struct CountedTransmission
{
    CountedTime retry; ///< The time of its next transmission.

    CountedTime Retry() const
    {
        return retry;
    }
};

/// As much of a request as the tree has to know.
struct CountedRequest
{
    std::uint64_t id{0};              ///< Its id.
    CountedTransmission transmission; ///< When to send it again.
};

/// A source that has so many requests outstanding as its parameter says, and goes on.
class RequestTreeWorkTest : public testing::TestWithParam<std::uint64_t>
{
  protected:
    /// Issue a request. @param retry When to send it again.
    void Issue(Time retry)
    {
        EXPECT_TRUE(m_tree.Insert({m_next++, {retry}}));
    }

    /// @param end Beyond what comes. @return A whole number from 0.
    std::uint64_t Below(std::uint64_t end)
    {
        return static_cast<std::uint64_t>(m_random.Uniform() * static_cast<double>(end));
    }

    /// @tparam Step What happens. @param step The same, is done many times. @return Comparisons for
    /// each.
    template <typename Step>
    static double WorkOf(Step step)
    {
        constexpr int steps = 2000;
        const std::uint64_t before = g_compared;
        for (int i = 0; i < steps; ++i)
        {
            step();
        }
        return static_cast<double>(g_compared - before) / steps;
    }

    /// What is compared for a request at the most: the root, and some nodes below it.
    static constexpr double kLittle = 200;

    RequestTree<CountedRequest> m_tree;
    std::uint64_t m_next{1};
    MersenneRandom m_random{1};
};

TEST_P(RequestTreeWorkTest, ARequestThatEndsIsFoundWithoutLookingAtTheOthers)
{
    for (std::uint64_t i = 0; i < GetParam(); ++i)
    {
        Issue(kNever);
    }
    const auto work = WorkOf([this] {
        EXPECT_TRUE(m_tree.Take(m_tree.First().id));
        Issue(kNever);
        EXPECT_EQ(m_tree.EarliestRetry().time, kNever);
    });
    EXPECT_LT(work, kLittle);
}

TEST_P(RequestTreeWorkTest, SoIsOneThatIsToBeSentAgain)
{
    const auto later = [this] { return Time(static_cast<Time::rep>(m_next + Below(1000000))); };
    for (std::uint64_t i = 0; i < GetParam(); ++i)
    {
        Issue(later());
    }
    const auto work = WorkOf([&] {
        CountedRequest first = m_tree.FirstToRetry();
        EXPECT_TRUE(m_tree.Take(first.id));
        first.transmission.retry = later();
        EXPECT_TRUE(m_tree.Insert(first));
    });
    EXPECT_LT(work, kLittle);
}

TEST_P(RequestTreeWorkTest, SoIsOneThatIsAnswered)
{
    for (std::uint64_t i = 0; i < GetParam(); ++i)
    {
        Issue(Time(1));
    }
    const auto work = WorkOf([this] {
        m_tree.Take(m_next - 1 - Below(GetParam()));
        Issue(Time(1));
    });
    EXPECT_LT(work, kLittle);
}

INSTANTIATE_TEST_SUITE_P(Outstanding,
                         RequestTreeWorkTest,
                         testing::Values(10, 1000, 16384, 200000));

} // namespace
} // namespace dht
