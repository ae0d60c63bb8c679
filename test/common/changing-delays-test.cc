/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "changing-delays.h"
#include "constant-delay.h"

#include <gtest/gtest.h>
#include <memory>

/// Delays that become others.

namespace dht
{
namespace
{

TEST(ChangingDelaysTest, EachDelayGoesAlongTheLineToTheLaterOne)
{
    ChangingDelays delays(std::make_unique<ConstantDelay>(FromSeconds(0.02)),
                          std::make_unique<ConstantDelay>(FromSeconds(0.1)));
    EXPECT_EQ(delays.Get(0, 1), FromSeconds(0.02));
    EXPECT_EQ(delays.Least(), FromSeconds(0.02));
    delays.SetShare(0.25);
    EXPECT_NEAR(ToSeconds(delays.Get(0, 1)), 0.04, 1e-9);
    delays.SetShare(1);
    EXPECT_NEAR(ToSeconds(delays.Get(1, 0)), 0.1, 1e-9);
    delays.SetShare(0);
    EXPECT_EQ(delays.Get(0, 1), FromSeconds(0.02));
}

} // namespace
} // namespace dht
