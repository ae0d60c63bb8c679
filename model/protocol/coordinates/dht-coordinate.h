/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_COORDINATE_H
#define DHT_COORDINATE_H

#include "dht-time.h"

#include <array>
#include <cstddef>
#include <cstdint>

/**
 * @file
 * @ingroup dht-protocol
 * Where a peer is in a space whose distances are round-trip times.
 */

namespace dht
{

/// Which space. All peers of a ring are in the same one.
enum class CoordinateSpace : std::uint8_t
{
    kPlane, ///< Two dimensions, and above them a height: the way to the network's core and back.
    kSpace, ///< Three dimensions, and no height.
};

/// A point, and how well it is known. Lengths are milliseconds of round-trip time.
struct Coordinate
{
    std::array<double, 3> place{}; ///< The third one is 0 in the plane.
    double height{0};              ///< 0 in three dimensions.
    double error{1};               ///< The expected relative error of predictions.
};

/// @param a A point. @param b Another. @return The round-trip time between them, in ms.
double Distance(const Coordinate& a, const Coordinate& b);

/// @param a A point. @param b Another. @return The predicted round-trip time between them.
Time PredictedRtt(const Coordinate& a, const Coordinate& b);

/**
 * A point as peers tell it to each other. It is rounded when it is told, and never again, so that
 * peers of all hosts decide by the same numbers.
 */
struct WireCoordinate
{
    /// Bytes of a frame.
    static constexpr std::size_t kSize = 8;

    std::int16_t x{0};         ///< In 1/8 ms.
    std::int16_t y{0};         ///< In 1/8 ms.
    std::uint16_t third{0};    ///< The height in 1/8 ms; or the third dimension, as x and y are.
    std::uint16_t error{1000}; ///< In 1/1000.

    /// @param other Another one. @return Whether both are the same.
    bool operator==(const WireCoordinate& other) const
    {
        return x == other.x && y == other.y && third == other.third && error == other.error;
    }
};

/// @param point A point; what is out of range becomes the end of the range, what is no number 0.
/// @param space Its dimensions and range. @return What to tell others.
WireCoordinate Round(const Coordinate& point, CoordinateSpace space);

/// @param told What a peer has told. @param space Its dimensions and range. @return The point.
Coordinate PointOf(const WireCoordinate& told, CoordinateSpace space);

/// @param told A point. @param to WireCoordinate::kSize bytes, which it is written to.
void Encode(const WireCoordinate& told, std::uint8_t* to);

/// @param from WireCoordinate::kSize bytes. @return The point there. Any bytes are one: whether it
/// can be believed is Vivaldi's business.
WireCoordinate DecodeCoordinate(const std::uint8_t* from);

} // namespace dht

#endif // DHT_COORDINATE_H
