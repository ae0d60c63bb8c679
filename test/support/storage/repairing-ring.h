/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_TEST_REPAIRING_RING_H
#define DHT_CC_TEST_REPAIRING_RING_H

#include "dht-key-range.h"
#include "random-block.h"
#include "storage-world.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <optional>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup dht-cc-tests
 * A ring whose peers repair what they hold.
 */

namespace dht
{
namespace test
{

/// Peers of the ring.
constexpr std::size_t kRepairers = 40;
/// Of a block.
constexpr std::size_t kHolders = 14;
/// In which each holder is compared once.
constexpr Time kRound = std::chrono::minutes(1);

/// @param interval In which each holder is compared once. @return What a world is like whose peers
/// repair.
inline StorageWorldOptions
Repairing(Time interval = kRound)
{
    StorageWorldOptions options;
    options.storage.repairInterval = interval;
    return options;
}

/// @param peers How many. @return A ring of them, at uneven places.
inline Ring
UnevenRing(std::size_t peers)
{
    std::vector<std::string> names;
    for (std::size_t i = 0; i < peers; ++i)
    {
        names.push_back("repairer-" + std::to_string(i));
    }
    return Ring::Hashed(names);
}

/// @tparam Body What somebody says. @param world A world. @return How often that has arrived.
template <typename Body>
std::size_t
Arrived(const StorageWorld& world)
{
    return static_cast<std::size_t>(
        std::count_if(world.sent.begin(), world.sent.end(), [](const StorageWorld::Sent& sent) {
            return BodyOf<Body>(sent.message) != nullptr;
        }));
}

/// A ring in which some blocks were put.
class RepairingRing : public testing::Test
{
  protected:
    /// Put blocks. @param count How many. @param size Bytes of each.
    void Put(std::size_t count, std::size_t size = 8192)
    {
        for (std::uint64_t i = 0; i < count; ++i)
        {
            m_blocks.push_back(RandomBlock(size, i));
            const PutReport put = m_world.Put(i % kRepairers, m_blocks.back());
            EXPECT_EQ(put.holders, kHolders);
            m_keys.push_back(put.key);
        }
        m_world.sent.clear();
    }

    /// Let repair begin, as a host does that has put its peer into a ring.
    void Start()
    {
        for (std::size_t peer = 0; peer < kRepairers; ++peer)
        {
            m_world.StorageAt(peer).OnWake(m_world.Now());
        }
    }

    /// @param key A key. @param i Which holder. @return Its fragment.
    std::optional<Fragment> At(const Key& key, std::size_t i)
    {
        return m_world.DiskAt(m_world.HoldersOf(key, kHolders)[i]).Get(m_world.Now(), key);
    }

    /// A holder loses a fragment. @param key Its block's key. @param i Which holder.
    void Lose(const Key& key, std::size_t i)
    {
        m_world.DiskAt(m_world.HoldersOf(key, kHolders)[i]).Remove(key);
    }

    /// All that somebody says of what it holds is that it is something else, down to ranges that
    /// have no parts. @param world A world. @param liar The place of the peer that says so.
    void RambleAs(StorageWorld& world, std::size_t liar)
    {
        world.change = [this, liar](std::size_t from, std::size_t to, StorageMessage& message) {
            if (const auto* const sync = to == liar ? BodyOf<SyncBody>(message) : nullptr)
            {
                m_asked[from] = {sync->from, sync->to};
            }
            if (BodyOf<SyncedBody>(message) && from == liar)
            {
                const bool hasParts = !PartsOf(m_asked[to]).empty();
                SyncedBody lie{hasParts ? SyncStatus::kDigests : SyncStatus::kKeys, {}, {}};
                for (std::uint64_t& digest : lie.digests.Write())
                {
                    digest = ++m_noise;
                }
                message.body.Write() = lie;
            }
        };
    }

    /// @param key A key. @return How many holders have a fragment.
    std::size_t Left(const Key& key)
    {
        std::size_t left = 0;
        for (std::size_t i = 0; i < kHolders; ++i)
        {
            left += At(key, i) ? 1 : 0;
        }
        return left;
    }

    /// @return Questions of others that a peer may have made beyond its share.
    void ExpectShares()
    {
        for (std::size_t peer = 0; peer < kRepairers; ++peer)
        {
            const RpcEndpoint& rpcs = m_world.StorageAt(peer).Rpcs();
            // a comparison of either kind, and a lookup with what it hands on for others
            const std::size_t beside = 2 + 4;
            EXPECT_LE(rpcs.Outstanding(),
                      std::max<std::size_t>(1, rpcs.Window().Limit() / 4) + beside);
        }
    }

    StorageWorld m_world{UnevenRing(kRepairers), Repairing()}; ///< The ring.
    std::vector<Bytes> m_blocks;                               ///< That were put.
    std::vector<Key> m_keys;                                   ///< Theirs.
    std::map<std::size_t, KeyRange> m_asked;                   ///< What each has asked a liar.
    std::uint64_t m_noise{1};                                  ///< Digests of nothing.
};

} // namespace test
} // namespace dht

#endif // DHT_CC_TEST_REPAIRING_RING_H
