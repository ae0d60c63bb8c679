/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// A ring of 64 peers in memory, under a virtual clock: each message takes 20 ms, and each peer
// issues ten requests.

#include <dht-chord.h>
#include <dht-memory-net.h>
#include <iostream>

int
main()
{
    dht::MemoryNetOptions options;
    options.scheme = "credit";
    options.delay = std::chrono::milliseconds(20);
    options.workload.load = 1; // requests/s per peer
    options.workload.requests = 10;
    dht::MemoryNet ring(options, dht::ChordOverlay(dht::Ring::Even(64)));

    // something happens on the way: a peer relays nothing for two seconds
    ring.Events().At(std::chrono::seconds(3), [&] { ring.SetPaused(0, true); });
    ring.Events().At(std::chrono::seconds(5), [&] { ring.SetPaused(0, false); });
    ring.RunUntil(std::chrono::minutes(1));

    const dht::Counters sum = ring.Totals();
    std::cout << sum.issued << " issued, " << sum.answered << " answered, " << sum.forwarded
              << " hops, " << sum.retransmitted << " retransmissions\n";
    return sum.answered == sum.issued ? 0 : 1;
}
