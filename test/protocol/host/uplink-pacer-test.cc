/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-uplink-pacer.h"

#include <gtest/gtest.h>

namespace dht
{
namespace
{

constexpr Time kBegin = FromSeconds(100);

TEST(UplinkPacerTest, WhatIsSentLeavesOneAfterTheOther)
{
    UplinkPacer pacer(1000);
    EXPECT_LE(pacer.IdleAt(), kBegin);
    pacer.OnSent(kBegin, 500);
    EXPECT_EQ(pacer.IdleAt(), kBegin + FromSeconds(0.5));
    pacer.OnSent(kBegin + FromSeconds(0.25), 500);
    EXPECT_EQ(pacer.IdleAt(), kBegin + FromSeconds(1));
    pacer.OnSent(kBegin + FromSeconds(10), 100);
    EXPECT_EQ(pacer.IdleAt(), kBegin + FromSeconds(10.1)) << "it has idled, and saves nothing up";
}

TEST(UplinkPacerTest, WhatIsAcknowledgedHasLeft)
{
    UplinkPacer pacer(1000);
    pacer.OnSent(kBegin, 5000);
    pacer.OnUnacknowledged(kBegin, 2000);
    EXPECT_EQ(pacer.IdleAt(), kBegin + FromSeconds(2));
    pacer.OnUnacknowledged(kBegin + FromSeconds(1), 2000);
    EXPECT_EQ(pacer.IdleAt(), kBegin + FromSeconds(2)) << "what is not acknowledged may have left";
    pacer.OnUnacknowledged(kBegin + FromSeconds(1), 0);
    EXPECT_EQ(pacer.IdleAt(), kBegin + FromSeconds(1));
}

TEST(UplinkPacerTest, WhatNobodyAcknowledgesLeavesByTheRate)
{
    UplinkPacer pacer(1000);
    pacer.OnSent(kBegin, 5000);
    pacer.OnDatagram(kBegin, 500);
    EXPECT_EQ(pacer.IdleAt(), kBegin + FromSeconds(5.5));
    pacer.OnUnacknowledged(kBegin, 2000);
    EXPECT_EQ(pacer.IdleAt(), kBegin + FromSeconds(2.5));
    pacer.OnUnacknowledged(kBegin, 0);
    EXPECT_EQ(pacer.IdleAt(), kBegin + FromSeconds(0.5));
    pacer.OnUnacknowledged(kBegin + FromSeconds(0.25), 0);
    EXPECT_EQ(pacer.IdleAt(), kBegin + FromSeconds(0.5)) << "a quarter of it is there still";
    pacer.OnUnacknowledged(kBegin + FromSeconds(1), 0);
    EXPECT_EQ(pacer.IdleAt(), kBegin + FromSeconds(0.5)) << "it idles";
}

} // namespace
} // namespace dht
