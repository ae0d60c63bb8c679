/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "store-coordinates.h"

#include "dht-present-time.h"

#include "ns3/simulator.h"

#include <algorithm>
#include <cmath>

namespace ns3
{

namespace
{

/// Pairs of peers for which coordinates are compared with the truth.
constexpr int COMPARED_PAIRS = 10000;

/// Between two probes of a peer: more than most round trips, so that each begins where the one
/// before has led.
const Time PROBE_INTERVAL = MilliSeconds(500);

} // namespace

PredictedDelays::PredictedDelays(DatagramStoreNetwork& network, dht::CoordinateSpace space)
{
    for (uint32_t peer = 0; peer < network.Size(); ++peer)
    {
        // as it is told to others: they know no better
        m_places.push_back(dht::PointOf(network.StorageOf(peer).Coordinates().Told(), space));
    }
}

dht::Time
PredictedDelays::Get(uint32_t from, uint32_t to) const
{
    return std::max(dht::PredictedRtt(m_places[from], m_places[to]) / 2, Least());
}

dht::Time
PredictedDelays::Least() const
{
    return dht::Time(1);
}

void
SettleCoordinates(DatagramStoreNetwork& network,
                  uint64_t probes,
                  const std::function<void()>& onEnd)
{
    if (probes == 0)
    {
        onEnd();
        return;
    }
    const Time apart = PROBE_INTERVAL / static_cast<int64_t>(network.Size());
    for (uint32_t peer = 0; peer < network.Size(); ++peer)
    {
        Simulator::Schedule(peer * apart,
                            [&network, peer] { network.StorageOf(peer).Probe(DhtPresent()); });
    }
    Simulator::Schedule(PROBE_INTERVAL, [&network, probes, onEnd] {
        SettleCoordinates(network, probes - 1, onEnd);
    });
}

std::vector<double>
CoordinateErrors(DatagramStoreNetwork& network, dht::Random& random)
{
    const auto draw = [&] { return static_cast<uint32_t>(dht::DrawBelow(random, network.Size())); };
    std::vector<double> errors;
    for (int pair = 0; pair < COMPARED_PAIRS; ++pair)
    {
        const uint32_t a = draw();
        const uint32_t b = draw();
        if (a != b && network.IsUp(a) && network.IsUp(b))
        {
            const dht::Vivaldi& here = network.StorageOf(a).Coordinates();
            const double predicted =
                dht::ToSeconds(here.Predict(network.StorageOf(b).Coordinates().Told()));
            const dht::PeerDelays& delays = network.GetDelays();
            const double real = dht::ToSeconds(delays.Get(a, b) + delays.Get(b, a));
            errors.push_back(std::abs(predicted - real) / real);
        }
    }
    return errors;
}

} // namespace ns3
