/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_RANDOM_WORKLOAD_H
#define DHT_RANDOM_WORKLOAD_H

#include "dht-workload.h"

#include <cstdint>

/**
 * @file
 * @ingroup dht-protocol
 * Requests for random keys.
 */

namespace dht
{

/// @return The key that a share of the requests may be for: the middle of the ring.
Key HotKey();

/**
 * Requests for random keys, at a given rate or as fast as they are taken. Keys are uniform over the
 * ring, or of some keys each is as popular as its rank says; a share of all requests may be for one
 * key besides. The n-th request has the same key and the same arrival time whatever the
 * scheme does with it.
 */
class RandomWorkload : public Workload
{
  public:
    /**
     * @param options The workload's options.
     * @param gaps Draws the gaps; must outlive this object.
     * @param keys Draws the keys; must outlive this object.
     */
    RandomWorkload(const WorkloadOptions& options, Random& gaps, Random& keys);

    Time NextAt(Time now) override;
    Item Take(Time now) override;
    void SetLoad(Time now, double load) override;
    std::uint64_t Made(Time now) override;
    bool IsExhausted(Time now) override;

  private:
    /// @param time The last arrival, or the start. @return The next arrival.
    Time DrawArrival(Time time);
    /// @return The time between two arrivals at the usual load.
    Time DrawGap();
    /// Count the arrivals of a fixed load. @param now The present.
    void Advance(Time now);

    WorkloadOptions m_options;  ///< The workload's options.
    Random* m_gaps;             ///< For the gaps.
    Random* m_keys;             ///< For the keys.
    Payload m_payload;          ///< The same for all requests.
    Time m_nextArrival{kNever}; ///< With a load: of the next request.
    std::uint64_t m_arrived{0}; ///< Under loads: requests so far.
    std::uint64_t m_taken{0};   ///< Requests taken.
};

} // namespace dht

#endif // DHT_RANDOM_WORKLOAD_H
