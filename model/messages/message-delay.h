/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_MESSAGE_DELAY_H
#define DHT_MESSAGE_DELAY_H

#include "dht-random.h"
#include "dht-time.h"

#include <cstddef>
#include <cstdint>
#include <istream>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup dht-cc
 * How long messages travel between two peers, where no packets are simulated.
 */

namespace dht
{

/// One-way delays between peers, without what queues add.
class MessageDelay
{
  public:
    virtual ~MessageDelay() = default;

    /// @param from A peer. @param to Another. @return The delay from one to the other, above 0.
    virtual Time Get(std::uint32_t from, std::uint32_t to) const = 0;

    /// @return A delay that none is below, above 0.
    virtual Time Least() const = 0;
};

/// The same delay between any two peers.
class ConstantDelay : public MessageDelay
{
  public:
    /// @param delay The delay, above 0.
    explicit ConstantDelay(Time delay);

    Time Get(std::uint32_t from, std::uint32_t to) const override;
    Time Least() const override;

  private:
    Time m_delay; ///< Between any two peers.
};

/// Each peer has an access link with a delay of its own; those of the two peers add up.
class AccessDelays : public MessageDelay
{
  public:
    /// @param peers How many. @param least The least delay of an access link, above 0. @param most
    /// The greatest, at most 4 s. @param random Draws them.
    AccessDelays(std::size_t peers, Time least, Time most, Random& random);

    Time Get(std::uint32_t from, std::uint32_t to) const override;
    Time Least() const override;

  private:
    std::vector<std::uint32_t> m_delays; ///< Of the access links in ns.
    Time m_least;                        ///< Of all sums.
};

/// A delay for every pair of peers.
class DelayMatrix : public MessageDelay
{
  public:
    /**
     * @param in A line for each peer, with its delays in ms to all peers, with commas between them;
     *           on the diagonal, any number. Lines that begin with # are left out.
     * @param peers How many peers there have to be.
     * @throws std::invalid_argument Something in it is wrong; the message names the line.
     */
    DelayMatrix(std::istream& in, std::size_t peers);

    Time Get(std::uint32_t from, std::uint32_t to) const override;
    Time Least() const override;

  private:
    /// Read one line. @param line It. @param number Which, from 1.
    void AddLine(const std::string& line, std::size_t number);

    std::size_t m_peers;                 ///< How many.
    std::vector<std::uint32_t> m_delays; ///< In ns, source by source.
};

/// Peers have places in a square, and the delay grows with their distance.
class CoordinateDelays : public MessageDelay
{
  public:
    /// @param peers How many. @param least The delay between two at one place, above 0. @param most
    /// The delay from a corner to the opposite one. @param random Draws the places, uniformly.
    CoordinateDelays(std::size_t peers, Time least, Time most, Random& random);

    Time Get(std::uint32_t from, std::uint32_t to) const override;
    Time Least() const override;

  private:
    /// In a square of side 1.
    struct Place
    {
        float x; ///< From the left.
        float y; ///< From the bottom.
    };

    std::vector<Place> m_places; ///< Of the peers.
    Time m_least;                ///< At distance 0.
    double m_scale;              ///< ns for a distance of 1.
};

} // namespace dht

#endif // DHT_MESSAGE_DELAY_H
