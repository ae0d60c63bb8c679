/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-vivaldi.h"

#include <algorithm>
#include <cmath>

namespace dht
{

namespace
{

/// What a peer cannot know, in ms: who says more is wrong or lies.
constexpr double kFarthest = 4000;
constexpr double kFarthestMove = 10000;

/// Errors: of who knows nothing, and the least that can be told.
constexpr double kMostError = 1.5;
constexpr double kLeastError = 0.001;

/// @param length Any number. @return Whether it is one that a peer may be at.
bool
IsWithin(double length)
{
    return std::abs(length) <= kFarthest; // false for what is no number
}

} // namespace

Vivaldi::Vivaldi(const VivaldiOptions& options, Random& random)
    : m_options(options),
      m_random(random)
{
    if (options.space == CoordinateSpace::kPlane)
    {
        m_own.height = ToSeconds(options.leastHeight) * 1000;
    }
    m_told = Round(m_own, options.space);
}

const Coordinate&
Vivaldi::Place() const
{
    return m_own;
}

WireCoordinate
Vivaldi::Told() const
{
    return m_told;
}

Time
Vivaldi::Predict(const WireCoordinate& other) const
{
    return PredictedRtt(m_own, PointOf(other, m_options.space));
}

const Vivaldi::ByFault&
Vivaldi::Samples() const
{
    return m_samples;
}

SampleFault
Vivaldi::Judge(double rtt, const Coordinate& other) const
{
    if (rtt <= 0 || rtt > kFarthest)
    {
        return SampleFault::kRoundTrip;
    }
    const bool isSomewhere = std::all_of(other.place.begin(), other.place.end(), IsWithin) &&
                             IsWithin(other.height) && other.height >= 0;
    if (!isSomewhere)
    {
        return SampleFault::kPlace;
    }
    if (!(other.error >= 0 && other.error <= kMostError))
    {
        return SampleFault::kError;
    }
    const bool isTooFar = std::abs(rtt - Distance(m_own, other)) > kFarthestMove;
    return isTooFar ? SampleFault::kMove : SampleFault::kNone;
}

SampleFault
Vivaldi::OnSample(Time rtt, const WireCoordinate& other)
{
    return OnSample(rtt, PointOf(other, m_options.space));
}

SampleFault
Vivaldi::OnSample(Time rtt, const Coordinate& other)
{
    const double measured = ToSeconds(rtt) * 1000;
    const SampleFault fault = Judge(measured, other);
    if (fault == SampleFault::kNone)
    {
        const double share = m_own.error / (m_own.error + std::max(other.error, kLeastError));
        const double distance = Distance(m_own, other);
        const double error = std::abs(distance - measured) / measured;
        const double weight = m_options.errorGain * share;
        Move(other, StepFor(share) * (measured - distance));
        m_own.error =
            std::clamp(error * weight + m_own.error * (1 - weight), kLeastError, kMostError);
        m_told = Round(m_own, m_options.space);
    }
    ++m_samples[static_cast<std::size_t>(fault)];
    return fault;
}

double
Vivaldi::StepFor(double share) const
{
    if (m_options.steps == CoordinateSteps::kAdaptive)
    {
        return m_options.gain * share;
    }
    const auto taken = static_cast<double>(m_samples[static_cast<std::size_t>(SampleFault::kNone)]);
    return std::max(m_options.firstStep - m_options.stepDecrement * taken, m_options.leastStep);
}

void
Vivaldi::Move(const Coordinate& other, double force)
{
    const double distance = Distance(m_own, other);
    const double heights = m_own.height + other.height;
    const double apart = distance - heights;
    // from the same place, every direction leads away
    const bool isSame = apart <= 0;
    const auto random = isSame ? DrawDirection() : std::array<double, 3>{};
    for (std::size_t i = 0; i < random.size(); ++i)
    {
        double& own = m_own.place[i];
        const double away = isSame ? random[i] : (own - other.place[i]) / apart;
        own = std::clamp(own + force * away, -kFarthest, kFarthest);
    }
    if (m_options.space == CoordinateSpace::kPlane)
    {
        // heights take the part of the force that they are of the distance
        const double part = distance > 0 ? heights / distance : 0;
        const double least = ToSeconds(m_options.leastHeight) * 1000;
        m_own.height = std::clamp(m_own.height + force * part, least, kFarthest);
    }
}

std::array<double, 3>
Vivaldi::DrawDirection()
{
    // towards a point in a cube rather than by angles: sines are not the same on every machine
    const std::size_t dimensions = m_options.space == CoordinateSpace::kPlane ? 2 : 3;
    std::array<double, 3> direction{};
    for (std::size_t i = 0; i < dimensions; ++i)
    {
        direction[i] = 2 * m_random.Uniform() - 1;
    }
    const double length = Distance({direction}, {});
    if (length == 0)
    {
        return {1, 0, 0};
    }
    std::for_each(direction.begin(), direction.end(), [=](double& part) { part /= length; });
    return direction;
}

} // namespace dht
