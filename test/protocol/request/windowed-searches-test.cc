/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "searching-peer.h"

#include <gtest/gtest.h>

/// A window for lookups where endpoints tell ids: whoever is late or names nobody may be passed
/// over.

namespace dht
{
namespace
{

using namespace test::searching;
using test::kNow;

class WindowedSearchesTest : public SearchingPeer
{
  protected:
    /// Begin lookups in a peer with STP's window. @param scheme Its scheme. @param count How many.
    void BeginWindowed(const char* scheme, std::size_t count)
    {
        Begin({5, 20}, 0, scheme, 0, LookupLimit::kStp, count);
    }

    /// Whoever was asked says that it is responsible. @param lookup The question.
    void AcknowledgeBy(const Request& lookup)
    {
        const Endpoint asked = lookup.extras->to;
        Acknowledge(asked, lookup, asked);
    }
};

TEST_F(WindowedSearchesTest, WhatWaitsIsAnsweredByWhoBecomesResponsible)
{
    BeginWindowed("none", 9);
    m_now = kNow + FromSeconds(0.01);
    AcknowledgeBy(m_host.lookups[0]);
    ASSERT_EQ(m_peer->LookupWindow()->InFlight(), 6u);
    m_now = kNow + FromSeconds(1.5);
    m_peer->OnWake(m_now); // all six are late: three are sent again, and three wait
    ASSERT_EQ(m_peer->LookupWindow()->InFlight(), 3u);
    const std::size_t sent = Count();
    m_view->links.Set({});
    m_now += FromSeconds(0.01);
    AcknowledgeBy(Last());
    EXPECT_EQ(Count(), sent);
    EXPECT_EQ(m_peer->Outstanding(), 2u); // the two that are still asking
    EXPECT_EQ(m_peer->LookupWindow()->InFlight(), 2u);
    EXPECT_EQ(Counted().answered, 7u);
    EXPECT_TRUE(m_peer->IdentitiesHold());
}

TEST_F(WindowedSearchesTest, ALookupThatLeadsNowhereBeginsAnewAsItDoesWithoutAWindow)
{
    for (const LookupLimit window : {LookupLimit::kNone, LookupLimit::kStp})
    {
        m_now = kNow;
        m_host = {};
        Begin({5, 20}, 0, "credit", 0, window);
        m_now = kNow + FromSeconds(0.1);
        for (std::size_t before = 0; before < Count();)
        {
            before = Count();
            const Request lookup = Last();
            Redirect(lookup.extras->to, lookup, {PeerAt(30)}); // who is farther
        }
        Wake();
        EXPECT_EQ(Counted().retransmitted, 1u);
        EXPECT_TRUE(Last().extras->to == PeerAt(5));
        const std::uint64_t redundant = Counted().redundantAcks;
        const Request lookup = Last();
        m_now += FromSeconds(0.1);
        Redirect(lookup.extras->to, lookup, {PeerAt(30)});
        EXPECT_EQ(Counted().redundantAcks, redundant);
    }
}

} // namespace
} // namespace dht
