/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "transport-world.h"
#include "window-driver.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <string>
#include <tuple>

/// What flows of the transport get of a path, between its real ends: sender, receiver, acks,
/// losses.

namespace dht
{
namespace test
{
namespace
{

/// A path, and who sends.
struct GridPath
{
    double roundTrip;   ///< Seconds, without queues.
    double loss;        ///< Share of the data that is lost.
    double rate;        ///< Bit/s.
    double priority{1}; ///< Of the flow.
};

/// @param path A path. @return Seconds for which a full packet occupies it.
double
PacketTime(const GridPath& path)
{
    return 8.0 * (kMostPayload + kDataHeaderSize) / path.rate;
}

/// What a flow as TCP gets of a path, in packets a second.
struct Prediction
{
    double least; ///< With timeouts.
    double most;  ///< Without.
};

/// @param path A path. @return What losses leave: Mathis et al. 1997 have no timeouts; Padhye et
/// al. 1998 (equation 30, with an ack for every packet, as windows count what is acknowledged) do,
/// and a probe timeout is one here. Never more than the link carries.
Prediction
Predict(const GridPath& path)
{
    const double link = 1 / PacketTime(path);
    if (path.loss == 0)
    {
        return {link, link};
    }
    // a packet and the one behind it occupy the link before the ack leaves
    const double roundTrip = path.roundTrip + 2 * PacketTime(path);
    const double timeout = roundTrip + 0.026;
    const double p = path.loss;
    const double reductions = roundTrip * std::sqrt(2 * p / 3);
    const double timeouts =
        timeout * std::min(1.0, 3 * std::sqrt(3 * p / 8)) * p * (1 + 32 * p * p);
    return {std::min(link, 1 / (reductions + timeouts)), std::min(link, 1 / reductions)};
}

/// @param path A path. @param window Who governs at priority 0. @param settings Constants of that
/// one. @param begin Seconds that are not counted; or 0: slow start is over by then.
/// @return What one flow gets of it, in packets a second.
double
Measure(const GridPath& path,
        const std::string& window = "multiplicative",
        const Settings& settings = {},
        double begin = 0)
{
    PathFaults faults;
    faults.delay = FromSeconds(path.roundTrip / 2);
    TransportWorld world(faults);
    MersenneRandom random(1, 7);
    // acks are not lost, as the formula has it
    world.tap = [&](const Endpoint&, const Endpoint&, const std::vector<std::uint8_t>& bytes) {
        return bytes[1] != static_cast<std::uint8_t>(TransportKind::kData) ||
               random.Uniform() >= path.loss;
    };
    TransportOptions options;
    options.sendBuffer = 1 << 24;
    options.receiveWindow = 1 << 24;
    auto& a = world.Add(options, [&] { return WindowAt(window, path.priority, settings); });
    auto& b = world.Add(options);
    // as long as the path, and five packets: what a flow needs that halves its window
    a.uplink.rate = path.rate;
    a.uplink.queue = path.rate / 8 * path.roundTrip + 5 * (kMostPayload + kDataHeaderSize);
    const TransportLink link = a.endpoint->Open(world.Now(), b.address, path.priority);
    world.Stream(a, link, std::uint64_t{1} << 40);
    const double expected = Predict(path).most;
    // some hundred losses, and a hundred round trips
    const double packets = expected * PacketTime(path) < 0.999 ? 100 / path.loss : 1000;
    const double seconds = std::max({packets / expected, 60 * path.roundTrip, 2.0});
    world.Run(begin > 0 ? begin : std::max(seconds / 5, 20 * path.roundTrip));
    const std::uint64_t before = world.BytesRead(b);
    world.Run(seconds);
    EXPECT_EQ(world.wrongBytes, 0u);
    EXPECT_EQ(world.broken, 0u);
    return static_cast<double>(world.BytesRead(b) - before) / kMostPayload / seconds;
}

/// Round-trip time in ms, loss in percent, rate in Mbit/s.
class TransportGridTest : public testing::TestWithParam<std::tuple<double, double, double>>
{
  protected:
    /// @param priority Of the flow. @return The cell.
    static GridPath Path(double priority = 1)
    {
        const auto [roundTrip, loss, rate] = GetParam();
        return {roundTrip / 1e3, loss / 100, rate * 1e6, priority};
    }
};

/// The two predictions are a few percent apart, unless a timeout is long beside the round trip.
TEST_P(TransportGridTest, OneFlowGetsTheLinkOrWhatLossesLeave)
{
    const auto [least, most] = Predict(Path());
    const double got = Measure(Path());
    RecordProperty("share_of_link", std::to_string(got * PacketTime(Path())));
    RecordProperty("of_least", std::to_string(got / least));
    RecordProperty("of_most", std::to_string(got / most));
    EXPECT_GE(got, 0.85 * least);
    EXPECT_LE(got, 1.15 * most);
}

INSTANTIATE_TEST_SUITE_P(Paths,
                         TransportGridTest,
                         testing::Combine(testing::Values(1, 25, 135, 300),
                                          testing::Values(0, 0.1, 1, 5),
                                          testing::Values(1, 10, 100)));

/// Round-trip time in ms, rate in Mbit/s.
class PoliteGridTest : public testing::TestWithParam<std::tuple<double, double>>
{
};

/// The other windows begin late where a round trip is long and the link fast: multiplicative takes
/// a hundredth for each ack of a window that filled the queue, however many they are.
TEST_P(PoliteGridTest, WhoIsAloneAndPoliteGetsTheLink)
{
    const auto [roundTrip, rate] = GetParam();
    const GridPath path{roundTrip / 1e3, 0, rate * 1e6, 0};
    const double one = Measure({path.roundTrip, 0, path.rate, 1});
    for (const std::string window : {"linear", "multiplicative", "proportional", "plusplus"})
    {
        const double share = Measure(path, window) / one;
        RecordProperty(window, std::to_string(share));
        if (window == "linear" || roundTrip < 100 || rate == 1)
        {
            EXPECT_GE(share, 0.8) << window;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Paths,
                         PoliteGridTest,
                         testing::Combine(testing::Values(1, 25, 135, 300),
                                          testing::Values(1, 10, 100)));

/// Round-trip time in ms.
class PoliteEndTest : public testing::TestWithParam<double>
{
};

/// A window grows by a packet each round trip: after as many as the path holds packets, it is back.
TEST_P(PoliteEndTest, WhoIsAloneGetsTheLinkWhenItsWindowIsBack)
{
    const double roundTrip = GetParam() / 1e3;
    const GridPath path{roundTrip, 0, 10e6, 0};
    const double rounds = roundTrip / PacketTime(path);
    const double one = Measure({path.roundTrip, 0, path.rate, 1});
    for (const std::string window : {"linear", "multiplicative", "proportional", "plusplus"})
    {
        const double share = Measure(path, window, {}, 1.2 * rounds * roundTrip) / one;
        RecordProperty(window, std::to_string(share));
        EXPECT_GE(share, 0.98) << window;
    }
}

INSTANTIATE_TEST_SUITE_P(Paths, PoliteEndTest, testing::Values(135, 300));

TEST(TransportShareTest, AFlowGetsNTimesAsMuchAtRandomLoss)
{
    const double one = Measure({0.043, 0.01, 100e6, 1});
    for (const double n : {2, 4, 8})
    {
        const double times = Measure({0.043, 0.01, 100e6, n}) / one;
        RecordProperty("times_" + std::to_string(int(n)), std::to_string(times));
        EXPECT_NEAR(times, n, 0.1 * n);
    }
}

/// The round trip after a loss, in which a window does not grow, is one of six at this loss.
TEST(TransportShareTest, WhoGrowsInRecoveryGetsMore)
{
    const GridPath path{0.043, 0.01, 100e6, 1};
    const double times = Measure(path, "multiplicative", {{"RecoveryGrowth", 1}}) / Measure(path);
    RecordProperty("times", std::to_string(times));
    EXPECT_GT(times, 1.05);
    EXPECT_LT(times, 1.25);
}

/// @param scope Whose the window is. @param window Its name. @param apart Seconds between the
/// starts of the links. @param settings Constants of the window. @return How long packets wait for
/// the uplink of a peer with ten polite links, on average over 4 minutes, in seconds.
double
WaitOfTen(WindowScope scope, const std::string& window, double apart, const Settings& settings = {})
{
    TransportWorld world;
    TransportOptions options;
    options.scope = scope;
    auto& a = world.Add(options, [&] { return WindowAt(window, 0, settings); });
    a.uplink.rate = 600e3;
    a.uplink.queue = 150000;
    for (int i = 0; i < 10; ++i)
    {
        auto& b = world.Add();
        const TransportLink link = a.endpoint->Open(world.Now(), b.address, 0);
        world.Stream(a, link, std::uint64_t{1} << 40);
        world.Run(apart);
    }
    world.Run(60);
    a.uplink.waited = Time(0);
    a.uplink.sent = 0;
    world.Run(240);
    return ToSeconds(a.uplink.waited) / static_cast<double>(a.uplink.sent);
}

/// However far apart they begin: who begins later takes the queue of the others off its first delay
/// (plusplus has slowdowns instead).
TEST(TransportShareTest, TenPoliteLinksOfOnePeerArePoliteTogether)
{
    for (const std::string window : {"linear", "multiplicative", "proportional", "plusplus"})
    {
        for (const double apart : {0.0, 0.05, 5.0})
        {
            const double wait = WaitOfTen(WindowScope::kNode, window, apart);
            std::string name = window + "_" + std::to_string(apart);
            std::replace(name.begin(), name.end(), '.', '_');
            RecordProperty(name, std::to_string(wait));
            EXPECT_LE(wait, 1.5 * (window == "plusplus" ? 0.06 : 0.1)) << window << " " << apart;
        }
    }
    EXPECT_GE(WaitOfTen(WindowScope::kLink, "plusplus", 0), 0.3) << "each by itself";
}

/// Without that, links that begin later, or meet what slow start sends for others, take the queue
/// for a part of their path.
TEST(TransportShareTest, WhoTakesTheQueueForThePathIsImpolite)
{
    const Settings none{{"DeductQueue", 0}};
    EXPECT_GT(WaitOfTen(WindowScope::kNode, "linear", 0, none), 0.15);
    EXPECT_GT(WaitOfTen(WindowScope::kNode, "linear", 5, none), 0.35);
}

} // namespace
} // namespace test
} // namespace dht
