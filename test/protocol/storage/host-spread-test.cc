/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-endpoint-site.h"
#include "dht-holder-spread.h"
#include "random-block.h"
#include "storage-world.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <numeric>
#include <string>
#include <vector>

/// Blocks in rings whose hosts have several peers.

namespace dht::test
{
namespace
{

constexpr std::size_t kNeeded = 7;

/// A host's number, by peer.
using Hosts = std::vector<std::size_t>;

/// @param peersOfHosts How many peers each host has. @param seed Of their places. @return The
/// hosts, by place on the ring.
Hosts
Mixed(const std::vector<std::size_t>& peersOfHosts, std::uint64_t seed)
{
    MersenneRandom random(seed);
    Hosts hosts;
    for (std::size_t host = 0; host < peersOfHosts.size(); ++host)
    {
        hosts.insert(hosts.end(), peersOfHosts[host], host);
    }
    for (std::size_t i = hosts.size(); i > 1; --i)
    {
        std::swap(hosts[i - 1], hosts[DrawBelow(random, i)]);
    }
    return hosts;
}

/// @param hosts By place. @param options What else the world is like. @return Where the peers are.
StorageWorldOptions
On(const Hosts& hosts, StorageWorldOptions options = {})
{
    for (std::size_t place = 0; place < hosts.size(); ++place)
    {
        options.endpoints.push_back(
            Endpoint::Ipv4(0x0a000001 + static_cast<std::uint32_t>(hosts[place]),
                           static_cast<std::uint16_t>(7000 + place)));
    }
    return options;
}

/// @param peers How many. @return A ring of them, at uneven places.
Ring
RingOf(std::size_t peers)
{
    std::vector<std::string> names;
    for (std::size_t i = 0; i < peers; ++i)
    {
        names.push_back("on-a-host-" + std::to_string(i));
    }
    return Ring::Hashed(names);
}

/// A ring whose peers are on some hosts.
class HostWorld : public StorageWorld
{
  public:
    /// @param hosts By place. @param options What else it is like.
    explicit HostWorld(const Hosts& hosts, const StorageWorldOptions& options = {})
        : StorageWorld(RingOf(hosts.size()), On(hosts, options)),
          m_hosts(hosts)
    {
    }

    /// @param key A block's key. @return Who has a fragment of it, and is not dead.
    std::vector<Endpoint> Holding(const Key& key)
    {
        std::vector<Endpoint> holders;
        for (std::size_t place = 0; place < Size(); ++place)
        {
            if (dead.count(place) == 0 && DiskAt(place).Get(Now(), key))
            {
                holders.push_back(At(place).Self());
            }
        }
        return holders;
    }

    /// A host fails with all its peers. @param host Its number. @param isKnown Whether everybody
    /// knows at once.
    void Fail(std::size_t host, bool isKnown)
    {
        ReadyRing::Places left;
        for (std::size_t place = 0; place < Size(); ++place)
        {
            if (m_hosts[place] == host)
            {
                dead.insert(place);
            }
            else if (dead.count(place) == 0)
            {
                left.push_back(static_cast<std::uint32_t>(place));
            }
        }
        if (isKnown)
        {
            SetPresent(left);
        }
    }

    /// @return A peer that is not dead.
    std::size_t Anybody() const
    {
        std::size_t place = 0;
        while (dead.count(place) > 0)
        {
            ++place;
        }
        return place;
    }

  private:
    Hosts m_hosts; ///< By place.
};

/// @param peersOfHosts How many peers each host has. @return How many hosts may fail at once, at
/// best, if 14 fragments are on as many peers: the fullest hosts take as few as the others allow.
std::size_t
BestSpare(std::vector<std::size_t> peersOfHosts)
{
    const std::size_t all = std::accumulate(peersOfHosts.begin(), peersOfHosts.end(), 0U);
    std::size_t fragments = std::min<std::size_t>(14, all);
    std::vector<std::size_t> held(peersOfHosts.size());
    for (std::size_t level = 0; fragments > 0; ++level)
    {
        for (std::size_t host = 0; host < held.size() && fragments > 0; ++host)
        {
            const std::size_t more = peersOfHosts[host] > level ? 1 : 0;
            held[host] += more;
            fragments -= more;
        }
    }
    std::sort(held.rbegin(), held.rend());
    std::size_t left = std::accumulate(held.begin(), held.end(), 0U);
    std::size_t spare = 0;
    while (spare < held.size() && left - held[spare] >= kNeeded)
    {
        left -= held[spare++];
    }
    return spare;
}

class HostSpreadTest : public testing::TestWithParam<std::vector<std::size_t>>
{
};

/// Each block survives any one host, where the ring allows that, whoever gets it, and before and
/// after the others know.
TEST_P(HostSpreadTest, AnyHostMayFailWhereThereAreEnough)
{
    const std::vector<std::size_t> peersOfHosts = GetParam();
    std::size_t lost = 0;
    for (std::uint64_t seed = 1; seed <= 6; ++seed)
    {
        const Hosts hosts = Mixed(peersOfHosts, seed);
        for (std::size_t host = 0; host < std::min<std::size_t>(3, peersOfHosts.size()); ++host)
        {
            HostWorld world(hosts);
            std::vector<Bytes> blocks;
            for (std::uint64_t i = 0; i < 6; ++i)
            {
                blocks.push_back(RandomBlock(8192, 100 * seed + i));
                const PutReport put = world.Put(i % world.Size(), blocks.back());
                ASSERT_TRUE(put.ok);
                EXPECT_EQ(put.holders, 14u);
                EXPECT_GE(put.reached.spare, 1u);
                EXPECT_EQ(put.reached.spare, HostsToSpare(world.Holding(put.key), kNeeded));
                const FetchReport check = world.Check(0, put.key);
                EXPECT_EQ(check.found, 14u) << "who checks and who puts agree";
            }
            // with half of a larger ring dead and still named, hardly a lookup ends
            world.Fail(host, seed % 2 == 0 || world.Size() > 17);
            for (const Bytes& block : blocks)
            {
                const FetchReport got = world.Get(world.Anybody(), BlockKey(block));
                EXPECT_GE(got.found, kNeeded) << "seed " << seed << ", host " << host;
                EXPECT_TRUE(!got.ok || got.block == block);
                lost += got.ok ? 0 : 1; // of seven rows, one set of 250 would be dependent
            }
            EXPECT_TRUE(world.IdentitiesHold());
        }
    }
    EXPECT_EQ(lost, 0u);
}

INSTANTIATE_TEST_SUITE_P(Rings,
                         HostSpreadTest,
                         testing::Values(std::vector<std::size_t>{8, 8},
                                         std::vector<std::size_t>{8, 9},
                                         std::vector<std::size_t>{5, 5, 5},
                                         std::vector<std::size_t>{20, 20},
                                         std::vector<std::size_t>{8, 8, 8},
                                         std::vector<std::size_t>{1, 7, 9, 3},
                                         std::vector<std::size_t>{8, 8, 8, 8, 8}));

/// As many hosts may fail as in the best choice among all peers of the ring, or hardly fewer where
/// the ring is larger than what is looked at.
TEST(HostSpreadRingsTest, AsManyHostsMayFailAsTheRingAllows)
{
    MersenneRandom random(7);
    std::size_t best = 0;
    std::size_t reached = 0;
    std::size_t usual = 0;
    for (unsigned round = 0; round < 200; ++round)
    {
        std::vector<std::size_t> peersOfHosts(1 + DrawBelow(random, 16));
        for (std::size_t& peers : peersOfHosts)
        {
            peers = 1 + DrawBelow(random, 8);
        }
        const Hosts hosts = Mixed(peersOfHosts, round);
        if (hosts.size() < 14)
        {
            continue; // where m is smaller
        }
        HostWorld world(hosts);
        const PutReport put = world.Put(0, RandomBlock(8192, round));
        ASSERT_TRUE(put.ok);
        const std::vector<Endpoint> holding = world.Holding(put.key);
        ASSERT_EQ(holding.size(), 14u);
        const std::size_t most = BestSpare(peersOfHosts);
        if (hosts.size() <= 46)
        {
            EXPECT_EQ(HostsToSpare(holding, kNeeded), most) << round;
        }
        best += most;
        reached += HostsToSpare(holding, kNeeded);
        std::vector<Endpoint> first;
        for (const std::size_t place : world.HoldersOf(put.key, 14))
        {
            first.push_back(world.At(place).Self());
        }
        usual += HostsToSpare(first, kNeeded);
    }
    RecordProperty("best", static_cast<int>(best));
    RecordProperty("reached", static_cast<int>(reached));
    RecordProperty("first-followers", static_cast<int>(usual));
    EXPECT_GE(reached * 100, best * 95);
    EXPECT_LT(usual * 100, best * 80) << "the peers that follow the key";
}

TEST(HostSpreadRingsTest, WhoCannotPromiseStoresNothingAndSaysWhatThereIs)
{
    StorageWorldOptions options;
    options.storage.happyBinds = true;
    for (const auto& [peersOfHosts, spare] :
         std::vector<std::pair<std::vector<std::size_t>, std::size_t>>{{{1}, 0},
                                                                       {{1, 1, 1}, 2},
                                                                       {{16}, 0},
                                                                       {{8, 8}, 1},
                                                                       {{5, 5, 5}, 1},
                                                                       {Hosts(17, 1), 7}})
    {
        for (std::uint8_t happy = 0; happy <= 8; ++happy)
        {
            options.storage.happy = happy;
            HostWorld world(Mixed(peersOfHosts, 3), options);
            const PutReport put = world.Put(0, RandomBlock(8192, 1));
            EXPECT_EQ(put.ok, happy <= spare) << int{happy};
            EXPECT_EQ(put.wanted.hosts, std::min<std::size_t>(14, peersOfHosts.size()));
            EXPECT_EQ(put.wanted.spare, spare);
            EXPECT_EQ(put.promised, happy);
            EXPECT_EQ(world.Holding(put.key).empty(), !put.ok);
            EXPECT_EQ(world.Renew(0, RandomBlock(8192, 1)).ok, happy <= spare)
                << "nor does who renews";
        }
    }
}

TEST(HostSpreadRingsTest, AFullPeersPlaceIsTakenOnItsHost)
{
    HostWorld world(Mixed({8, 8}, 5));
    const Bytes block = RandomBlock(8192, 9);
    const Key key = BlockKey(block);
    std::vector<Endpoint> peers;
    for (const std::size_t place : world.HoldersOf(key, 16))
    {
        peers.push_back(world.At(place).Self());
    }
    const Endpoint full = HoldersAmong(peers, {}).first[4];
    world.change = [&](std::size_t from, std::size_t, StorageMessage& message) {
        if (BodyOf<StoredBody>(message) && world.At(from).Self() == full)
        {
            message.body.Write() = StoredBody{StoredStatus::kFull};
        }
    };
    const PutReport put = world.Put(0, block);
    EXPECT_EQ(put.full, 1u);
    EXPECT_EQ(put.holders, 14u);
    EXPECT_EQ(put.reached.spare, 1u);
}

/// @return What a world is like whose peers repair each minute.
StorageWorldOptions
RepairingOnHosts()
{
    StorageWorldOptions options;
    options.storage.repairInterval = std::chrono::minutes(1);
    return options;
}

/// Blocks that were put over peers alone are spread over hosts by repair, which then rests.
TEST(HostSpreadRingsTest, RepairSpreadsWhatIsUneven)
{
    for (const std::vector<std::size_t>& peersOfHosts :
         {std::vector<std::size_t>{8, 8}, {20, 20}, {14, 6, 6}})
    {
        HostWorld world(Mixed(peersOfHosts, 4), RepairingOnHosts());
        std::vector<Key> keys;
        for (std::uint64_t i = 0; i < 10; ++i)
        {
            const Bytes block = RandomBlock(8192, i);
            keys.push_back(BlockKey(block));
            for (const std::size_t place : world.HoldersOf(keys.back(), 14))
            {
                Fragment fragment =
                    MakeFragments(
                        block,
                        kNeeded,
                        {RandomRow(kNeeded, keys.back(), world.At(place).Self(), world.Now())},
                        std::chrono::hours(20))
                        .front();
                world.DiskAt(place).Put(world.Now(), keys.back(), fragment);
            }
        }
        const auto poorest = [&] {
            std::size_t least = SIZE_MAX;
            for (const Key& key : keys)
            {
                least = std::min(least, HostsToSpare(world.Holding(key), kNeeded));
            }
            return least;
        };
        EXPECT_EQ(poorest(), 0u) << "else it shows nothing";
        for (std::size_t place = 0; place < world.Size(); ++place)
        {
            world.StorageAt(place).OnWake(world.Now());
        }
        world.Run(std::chrono::minutes(5));
        EXPECT_GE(poorest(), 1u);
        const std::uint64_t made = world.StorageTotals().fragmentsMade;
        world.Run(std::chrono::minutes(10));
        EXPECT_EQ(world.StorageTotals().fragmentsMade, made) << "nothing moves without end";
        EXPECT_EQ(world.StorageTotals().moves + world.StorageTotals().needless, 0u);
        EXPECT_TRUE(world.IdentitiesHold());
    }
}

/// Of fourteen fragments on two hosts, one that is lost is the last one that was to spare.
TEST(HostSpreadRingsTest, RepairIsNotLazyWhereOneHostIsAllThatMayFail)
{
    HostWorld world(Mixed({8, 8}, 6), RepairingOnHosts());
    const PutReport put = world.Put(0, RandomBlock(8192, 2));
    const auto peers = world.HoldersOf(put.key, 16);
    const auto lost = std::find_if(peers.begin(), peers.end(), [&](std::size_t place) {
        return world.DiskAt(place).Get(world.Now(), put.key).has_value();
    });
    world.DiskAt(*lost).Remove(put.key);
    EXPECT_EQ(HostsToSpare(world.Holding(put.key), kNeeded), 0u);
    for (std::size_t place = 0; place < world.Size(); ++place)
    {
        world.StorageAt(place).OnWake(world.Now());
    }
    world.Run(std::chrono::minutes(4));
    EXPECT_EQ(HostsToSpare(world.Holding(put.key), kNeeded), 1u);
    EXPECT_EQ(world.StorageTotals().fragmentsMade, 1u);
}

/// @param block A block. @return Forty peers, of whom the first sixteen that follow its key are on
/// one host, and all others on another one.
Hosts
BehindSixteen(const Bytes& block)
{
    Hosts hosts(40, 1);
    for (const std::size_t place : HostWorld(hosts).HoldersOf(BlockKey(block), 16))
    {
        hosts[place] = 0;
    }
    return hosts;
}

TEST(HostSpreadRingsTest, HoldersBehindAllThatOneLookupNamesAreFoundAndGivenFragments)
{
    const Bytes block = RandomBlock(8192, 3);
    const Key key = BlockKey(block);
    HostWorld world(BehindSixteen(block), RepairingOnHosts());
    const PutReport put = world.Put(0, block);
    EXPECT_EQ(put.reached.spare, 1u);
    const auto lose = [&](std::size_t from, std::size_t to) {
        const auto followers = world.HoldersOf(key, 40);
        for (std::size_t i = from; i < to; ++i)
        {
            world.DiskAt(followers[i]).Remove(key);
        }
    };
    lose(16, 40);
    EXPECT_EQ(HostsToSpare(world.Holding(key), kNeeded), 0u);
    for (std::size_t place = 0; place < world.Size(); ++place)
    {
        world.StorageAt(place).OnWake(world.Now());
    }
    world.Run(std::chrono::minutes(4));
    EXPECT_EQ(world.Holding(key).size(), 14u);
    EXPECT_EQ(HostsToSpare(world.Holding(key), kNeeded), 1u);
    lose(0, 16);
    const FetchReport got = world.Get(5, key);
    EXPECT_EQ(got.found, kNeeded) << "all that are left";
    EXPECT_TRUE(world.IdentitiesHold());
}

/// Who leaves leaves its fragment where it keeps the block as well spread as it was.
TEST(HostSpreadRingsTest, WhoLeavesHandsItsFragmentsToWhoTakesItsPlace)
{
    for (std::uint64_t seed = 1; seed <= 10; ++seed)
    {
        HostWorld world(Mixed({12, 12}, seed));
        const PutReport put = world.Put(0, RandomBlock(8192, seed));
        ASSERT_EQ(put.reached.spare, 1u);
        const auto peers = world.HoldersOf(put.key, 24);
        const auto leaver = std::find_if(peers.begin() + 2, peers.end(), [&](std::size_t place) {
            return world.DiskAt(place).Get(world.Now(), put.key).has_value();
        });
        world.StorageAt(*leaver).HandOver(world.Now(), world.Now() + FromSeconds(30));
        world.Run(FromSeconds(30));
        EXPECT_FALSE(world.DiskAt(*leaver).Get(world.Now(), put.key)) << seed;
        const auto holding = world.Holding(put.key);
        EXPECT_EQ(holding.size(), 14u) << seed;
        EXPECT_EQ(HostsToSpare(holding, kNeeded), 1u) << seed;
    }
}

} // namespace
} // namespace dht::test
