/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-raw-bytes.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <stdexcept>
#include <vector>

/// Values as bytes, for another process of the same program.

namespace
{

/// @return Some values as bytes.
std::string
SomeBytes()
{
    dht::RawWriter writer;
    writer.Put(std::uint8_t{7});
    writer.Put(std::vector<double>{0.1, -2});
    writer.Put(std::vector<int>{});
    writer.Put(1.5);
    return writer.Bytes();
}

TEST(RawBytesTest, WhatIsWrittenIsRead)
{
    const std::string bytes = SomeBytes();
    dht::RawReader reader(bytes);
    std::uint8_t small = 0;
    std::vector<double> some;
    std::vector<int> none{1};
    double last = 0;
    reader.Get(small);
    reader.Get(some);
    reader.Get(none);
    reader.Get(last);
    EXPECT_EQ(small, 7);
    EXPECT_EQ(some, (std::vector<double>{0.1, -2}));
    EXPECT_TRUE(none.empty());
    EXPECT_EQ(last, 1.5);
    EXPECT_THROW(reader.Get(small), std::runtime_error) << "there is no more";
}

TEST(RawBytesTest, TooFewBytesAreFoundOut)
{
    const std::string bytes = SomeBytes().substr(0, 20);
    dht::RawReader reader(bytes);
    std::uint8_t small = 0;
    std::vector<double> some;
    reader.Get(small);
    EXPECT_THROW(reader.Get(some), std::runtime_error);
}

} // namespace
