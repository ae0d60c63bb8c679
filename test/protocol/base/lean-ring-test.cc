/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-lean-ring.h"
#include "dht-mersenne-random.h"

#include <cstddef>
#include <deque>
#include <gtest/gtest.h>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace dht
{
namespace
{

/// An element that has memory of its own, which is lost or given back twice if the ring errs.
using Element = std::shared_ptr<const int>;

TEST(LeanRingTest, AnEmptyOneTakesAPointer)
{
    const LeanRing<std::string> ring;
    EXPECT_TRUE(ring.IsEmpty());
    EXPECT_EQ(ring.Size(), 0U);
    EXPECT_EQ(sizeof(ring), sizeof(void*));
}

/// Random operations, compared with those of a deque.
TEST(LeanRingTest, BehavesAsADeque)
{
    constexpr std::size_t most = 9;
    MersenneRandom random(1);
    const auto below = [&random](std::size_t end) {
        return static_cast<std::size_t>(random.Uniform() * static_cast<double>(end));
    };
    LeanRing<Element> ring;
    std::deque<Element> expected;
    for (int i = 0; i < 20000; ++i)
    {
        // longer than it is meant to be, too, and now and then empty
        const double end = i % 500 < 250 ? 0.7 : 0.3;
        if (expected.empty() || random.Uniform() < end)
        {
            const auto element = std::make_shared<const int>(i);
            const std::size_t place = i % 2 == 0 ? expected.size() : below(expected.size() + 1);
            ring.Insert(element, place, most);
            expected.insert(expected.begin() + static_cast<std::ptrdiff_t>(place), element);
        }
        else
        {
            const std::size_t place = i % 2 == 0 ? 0 : below(expected.size());
            ASSERT_EQ(ring.Take(place), expected[place]);
            expected.erase(expected.begin() + static_cast<std::ptrdiff_t>(place));
        }
        ASSERT_EQ(ring.Size(), expected.size());
        ASSERT_EQ(ring.IsEmpty(), expected.empty());
        ASSERT_LE(ring.Capacity(), 4 * expected.size());
        for (std::size_t place = 0; place < expected.size(); ++place)
        {
            ASSERT_EQ(ring[place], expected[place]);
            ASSERT_EQ(expected[place].use_count(), 2) << "there is no further copy";
        }
    }
}

TEST(LeanRingTest, MemoryDoublesUpToWhatItIsToHaveAtTheMost)
{
    LeanRing<Element> ring;
    std::vector<std::size_t> capacities;
    for (int i = 0; i < 7; ++i)
    {
        ring.Insert(nullptr, ring.Size(), 5);
        capacities.push_back(ring.Capacity());
    }
    // beyond it, nothing is kept for more
    EXPECT_EQ(capacities, (std::vector<std::size_t>{1, 2, 4, 4, 5, 6, 7}));
}

/// An element of which only some copies may be made.
struct Rare
{
    explicit Rare(Element element, int& copies)
        : element(std::move(element)),
          copies(&copies)
    {
    }

    Rare(const Rare& other)
        : element(other.element),
          copies(other.copies)
    {
        if (--*copies < 0)
        {
            throw std::length_error("no more copies");
        }
    }

    Rare(Rare&& other) noexcept = default;
    Rare& operator=(Rare&& other) noexcept = default;
    ~Rare() = default;

    Element element; ///< What is lost if the ring errs.
    int* copies;     ///< Copies that may still be made.
};

TEST(LeanRingTest, ACopyThatThrowsLeavesNothing)
{
    int copies = 2;
    const auto element = std::make_shared<const int>(1);
    LeanRing<Rare> ring;
    for (int i = 0; i < 4; ++i)
    {
        ring.PushBack(Rare(element, copies));
    }
    EXPECT_THROW(LeanRing<Rare>{ring}, std::length_error);
    EXPECT_EQ(element.use_count(), 5);
}

TEST(LeanRingTest, CopiesAreOfTheirOwn)
{
    LeanRing<Element> ring;
    const auto element = std::make_shared<const int>(1);
    ring.PushBack(element);
    ring.PushBack(element);
    const LeanRing<Element> copy = ring;
    EXPECT_EQ(element.use_count(), 5);
    const LeanRing<Element> moved = std::move(ring);
    EXPECT_EQ(element.use_count(), 5);
    EXPECT_EQ(copy.Size(), 2U);
    EXPECT_EQ(moved.Size(), 2U);
}

} // namespace
} // namespace dht
