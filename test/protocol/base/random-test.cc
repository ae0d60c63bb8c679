/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-random.h"
#include "memory-ring.h"

#include <array>
#include <cmath>
#include <gtest/gtest.h>
#include <set>

namespace dht
{
namespace
{

/// Repeats one number and counts how often it was asked for.
class Constant : public Random
{
  public:
    explicit Constant(double value)
        : m_value(value)
    {
    }

    double Uniform() override
    {
        ++m_calls;
        return m_value;
    }

    int Calls() const
    {
        return m_calls;
    }

  private:
    double m_value;
    int m_calls{0};
};

TEST(RandomTest, EachDrawTakesTheDocumentedNumberOfNumbers)
{
    Constant random(0.5);
    DrawExponential(random, 1);
    EXPECT_EQ(random.Calls(), 1);
    DrawBits(random);
    EXPECT_EQ(random.Calls(), 3);
    DrawKey(random);
    EXPECT_EQ(random.Calls(), 8);
}

TEST(RandomTest, TheLeastAndTheGreatestNumberAreInRange)
{
    Constant least(0);
    Constant greatest(std::nextafter(1.0, 0.0));
    EXPECT_EQ(DrawBits(least), 0u);
    EXPECT_EQ(DrawBits(greatest), ~std::uint64_t{0});
    EXPECT_EQ(DrawKey(least), Key(0));
    EXPECT_EQ(DrawKey(greatest), Key(0) - Key(1));
    EXPECT_EQ(DrawExponential(least, 3), 0);
    EXPECT_TRUE(std::isfinite(DrawExponential(greatest, 3)));
    EXPECT_GT(DrawExponential(greatest, 3), 3 * 36);
}

TEST(RandomTest, ExponentialNumbersHaveTheirMeanAndDeviation)
{
    test::MersenneRandom random(7);
    constexpr int count = 100000;
    double sum = 0;
    double squares = 0;
    for (int i = 0; i < count; ++i)
    {
        const double x = DrawExponential(random, 0.25);
        ASSERT_GE(x, 0);
        sum += x;
        squares += x * x;
    }
    const double mean = sum / count;
    // the standard error of the mean is 0.3%, that of the deviation 0.5%
    EXPECT_NEAR(mean, 0.25, 0.25 * 0.015);
    EXPECT_NEAR(std::sqrt(squares / count - mean * mean), 0.25, 0.25 * 0.025);
}

TEST(RandomTest, EveryBitOfAKeyIsSetHalfOfTheTime)
{
    test::MersenneRandom random(8);
    constexpr int count = 10000;
    std::array<int, kKeyBits> set{};
    for (int i = 0; i < count; ++i)
    {
        const Key key = DrawKey(random);
        for (unsigned bit = 0; bit < kKeyBits; ++bit)
        {
            set[bit] += key.Bit(bit);
        }
    }
    for (unsigned bit = 0; bit < kKeyBits; ++bit)
    {
        // the standard deviation is 50
        EXPECT_NEAR(set[bit], count / 2, 250) << "bit " << bit;
    }
}

TEST(RandomTest, BitsRarelyRepeat)
{
    test::MersenneRandom random(9);
    std::set<std::uint64_t> seen;
    for (int i = 0; i < 10000; ++i)
    {
        EXPECT_TRUE(seen.insert(DrawBits(random)).second);
    }
}

} // namespace
} // namespace dht
