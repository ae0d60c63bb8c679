/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-mersenne-random.h"
#include "rpc-network.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <set>
#include <vector>

/// RPCs through a network that loses some: what the window does, and that each RPC ends once.

namespace dht
{
namespace
{

using test::AddsUp;
using test::PointSet;
using test::RpcNetwork;
using test::RpcNetworkOptions;
using test::StpSizeOf;

/// The mean over time of what a step function was.
class TimeMean
{
  public:
    /// @param now The present. @param value From now on.
    void Set(Time now, double value)
    {
        m_sum += ToSeconds(now - m_last) * m_value;
        m_time += ToSeconds(now - m_last);
        m_last = now;
        m_value = value;
    }

    /// @return The mean.
    double Mean() const
    {
        return m_sum / m_time;
    }

  private:
    Time m_last{0};    ///< When it was set last.
    double m_value{0}; ///< What it is set to.
    double m_sum{0};   ///< Of values times seconds.
    double m_time{0};  ///< Seconds.
};

/// Let a peer ask as many as its window takes, and some more that wait. @param node The peer.
/// @param count RPCs in all.
void
KeepBusy(RpcNetwork::Node& node, std::size_t count)
{
    const auto fill = [count](RpcNetwork::Node& asker) {
        while (asker.tries.size() < count && asker.endpoint.Waiting() < 8)
        {
            asker.Ask();
        }
    };
    // Ask() is a call, too
    node.onCall = [fill, isFilling = false](RpcNetwork::Node& asker) mutable {
        EXPECT_TRUE(AddsUp(asker.endpoint));
        if (!isFilling)
        {
            isFilling = true;
            fill(asker);
            isFilling = false;
        }
    };
    node.Ask();
}

/// @param node A peer that has nothing more to do.
void
ExpectAllEnded(const RpcNetwork::Node& node)
{
    EXPECT_EQ(node.endpoint.Outstanding(), 0u);
    EXPECT_EQ(node.endpoint.Window().InFlight(), 0u);
    EXPECT_EQ(node.finished.size() + node.failed.size(), node.tries.size());
    std::set<std::uint64_t> ended(node.finished.begin(), node.finished.end());
    ended.insert(node.failed.begin(), node.failed.end());
    EXPECT_EQ(ended.size(), node.tries.size());
    EXPECT_TRUE(node.isWithinWindow);
}

TEST(RpcNetworkTest, WithoutLossTheWindowGrowsByOneARound)
{
    RpcNetwork network({});
    auto& node = network.At(0);
    std::vector<double> sizes;
    KeepBusy(node, 5000);
    network.Run(100);
    ExpectAllEnded(node);
    EXPECT_EQ(node.endpoint.Counts().timeouts, 0u);
    // w dw = d(replies)
    EXPECT_NEAR(StpSizeOf(node.endpoint), std::sqrt(2 * 5000.0), 3);
}

TEST(RpcNetworkTest, OneLossHalvesTheWindowOnce)
{
    RpcNetwork network({});
    auto& node = network.At(0);
    node.isLost = [&](const Rpc& rpc) { return rpc.tag == 1000 && rpc.attempt == 1; };
    KeepBusy(node, 2000);
    double before = 0;
    int halved = 0;
    node.onCall = [&, fill = node.onCall](RpcNetwork::Node& asker) {
        fill(asker);
        const double now = StpSizeOf(asker.endpoint);
        if (now < before)
        {
            ++halved;
            EXPECT_DOUBLE_EQ(now, before / 2);
        }
        before = now;
    };
    network.Run(100);
    ExpectAllEnded(node);
    EXPECT_EQ(halved, 1);
    EXPECT_EQ(node.endpoint.Counts().timeouts, 1u);
    EXPECT_TRUE(node.failed.empty());
}

/// What a run says of the window.
struct WindowUnderLoss
{
    double window{0};   ///< Its mean over time.
    double spurious{0}; ///< The share of transmissions that timed out and were answered.
    double lost{0};     ///< The share that was lost.
};

/// @param options The network. @param rpcs How many RPCs one peer makes. @return What comes of it.
WindowUnderLoss
RunOne(const RpcNetworkOptions& options, std::size_t rpcs)
{
    RpcNetwork network(options);
    auto& node = network.At(0);
    TimeMean window;
    KeepBusy(node, rpcs);
    node.onCall = [&, fill = node.onCall](RpcNetwork::Node& asker) {
        fill(asker);
        window.Set(network.Now(), StpSizeOf(asker.endpoint));
    };
    network.Run(static_cast<double>(rpcs));
    ExpectAllEnded(node);
    const RpcCounters& counts = node.endpoint.Counts();
    const auto sent = static_cast<double>(counts.sent);
    return {window.Mean(),
            static_cast<double>(counts.spurious) / sent,
            static_cast<double>(counts.timeouts - counts.spurious) / sent};
}

/// w = sqrt(1.5 / p), for a loss p of an RPC.
TEST(RpcNetworkTest, UnderLossTheWindowIsWhatTheFormulaSays)
{
    for (const double loss : {0.01, 0.02, 0.05})
    {
        RpcNetworkOptions options;
        options.loss = loss;
        const auto result = RunOne(options, 40000);
        const double expected = std::sqrt(1.5 / loss);
        EXPECT_NEAR(result.window / expected, 1, 0.2) << loss;
        EXPECT_NEAR(result.lost / loss, 1, 0.15) << loss;
        EXPECT_EQ(result.spurious, 0) << loss;
    }
}

/// With round-trip times that differ by pair and by time, and coordinates that are being found
/// meanwhile.
TEST(RpcNetworkTest, FewTimeoutsAreSpurious)
{
    RpcNetworkOptions options;
    options.rtt = PointSet(options.peers, 120, 20).Rtts();
    options.loss = 0.02;
    options.jitter = 0.2;
    RpcNetwork network(options);
    for (std::size_t peer = 0; peer < options.peers; ++peer)
    {
        KeepBusy(network.At(peer), 2000);
    }
    network.Run(2000);
    const RpcCounters all = network.Totals();
    EXPECT_EQ(all.issued, 2000 * options.peers);
    EXPECT_GT(all.timeouts, 500u);
    EXPECT_LT(static_cast<double>(all.spurious), 0.01 * static_cast<double>(all.sent));
    for (std::size_t peer = 0; peer < options.peers; ++peer)
    {
        ExpectAllEnded(network.At(peer));
    }
}

/// What counters say of how much too long timers were, beside what each loss would have taken.
TEST(RpcNetworkTest, TimersOfWhatIsLostAreCountedAsLongAsTheyWere)
{
    RpcNetworkOptions options;
    options.rtt = PointSet(options.peers, 120, 20).Rtts();
    RpcNetwork network(options);
    auto& node = network.At(0);
    MersenneRandom random(5);
    double surplus = 0;
    std::size_t losses = 0;
    node.isLost = [&](const Rpc& rpc) {
        const bool isLost = random.Uniform() < 0.02;
        const std::size_t to = rpc.to.Ipv4Address() - RpcNetwork::EndpointOf(0).Ipv4Address();
        const RpcTarget target{rpc.to, network.At(to).vivaldi.Told()};
        const Time timer = node.endpoint.Predictor().Timeout(node.endpoint.Predict(target), false);
        losses += isLost ? 1 : 0;
        surplus += isLost ? ToSeconds(timer) - options.rtt(0, to) / 1000 : 0;
        return isLost;
    };
    KeepBusy(node, 40000);
    network.Run(40000);
    ExpectAllEnded(node);
    const RpcCounters& counts = node.endpoint.Counts();
    EXPECT_EQ(counts.Losses(), losses);
    EXPECT_GT(losses, 500u);
    const double counted = ToSeconds(counts.inVain) / static_cast<double>(counts.Losses()) -
                           ToSeconds(counts.roundTrips) / static_cast<double>(counts.Answers());
    const double exact = surplus / static_cast<double>(losses);
    EXPECT_NEAR(counted / exact, 1, 0.05);
}

/// As many networks as there are seeds, small ones: everything ends, once.
TEST(RpcNetworkTest, UnderAnySeedEachRpcEndsOnce)
{
    double windows = 0;
    constexpr std::uint64_t kSeeds = 2000;
    for (std::uint64_t seed = 1; seed <= kSeeds; ++seed)
    {
        RpcNetworkOptions options;
        options.peers = 6;
        options.seed = seed;
        options.loss = 0.02 * static_cast<double>(seed % 8);
        options.jitter = 0.1 * static_cast<double>(seed % 5);
        options.tries = 1 + seed % 4;
        options.rpc.transmissions = static_cast<std::uint8_t>(1 + seed % 3);
        options.rtt = PointSet(options.peers, 100, 20, seed).Rtts();
        RpcNetwork network(options);
        KeepBusy(network.At(0), 150);
        network.After(0.5 + 0.01 * static_cast<double>(seed % 50), [&] { network.Kill(3); });
        network.Run(1000);
        ASSERT_NO_FATAL_FAILURE(ExpectAllEnded(network.At(0))) << seed;
        ASSERT_FALSE(testing::Test::HasFailure()) << seed;
        windows += StpSizeOf(network.At(0).endpoint);
    }
    EXPECT_GT(windows / kSeeds, 3);
}

TEST(RpcNetworkTest, AWindowOfOneIsEnough)
{
    RpcNetworkOptions options;
    options.rpc.window.multiplier = 0.1;
    options.loss = 0.5;
    options.tries = 100;
    RpcNetwork network(options);
    auto& node = network.At(0);
    std::size_t most = 0;
    KeepBusy(node, 300);
    node.onCall = [&, fill = node.onCall](RpcNetwork::Node& asker) {
        fill(asker);
        most = std::max(most, asker.endpoint.InFlight());
    };
    network.Run(3000);
    ExpectAllEnded(node);
    EXPECT_TRUE(node.failed.empty());
    EXPECT_EQ(most, 1u);
}

/// Each of two peers has all that its window takes in flight to the other one, and more waits: if
/// answers waited, too, neither would ever get one.
TEST(RpcNetworkTest, NoTwoWindowsWaitForEachOther)
{
    RpcNetworkOptions options;
    options.peers = 2;
    options.loss = 0.05;
    options.tries = 50;
    RpcNetwork network(options);
    KeepBusy(network.At(0), 1000);
    KeepBusy(network.At(1), 1000);
    network.Run(3000);
    ExpectAllEnded(network.At(0));
    ExpectAllEnded(network.At(1));
}

/// One of ten peers is dead: nine of ten RPCs are answered at once, and the window does not stay
/// closed.
TEST(RpcNetworkTest, ADeadPeerDoesNotStopTheOthers)
{
    RpcNetworkOptions options;
    options.peers = 11;
    RpcNetwork network(options);
    network.Kill(5);
    KeepBusy(network.At(0), 3000);
    network.Run(3000);
    ExpectAllEnded(network.At(0));
    const RpcCounters& counts = network.At(0).endpoint.Counts();
    EXPECT_GT(counts.answered, 2950u);
    EXPECT_NEAR(static_cast<double>(counts.timeouts) / static_cast<double>(counts.sent), 0.1, 0.03);
}

/// Coordinates that nobody knows yet cost no answer: all wait for a second until fifty have come.
TEST(RpcNetworkTest, WithCoordinatesFromNowhereNothingIsSpuriousAtFirst)
{
    RpcNetworkOptions options;
    options.rtt = [](std::size_t, std::size_t) { return 600.0; };
    RpcNetwork network(options);
    KeepBusy(network.At(0), 50);
    network.Run(1000);
    ExpectAllEnded(network.At(0));
    EXPECT_EQ(network.At(0).endpoint.Counts().timeouts, 0u);
}

} // namespace
} // namespace dht
