/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-congestion-control.h"
#include "dht-peer-context.h"
#include "dht-scheme-registry.h"
#include "link-patience.h"

#include <gtest/gtest.h>

/// How long real peers wait for links.

namespace dht
{
namespace
{

TEST(LinkPatienceTest, ItIsLongerWhereNeighboursDoNotReadUnlessItIsGiven)
{
    const Time usual = PeerOptions().linkPatience;
    for (const std::string& name : SchemeRegistry::Get().Names())
    {
        const Scheme& scheme = SchemeRegistry::Get().Find(name);
        const RelayPolicy policy = scheme.make(scheme.parameters)->Relay();
        const Time expected = name == "back-pressure" ? 4 * usual : usual;
        EXPECT_EQ(LinkPatienceUnder(usual, policy), expected) << name;
        EXPECT_EQ(LinkPatienceUnder(Time(0), policy), Time(0)) << name << ": links are not judged";
        EXPECT_EQ(LinkPatienceUnder(2 * usual, policy), 2 * usual) << name;
    }
}

} // namespace
} // namespace dht
