/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// A store in memory, under a virtual clock: 32 peers join a ring whose network loses one datagram
// in a hundred, and hold ten blocks. Ten peers crash at once, and five of them come back with their
// disks. Repair makes anew what is lost, and somebody else reads all blocks.

#include <dht-memory-net.h>
#include <iostream>
#include <vector>

namespace
{

/// @param number Of a block. @return Its bytes.
dht::Bytes
MakeBlock(std::size_t number)
{
    dht::Bytes block(8192);
    for (std::size_t i = 0; i < block.size(); ++i)
    {
        block[i] = static_cast<std::uint8_t>(i * (number + 1) + i / 256);
    }
    return block;
}

} // namespace

int
main()
{
    constexpr std::size_t peers = 32;
    dht::MemoryNetOptions options;
    options.workload.requests = 0; // peers make no requests of their own
    options.maintenance.successors = 16;
    options.loss = 0.01;
    options.store.emplace();
    options.store->storage.repairInterval = std::chrono::seconds(30);
    dht::MemoryNet ring(options, peers);
    ring.Create(0);
    for (std::size_t place = 1; place < peers; ++place)
    {
        ring.Join(place, {0});
    }
    ring.RunUntil(std::chrono::minutes(1));

    std::vector<dht::PutReport> puts;
    for (std::size_t i = 0; i < 10; ++i)
    {
        puts.push_back(ring.Put(i, MakeBlock(i)));
    }
    for (std::size_t place = 0; place < 10; ++place)
    {
        ring.Crash(place, place < 5 ? dht::MemoryDisk::kKept : dht::MemoryDisk::kLost);
    }
    ring.RunUntil(ring.Now() + std::chrono::seconds(20));
    for (std::size_t place = 0; place < 5; ++place)
    {
        ring.Join(place, {peers - 1});
    }
    ring.RunUntil(ring.Now() + std::chrono::minutes(5));

    std::size_t right = 0;
    for (std::size_t i = 0; i < puts.size(); ++i)
    {
        const dht::FetchReport got = ring.Get(20, puts[i].key);
        right += got.ok && got.block == MakeBlock(i);
    }
    std::cout << puts.size() << " blocks, " << right << " right, "
              << ring.StorageTotals().fragmentsMade << " fragments made anew\n";
    return right == puts.size() && ring.Violations() == 0 ? 0 : 1;
}
