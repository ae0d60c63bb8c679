/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_VIVALDI_H
#define DHT_VIVALDI_H

#include "dht-coordinate.h"
#include "dht-parameter.h"
#include "dht-random.h"
#include "dht-time.h"

#include <array>
#include <cstdint>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * How a peer finds its coordinates.
 */

namespace dht
{

/// How far a sample moves a peer.
enum class CoordinateSteps : std::uint8_t
{
    kAdaptive,   ///< By how much surer the other peer is of itself.
    kDecreasing, ///< Less with each sample.
};

/// What a peer's coordinates are found by. The defaults are those of Dabek, Cox, Kaashoek and
/// Morris, "Vivaldi", SIGCOMM 2004, in two dimensions and a height.
struct VivaldiOptions
{
    CoordinateSpace space{CoordinateSpace::kPlane};    ///< Where peers are.
    CoordinateSteps steps{CoordinateSteps::kAdaptive}; ///< How far a sample moves a peer.
    double gain{0.25};                                 ///< c_c: of a sample, in the coordinates.
    double errorGain{0.25};                            ///< c_e: of a sample, in the error.
    Time leastHeight{FromSeconds(0.0001)};             ///< Nobody is nearer to the core.
    double firstStep{1};                               ///< Decreasing steps begin with this one,
    double leastStep{0.05};                            ///< end with this one,
    double stepDecrement{0.0025};                      ///< and get smaller by so much each.

    /// @return What users may set of it: all.
    static const std::vector<ParameterOf<VivaldiOptions>>& Table();
};

/// Why a sample was not taken: no peer that keeps to the protocol says so.
enum class SampleFault : std::uint8_t
{
    kRoundTrip, ///< The round-trip time is not above 0, or beyond 4 s.
    kPlace,     ///< The other peer is nowhere: not finite, beyond 4 s, or below ground.
    kError,     ///< The other peer's error is not in 0..1.5.
    kMove,      ///< It would be a move of more than 10 s.
    kNone,      ///< It was taken.
};

/// The coordinates of one peer, which move with each round-trip time that it measures.
class Vivaldi
{
  public:
    /// Samples by what became of them.
    using ByFault = std::array<std::uint64_t, static_cast<std::size_t>(SampleFault::kNone) + 1>;

    /// @param options The constants. @param random For directions; must outlive this object.
    Vivaldi(const VivaldiOptions& options, Random& random);

    /**
     * The other peer has answered, and told where it is.
     *
     * @param rtt The round-trip time.
     * @param other Where it says it is.
     * @return What became of the sample.
     */
    SampleFault OnSample(Time rtt, const WireCoordinate& other);
    /// The same, of a point that was not rounded. @param rtt The round-trip time. @param other The
    /// point. @return What became of the sample.
    SampleFault OnSample(Time rtt, const Coordinate& other);

    /// @return Where this peer is.
    const Coordinate& Place() const;
    /// @return The same, as it is told to others.
    WireCoordinate Told() const;
    /// @param other Where another peer says it is. @return The predicted round-trip time to there.
    Time Predict(const WireCoordinate& other) const;
    /// @return What has become of samples, by SampleFault: those that were taken are the last.
    const ByFault& Samples() const;

  private:
    /// @param rtt In ms. @param other A point. @return What is wrong with them.
    SampleFault Judge(double rtt, const Coordinate& other) const;
    /// @param share Of the sample, of 0..1. @return How far to go towards where it is right.
    double StepFor(double share) const;
    /// Be pushed. @param other The other peer's point. @param force So far, in ms; below 0: be
    /// pulled.
    void Move(const Coordinate& other, double force);
    /// @return Something of length 1.
    std::array<double, 3> DrawDirection();

    VivaldiOptions m_options; ///< The constants.
    Random& m_random;         ///< For directions.
    Coordinate m_own;         ///< Where this peer is.
    WireCoordinate m_told;    ///< The same, as others are told: each message says it.
    ByFault m_samples{};      ///< What has become of them.
};

} // namespace dht

#endif // DHT_VIVALDI_H
