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

PredictedDelays::PredictedDelays(MessageLevelStore& store, dht::CoordinateSpace space)
{
    for (uint32_t peer = 0; peer < store.Size(); ++peer)
    {
        // as it is told to others: they know no better
        m_places.push_back(dht::PointOf(store.Get(peer).Coordinates().Told(), space));
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
SettleCoordinates(MessageLevelStore& store, uint64_t probes, const std::function<void()>& onEnd)
{
    if (probes == 0)
    {
        onEnd();
        return;
    }
    const Time apart = PROBE_INTERVAL / static_cast<int64_t>(store.Size());
    for (uint32_t peer = 0; peer < store.Size(); ++peer)
    {
        Simulator::Schedule(peer * apart, [&store, peer] { store.Get(peer).Probe(DhtPresent()); });
    }
    Simulator::Schedule(PROBE_INTERVAL,
                        [&store, probes, onEnd] { SettleCoordinates(store, probes - 1, onEnd); });
}

std::vector<double>
CoordinateErrors(MessageLevelStore& store, dht::Random& random)
{
    const auto draw = [&] { return static_cast<uint32_t>(dht::DrawBelow(random, store.Size())); };
    std::vector<double> errors;
    for (int pair = 0; pair < COMPARED_PAIRS; ++pair)
    {
        const uint32_t a = draw();
        const uint32_t b = draw();
        if (a != b && store.IsUp(a) && store.IsUp(b))
        {
            const dht::Vivaldi& here = store.Get(a).Coordinates();
            const double predicted =
                dht::ToSeconds(here.Predict(store.Get(b).Coordinates().Told()));
            const dht::PeerDelays& delays = store.GetDelays();
            const double real = dht::ToSeconds(delays.Get(a, b) + delays.Get(b, a));
            errors.push_back(std::abs(predicted - real) / real);
        }
    }
    return errors;
}

} // namespace ns3
