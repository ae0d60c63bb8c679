/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "memory-ring.h"

#include <algorithm>
#include <gtest/gtest.h>

/// No peer of a correct ring of equal peers starves under back-pressure.

namespace dht
{
namespace
{

/// Messages/s that a processor works on.
constexpr double kSpeed = 120;
constexpr std::size_t kPeers = 128;

/// A request is worked on by its source and at the end of each of its 3.5 hops, but not at all if
/// its source is responsible.
constexpr double kOptimum = kSpeed / (3.5 + 1 - 1.0 / kPeers);

/// @return Of the ring, what each peer has had answered.
std::vector<std::uint64_t>
AnsweredBy(const MemoryNet& ring)
{
    std::vector<std::uint64_t> answered;
    for (std::size_t peer = 0; peer < ring.Size(); ++peer)
    {
        answered.push_back(ring.At(peer).GetPeer().GetCounters().answered);
    }
    return answered;
}

/// COMSNETS09, section III, model 2: processors are the bottleneck. What ends at a peer comes on
/// seven links and has one queue of eight.
TEST(BackPressureFairnessTest, EqualPeersWithProcessorsAllGetAnswersAtTheOptimum)
{
    MemoryNetOptions options;
    options.scheme = "back-pressure";
    options.uplinkRate = 1e5; // the network is never in the way
    options.window = 48;
    options.peer.processing = {FromSeconds(1 / kSpeed), ProcessingTimes::kConstant};
    MemoryNet ring(options, ChordOverlay(Ring::Even(kPeers)));
    const int from = 60;
    const int until = 80;
    ring.RunUntil(FromSeconds(from));
    const auto begin = AnsweredBy(ring);
    auto before = begin;
    for (int second = from + 2; second <= until; second += 2)
    {
        ring.RunUntil(FromSeconds(second));
        const auto after = AnsweredBy(ring);
        for (std::size_t peer = 0; peer < kPeers; ++peer)
        {
            EXPECT_GT(after[peer], before[peer]) << "peer " << peer << " at " << second << " s";
        }
        before = after;
    }
    double sum = 0;
    for (std::size_t peer = 0; peer < kPeers; ++peer)
    {
        const double rate = static_cast<double>(before[peer] - begin[peer]) / (until - from);
        EXPECT_GT(rate, 0.5 * kOptimum) << "peer " << peer;
        sum += rate;
    }
    EXPECT_GT(sum / kPeers, 0.95 * kOptimum);
    EXPECT_EQ(ring.Violations(), 0u);
}

} // namespace
} // namespace dht
