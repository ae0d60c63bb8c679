/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-memory-block-store.h"
#include "dht-memory-tap.h"
#include "dht-storage.h"
#include "memory-ring.h"

#include <gtest/gtest.h>
#include <map>
#include <stdexcept>

/// Hosts in memory that store, whose disks may outlive them, and whose processes may be paused.

namespace dht
{
namespace
{

constexpr std::size_t kStoringHosts = 20;

/// @return What a net is made of whose peers do nothing but store.
MemoryNetOptions
NetOfStores()
{
    MemoryNetOptions options;
    options.workload.requests = 0;
    options.maintenance.successors = kMaximumLocated;
    options.store.emplace();
    return options;
}

/// A net whose peers have joined a ring.
class JoinedNet : public MemoryNet
{
  public:
    /// @param options What it is made of.
    explicit JoinedNet(const MemoryNetOptions& options)
        : MemoryNet(options, kStoringHosts)
    {
        Create(0);
        for (std::size_t place = 1; place < kStoringHosts; ++place)
        {
            Join(place, {0});
        }
        Run(60);
    }

    /// @param seconds How long the clock goes on.
    void Run(double seconds)
    {
        RunUntil(Now() + FromSeconds(seconds));
    }
};

/// Nothing is repaired: what comes back is what disks have kept.
TEST(MemoryStoreTest, WhatADiskHasKeptIsThereAfterACrash)
{
    const Bytes block(8192, 7);
    for (const MemoryDisk disk : {MemoryDisk::kKept, MemoryDisk::kLost})
    {
        JoinedNet net(NetOfStores());
        const PutReport put = net.Put(1, block);
        ASSERT_TRUE(put.ok);
        EXPECT_EQ(net.Get(2, put.key).block, block);
        ASSERT_EQ(put.held.size(), 14u);
        for (std::size_t i = 0; i < 8; ++i)
        {
            const std::size_t holder = net.PlaceOf(put.held[i]);
            EXPECT_EQ(net.DiskAt(holder).Count(), 1u);
            net.Crash(holder, disk);
        }
        const std::size_t reader = *net.Alive().begin();
        EXPECT_EQ(net.Get(reader, put.key).found, 6u);
        for (std::size_t i = 0; i < 8; ++i)
        {
            net.Join(net.PlaceOf(put.held[i]), {reader});
        }
        net.Run(60);
        const FetchReport got = net.Get(reader, put.key);
        EXPECT_EQ(got.ok, disk == MemoryDisk::kKept);
        EXPECT_EQ(net.Violations(), 0u);
    }
}

/// Several hosts have one address, and their ports tell them apart.
TEST(MemoryStoreTest, AReadyMadeRingStoresAtTheEndpointsThatAreGiven)
{
    MemoryNetOptions options = NetOfStores();
    for (std::uint16_t place = 0; place < kStoringHosts; ++place)
    {
        options.endpoints.push_back(Endpoint::Ipv4(0x0a000001 + place % 4, 7000 + place));
    }
    const ChordOverlay overlay(test::HashedRing(kStoringHosts));
    MemoryNet net(options, overlay);
    const Bytes block(5000, 3);
    const PutReport put = net.Put(0, block);
    EXPECT_EQ(put.holders, 14u);
    EXPECT_EQ(put.reached.hosts, 4u);
    EXPECT_EQ(net.Check(3, put.key).found, 14u);
    EXPECT_EQ(net.Renew(4, block).made, 0u);
    EXPECT_EQ(net.Get(kStoringHosts - 1, put.key).block, block);
    EXPECT_EQ(net.PlaceOf(Endpoint::Ipv4(1, 1)), static_cast<std::size_t>(-1));
    EXPECT_EQ(net.StorageTotals().puts, 2u);
    EXPECT_EQ(net.Violations(), 0u);
    options.endpoints.back() = options.endpoints.front();
    EXPECT_THROW(MemoryNet(options, overlay), std::invalid_argument);
}

TEST(MemoryStoreTest, WithoutStoresThereIsNothingToAsk)
{
    MemoryNetOptions options;
    MemoryNet net(options, ChordOverlay(Ring::Even(4)));
    EXPECT_THROW(net.Get(1, Key(1)), std::logic_error);
    EXPECT_THROW(net.DiskAt(1), std::out_of_range);
    EXPECT_THROW(net.SetPresent({1, 2}), std::logic_error);
    EXPECT_EQ(net.StorageTotals().gets, 0u);
}

/// What stores draw are numbers of their own: requests are the same with them and without.
TEST(MemoryStoreTest, StoresChangeNothingOfWhatPeersDo)
{
    std::vector<std::uint64_t> digests;
    const ChordOverlay overlay(test::HashedRing(kStoringHosts));
    for (const bool stores : {false, true})
    {
        MemoryNetOptions options;
        options.scheme = "marking";
        options.workload.load = 30;
        if (stores)
        {
            options.store.emplace();
        }
        MemoryNet net(options, overlay);
        test::RingDigest digest(net);
        net.RunUntil(FromSeconds(5));
        if (stores)
        {
            net.StorageAt(3).Put(net.Now(), Bytes(3000, 1));
        }
        net.RunUntil(FromSeconds(10));
        EXPECT_EQ(net.StorageTotals().putsOk, stores ? 1u : 0u);
        digests.push_back(digest.Get());
    }
    EXPECT_EQ(digests[0], digests[1]);
}

/// Counts datagrams.
class DatagramCounter : public MemoryTap
{
  public:
    bool OnSent(std::size_t from, std::size_t /* to */, Datagram& /* datagram */) override
    {
        ++sent[from];
        return true;
    }

    bool OnArrived(std::size_t /* from */, std::size_t to, const Datagram& /* datagram */) override
    {
        ++read[to];
        return true;
    }

    std::map<std::size_t, std::size_t> sent; ///< By sender.
    std::map<std::size_t, std::size_t> read; ///< By receiver.
};

/// Others take it for dead, as nothing of it answers; then it reads what has come, and is back.
TEST(MemoryPauseTest, AProcessThatIsPausedDoesNothingAtAllAndGoesOnLater)
{
    MemoryNetOptions options = NetOfStores();
    options.peer.pauses = PauseScope::kProcess;
    JoinedNet net(options);
    const PutReport put = net.Put(1, Bytes(8192, 5));
    const std::size_t holder = net.PlaceOf(put.held[3]);
    const std::size_t reader = net.PlaceOf(put.held[5]);
    DatagramCounter counter;
    net.SetTap(&counter);
    net.SetPaused(holder, true);
    EXPECT_TRUE(net.Get(reader, put.key).ok);
    const FetchReport check = net.Check(reader, put.key);
    EXPECT_EQ(check.found, 13u);
    net.Run(60);
    EXPECT_EQ(counter.sent[holder], 0u);
    EXPECT_EQ(counter.read[holder], 0u);
    EXPECT_GT(counter.sent[reader], 0u);
    const std::size_t before = counter.sent[reader];
    net.SetPaused(holder, false);
    EXPECT_GT(counter.read[holder], 0u) << "what has come meanwhile, at once";
    net.Run(60);
    EXPECT_GT(counter.sent[holder], 0u);
    EXPECT_GT(counter.sent[reader], before);
    EXPECT_TRUE(net.At(holder).IsReady());
    EXPECT_EQ(net.Check(reader, put.key).found, 14u);
    EXPECT_EQ(net.Violations(), 0u);
}

/// A socket has a bound, and who sends to it is not told.
TEST(MemoryPauseTest, WhatDoesNotFitIntoTheSocketIsLost)
{
    MemoryNetOptions options = NetOfStores();
    options.peer.pauses = PauseScope::kProcess;
    JoinedNet net(options);
    DatagramCounter counter;
    net.SetTap(&counter);
    net.SetPaused(1, true);
    StorageMessage message;
    message.body.Write() = FetchBody{Key(1)};
    const std::size_t bytes = FrameSize(Datagram(message));
    for (std::size_t i = 0; i < 10000; ++i)
    {
        net.SendAs(Endpoint::Ipv4(9, 9), 1, message);
    }
    net.SetPaused(1, false);
    EXPECT_EQ(counter.read[1], 128 * 1024 / bytes);
}

} // namespace
} // namespace dht
