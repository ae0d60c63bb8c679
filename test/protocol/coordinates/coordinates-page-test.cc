/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "places.h"
#include "rpc-network.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <gtest/gtest.h>
#include <sstream>
#include <string>
#include <vector>

/// The numbers of doc/coordinates.rst, measured again.

namespace dht
{
namespace
{

using test::CoordinateWorld;
using test::MersenneRandom;
using test::PointSet;
using test::RpcNetwork;
using test::RpcNetworkOptions;
using test::RttBetween;

constexpr std::size_t kPeersOfPage = 64;

/// @param label The first cell of a row of a table. @return The numbers after it.
std::vector<std::string>
RowOfPage(const std::string& label)
{
    std::ifstream page(places::Source() + "/doc/coordinates.rst");
    std::vector<std::string> cells;
    for (std::string line; std::getline(page, line);)
    {
        std::istringstream row(line);
        std::string cell;
        if (std::getline(row >> std::ws, cell, ',') && cell == label)
        {
            while (std::getline(row >> std::ws, cell, ','))
            {
                cells.push_back(cell);
            }
        }
    }
    return cells;
}

/// @param label Of a row. @param measured What has to stand there, as rounded in the page. What is
/// computed may differ by a little where a processor multiplies and adds at once.
void
ExpectOnPage(const std::string& label, const std::vector<double>& measured)
{
    const auto cells = RowOfPage(label);
    const std::string all = testing::PrintToString(measured);
    ASSERT_EQ(cells.size(), measured.size()) << label << ": measured are " << all;
    for (std::size_t i = 0; i < cells.size(); ++i)
    {
        const auto point = cells[i].find('.');
        const auto decimals = point == std::string::npos ? 0 : cells[i].size() - point - 1;
        const double unit = std::pow(10, -static_cast<double>(decimals));
        EXPECT_NEAR(std::stod(cells[i]), measured[i], std::max(0.51 * unit, 0.05 * measured[i]))
            << label << ": measured are " << all;
    }
}

/// @param measured Round-trip times with noise. @param truth Without. @param options The peers'.
/// @return Median errors in percent after 20, 100 and 400 samples a peer.
std::vector<double>
ErrorsOverTime(const RttBetween& measured, const RttBetween& truth, const VivaldiOptions& options)
{
    CoordinateWorld world(kPeersOfPage, measured, options);
    std::vector<double> errors;
    for (const std::size_t rounds : {20, 80, 300})
    {
        world.Ask(rounds);
        errors.push_back(100 * world.MedianError(truth));
    }
    return errors;
}

/// @return The options of the release of April 2004.
VivaldiOptions
Of2004()
{
    VivaldiOptions options;
    options.space = CoordinateSpace::kSpace;
    options.steps = CoordinateSteps::kDecreasing;
    return options;
}

TEST(CoordinatesPageTest, ErrorsOfCoordinates)
{
    const auto plane = PointSet(kPeersOfPage, 200, 0).Rtts();
    ExpectOnPage("a plane", ErrorsOverTime(plane, plane, {}));
    const auto heights = PointSet(kPeersOfPage, 200, 20).Rtts();
    ExpectOnPage("a plane with heights", ErrorsOverTime(heights, heights, {}));
    VivaldiOptions decreasing;
    decreasing.steps = CoordinateSteps::kDecreasing;
    ExpectOnPage("the same; decreasing steps", ErrorsOverTime(heights, heights, decreasing));
    ExpectOnPage("the same; three dimensions", ErrorsOverTime(heights, heights, Of2004()));
    MersenneRandom random(7);
    const auto noisy = [&](std::size_t a, std::size_t b) {
        return heights(a, b) * (0.9 + 0.2 * random.Uniform());
    };
    ExpectOnPage("the same; 10 % of noise", ErrorsOverTime(noisy, heights, {}));
    const auto detours = [&](std::size_t a, std::size_t b) {
        return heights(a, b) * ((a + b) % 3 == 0 ? 1.5 : 1);
    };
    ExpectOnPage("the same; detours", ErrorsOverTime(detours, detours, {}));
}

TEST(CoordinatesPageTest, ErrorsOfNewcomers)
{
    const auto rtts = PointSet(kPeersOfPage + 8, 200, 20).Rtts();
    CoordinateWorld world(kPeersOfPage, rtts);
    world.Ask(1000);
    for (int i = 0; i < 8; ++i)
    {
        world.Add();
    }
    double worst = 0;
    std::vector<double> errors;
    for (int round = 1; round <= 60; ++round)
    {
        world.Ask(1);
        worst = std::max(worst, 100 * world.MedianError(rtts, 0, kPeersOfPage));
        if (round % 20 == 0)
        {
            errors.push_back(100 * world.MedianError(rtts, kPeersOfPage));
        }
    }
    errors.push_back(worst);
    ExpectOnPage("eight newcomers", errors);
}

/// @param lie What one peer in 64 says. @return The median error of the others, in percent.
double
ErrorUnderLie(const WireCoordinate& lie)
{
    const auto rtts = PointSet(kPeersOfPage, 200, 20).Rtts();
    CoordinateWorld world(kPeersOfPage, rtts);
    world.Ask(500);
    world.SetLie(kPeersOfPage - 1, lie);
    world.Ask(500);
    return 100 * world.MedianError(rtts, 0, kPeersOfPage - 1);
}

TEST(CoordinatesPageTest, ErrorsUnderALie)
{
    const auto at = [](double x, double error) {
        return ErrorUnderLie(Round({{x, 0, 0}, 0, error}, CoordinateSpace::kPlane));
    };
    ExpectOnPage("a liar", {at(0, 0), at(400, 0), at(4000, 0), at(4000, 1.5), at(4001, 0)});
}

/// What one peer of a network comes to that asks others for as long as it runs.
struct Achieved
{
    double window{0};   ///< Mean over time.
    double rate{0};     ///< RPCs answered in a second.
    double spurious{0}; ///< Of transmissions, in percent.
    double surplus{0};  ///< Of timers over round trips, to that of timers of 1 s.
};

/// What timers have beyond the round trips that they wait for, summed up over all questions of a
/// peer. Losses do not heed how long a timer is, so the mean is that of what is lost, too.
class TimerSurplus
{
  public:
    /// @param network The network. @param options What it is made of. @param node The peer.
    TimerSurplus(RpcNetwork& network, const RpcNetworkOptions& options, RpcNetwork::Node& node)
    {
        node.isLost = [this, &network, &options, &node](const Rpc& rpc) {
            const std::size_t to = rpc.to.Ipv4Address() - RpcNetwork::EndpointOf(0).Ipv4Address();
            const RpcTarget target{rpc.to, network.At(to).vivaldi.Told()};
            const double timer =
                ToSeconds(node.endpoint.Predictor().Timeout(node.endpoint.Predict(target), false));
            const double rtt = options.rtt(0, to) / 1000 * (1 + options.jitter);
            m_own += timer - rtt;
            m_fixed += 1 - rtt;
            return false;
        };
    }

    /// @return The surplus, to that of timers of 1 s.
    double OverFixed() const
    {
        return m_own / m_fixed;
    }

  private:
    double m_own{0};   ///< Of the peer's timers, in seconds.
    double m_fixed{0}; ///< Of timers of 1 s, likewise.
};

/// @param options The network. @return What its first peer comes to in ten minutes.
Achieved
AskForTenMinutes(const RpcNetworkOptions& options)
{
    RpcNetwork network(options);
    auto& node = network.At(0);
    double sum = 0;
    double last = 0;
    double size = 1;
    node.onCall = [&, isFilling = false](RpcNetwork::Node& asker) mutable {
        const double now = ToSeconds(network.Now());
        sum += (now - last) * size;
        last = now;
        size = asker.endpoint.Window().Size();
        while (!isFilling && asker.endpoint.Waiting() < 8)
        {
            isFilling = true;
            asker.Ask();
            isFilling = false;
        }
    };
    const TimerSurplus surplus(network, options, node);
    node.Ask();
    network.Run(600);
    const RpcCounters& counts = node.endpoint.Counts();
    return {sum / last,
            static_cast<double>(counts.answered) / 600,
            100 * static_cast<double>(counts.spurious) / static_cast<double>(counts.sent),
            surplus.OverFixed()};
}

TEST(CoordinatesPageTest, WindowsUnderLoss)
{
    for (const double percent : {1, 2, 5})
    {
        RpcNetworkOptions options;
        options.loss = percent / 100;
        const Achieved plain = AskForTenMinutes(options);
        options.rpc.window.halving = WindowHalving::kEachRound;
        const Achieved once = AskForTenMinutes(options);
        std::ostringstream label;
        label << percent << " %";
        ExpectOnPage(label.str(),
                     {std::sqrt(1.5 / options.loss), plain.window, plain.rate, once.window});
    }
}

TEST(CoordinatesPageTest, RatesByMultiplier)
{
    std::vector<double> rates;
    for (const double multiplier : {1, 3, 5})
    {
        RpcNetworkOptions options;
        options.loss = 0.02;
        options.rpc.window.multiplier = multiplier;
        rates.push_back(AskForTenMinutes(options).rate);
    }
    ExpectOnPage("RPCs answered in a second", rates);
}

TEST(CoordinatesPageTest, SpuriousTimeoutsByErrorFactor)
{
    std::vector<double> spurious;
    std::vector<double> windows;
    std::vector<double> surplus;
    for (const double factor : {1, 2, 4, 6, 8})
    {
        RpcNetworkOptions options;
        options.rtt = PointSet(options.peers, 200, 20).Rtts();
        options.loss = 0.02;
        options.jitter = 0.2;
        options.rpc.timer.errorFactor = factor;
        const Achieved achieved = AskForTenMinutes(options);
        spurious.push_back(achieved.spurious);
        windows.push_back(achieved.window);
        surplus.push_back(achieved.surplus);
    }
    ExpectOnPage("spurious timeouts", spurious);
    ExpectOnPage("mean window", windows);
    ExpectOnPage("surplus of timers", surplus);
}

} // namespace
} // namespace dht
