/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_TIME_H
#define DHT_TIME_H

#include <chrono>

/**
 * @file
 * @ingroup dht-protocol
 * Time as the protocol core sees it: a number that the host hands in.
 */

namespace dht
{

/// An instant (since an origin of the host's choice) or a duration, in nanoseconds.
using Time = std::chrono::nanoseconds;

/// An instant that never comes.
constexpr Time kNever = Time::max();

/**
 * @param time A duration.
 * @return The same duration in seconds.
 */
constexpr double
ToSeconds(Time time)
{
    return std::chrono::duration<double>(time).count();
}

/**
 * @param seconds A duration in seconds.
 * @return The same duration, cut to the nanosecond; kNever if it does not fit (292 years).
 */
constexpr Time
FromSeconds(double seconds)
{
    return seconds < ToSeconds(kNever) ? Time(static_cast<Time::rep>(seconds * 1e9)) : kNever;
}

/**
 * @param time An instant.
 * @param duration A duration, not negative.
 * @return The instant that much later; kNever if it does not fit.
 */
constexpr Time
Later(Time time, Time duration)
{
    return time < kNever - duration ? time + duration : kNever;
}

} // namespace dht

#endif // DHT_TIME_H
