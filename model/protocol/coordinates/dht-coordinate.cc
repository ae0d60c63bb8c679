/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-coordinate.h"

#include <algorithm>
#include <boost/endian/conversion.hpp>
#include <cmath>
#include <limits>

namespace dht
{

namespace
{

/// Steps of a length on the wire in a millisecond, and of an error in 1.
constexpr double kLengthSteps = 8;
constexpr double kErrorSteps = 1000;

/// @tparam Steps A whole type. @param steps Any number. @return The nearest whole one of the type.
template <typename Steps>
Steps
Nearest(double steps)
{
    if (std::isnan(steps))
    {
        return 0;
    }
    const double least = std::numeric_limits<Steps>::min();
    const double most = std::numeric_limits<Steps>::max();
    return static_cast<Steps>(std::lround(std::clamp(steps, least, most)));
}

} // namespace

double
Distance(const Coordinate& a, const Coordinate& b)
{
    double squares = 0;
    for (std::size_t i = 0; i < a.place.size(); ++i)
    {
        const double apart = a.place[i] - b.place[i];
        squares += apart * apart;
    }
    return std::sqrt(squares) + a.height + b.height;
}

Time
PredictedRtt(const Coordinate& a, const Coordinate& b)
{
    return FromSeconds(Distance(a, b) / 1000);
}

WireCoordinate
Round(const Coordinate& point, CoordinateSpace space)
{
    WireCoordinate told;
    told.x = Nearest<std::int16_t>(point.place[0] * kLengthSteps);
    told.y = Nearest<std::int16_t>(point.place[1] * kLengthSteps);
    told.third =
        space == CoordinateSpace::kPlane
            ? Nearest<std::uint16_t>(point.height * kLengthSteps)
            : static_cast<std::uint16_t>(Nearest<std::int16_t>(point.place[2] * kLengthSteps));
    told.error = Nearest<std::uint16_t>(point.error * kErrorSteps);
    return told;
}

Coordinate
PointOf(const WireCoordinate& told, CoordinateSpace space)
{
    Coordinate point;
    point.place[0] = told.x / kLengthSteps;
    point.place[1] = told.y / kLengthSteps;
    if (space == CoordinateSpace::kPlane)
    {
        point.height = told.third / kLengthSteps;
    }
    else
    {
        point.place[2] = static_cast<std::int16_t>(told.third) / kLengthSteps;
    }
    point.error = told.error / kErrorSteps;
    return point;
}

void
Encode(const WireCoordinate& told, std::uint8_t* to)
{
    boost::endian::store_big_s16(to, told.x);
    boost::endian::store_big_s16(to + 2, told.y);
    boost::endian::store_big_u16(to + 4, told.third);
    boost::endian::store_big_u16(to + 6, told.error);
}

WireCoordinate
DecodeCoordinate(const std::uint8_t* from)
{
    WireCoordinate told;
    told.x = boost::endian::load_big_s16(from);
    told.y = boost::endian::load_big_s16(from + 2);
    told.third = boost::endian::load_big_u16(from + 4);
    told.error = boost::endian::load_big_u16(from + 6);
    return told;
}

} // namespace dht
