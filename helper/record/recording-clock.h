/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_RECORDING_CLOCK_H
#define DHT_CC_RECORDING_CLOCK_H

#include "dht-time.h"

#include "ns3/event-id.h"
#include "ns3/nstime.h"

#include <functional>

/**
 * @file
 * @ingroup dht-cc
 * @internal
 * When a recording takes its samples.
 */

namespace ns3
{

/**
 * @ingroup dht-cc
 * Has samples taken at regular times of the simulation, until it is stopped.
 */
class RecordingClock
{
  public:
    /// @param interval From sample to sample. @param sample Takes one.
    RecordingClock(dht::Time interval, std::function<void()> sample);
    ~RecordingClock();

    RecordingClock(const RecordingClock&) = delete;
    RecordingClock& operator=(const RecordingClock&) = delete;

    /// Take the first sample, now.
    void Start();
    /// Take no more samples.
    void Stop();

  private:
    Time m_interval;                //!< From sample to sample.
    std::function<void()> m_sample; //!< Takes one.
    EventId m_next;                 //!< Of the next one.
};

} // namespace ns3

#endif // DHT_CC_RECORDING_CLOCK_H
