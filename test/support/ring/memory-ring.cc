/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "memory-ring.h"

#include <gtest/gtest.h>

namespace dht
{
namespace test
{

Ring
HashedRing(std::size_t count)
{
    std::vector<std::string> names;
    for (std::size_t i = 0; i < count; ++i)
    {
        names.push_back("peer-" + std::to_string(i));
    }
    return Ring::Hashed(names);
}

RingDigest::RingDigest(MemoryNet& ring)
{
    for (std::size_t peer = 0; peer < ring.Size(); ++peer)
    {
        ring.SetObserver(peer, &m_observers.emplace_back(m_digest, peer));
    }
}

std::uint64_t
RingDigest::Get() const
{
    return m_digest;
}

const std::vector<Key>&
RingDigest::IssuedKeys(std::size_t peer) const
{
    return m_observers.at(peer).IssuedKeys();
}

void
ExpectDrained(const MemoryNet& ring)
{
    EXPECT_EQ(ring.Violations(), 0u);
    EXPECT_EQ(ring.Outstanding() + ring.Queued() + ring.OnTheWay(), 0u);
}

} // namespace test
} // namespace dht
