/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-key.h"
#include "dht-repair-limits.h"

#include <gtest/gtest.h>

/// What keeps repair from taking all of a peer's time.

namespace dht
{
namespace
{

TEST(PatienceTest, WhatFailsOftenAtOnceWaitsOnce)
{
    Patience<Key> patience;
    for (int i = 0; i < 20; ++i)
    {
        patience.Fail(FromSeconds(1), Key(1), FromSeconds(10));
    }
    EXPECT_TRUE(patience.IsWaiting(FromSeconds(10), Key(1)));
    EXPECT_FALSE(patience.IsWaiting(FromSeconds(11), Key(1)));
    patience.Fail(FromSeconds(11), Key(1), FromSeconds(10));
    EXPECT_TRUE(patience.IsWaiting(FromSeconds(30), Key(1)));
    EXPECT_FALSE(patience.IsWaiting(FromSeconds(31), Key(1)));
}

} // namespace
} // namespace dht
