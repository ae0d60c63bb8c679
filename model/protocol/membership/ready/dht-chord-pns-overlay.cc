/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-chord-pns-overlay.h"

#include <optional>

namespace dht
{

namespace
{

/// Chooses the fingers of one peer.
class FingerChoice
{
  public:
    /// @param ring All peers. @param delays Between them. @param peer Whose fingers.
    FingerChoice(const Ring& ring, const PeerDelays& delays, std::size_t peer)
        : m_ring(ring),
          m_delays(delays),
          m_peer(peer)
    {
    }

    /// @param octave i. @param candidates How many to compare. @return The nearest of the first
    /// peers in the octave; nothing if it is empty.
    std::optional<std::size_t> Nearest(unsigned octave, std::size_t candidates) const
    {
        std::optional<std::size_t> nearest;
        std::size_t peer = m_ring.FirstFrom(m_ring.Id(m_peer) + (Key(1) << octave));
        for (std::size_t i = 0; i < candidates && IsIn(octave, peer); ++i)
        {
            if (!nearest || RoundTrip(peer) < RoundTrip(*nearest))
            {
                nearest = peer;
            }
            peer = (peer + 1) % m_ring.Size();
        }
        return nearest;
    }

  private:
    /// @param octave i. @param peer A peer. @return Whether its distance is from 2^i to 2^(i+1).
    bool IsIn(unsigned octave, std::size_t peer) const
    {
        return peer != m_peer && (m_ring.Id(peer) - m_ring.Id(m_peer)).HighestBit() == octave;
    }

    /// @param peer Another peer. @return The time there and back.
    Time RoundTrip(std::size_t peer) const
    {
        const auto here = static_cast<std::uint32_t>(m_peer);
        const auto there = static_cast<std::uint32_t>(peer);
        return m_delays.Get(here, there) + m_delays.Get(there, here);
    }

    const Ring& m_ring;         ///< All peers.
    const PeerDelays& m_delays; ///< Between them.
    std::size_t m_peer;         ///< Whose fingers.
};

} // namespace

ChordPnsOverlay::ChordPnsOverlay(Ring ring, const PeerDelays& delays, std::size_t candidates)
    : ClockwiseOverlay(std::move(ring)),
      m_neighbours(Peers().Size())
{
    for (std::size_t peer = 0; peer < Peers().Size(); ++peer)
    {
        std::vector<std::size_t>& neighbours = m_neighbours[peer];
        if (Peers().Size() > 1)
        {
            neighbours.push_back((peer + 1) % Peers().Size());
        }
        const FingerChoice choice(Peers(), delays, peer);
        for (unsigned octave = 0; octave < kKeyBits; ++octave)
        {
            const auto finger = choice.Nearest(octave, candidates);
            if (finger && *finger != neighbours.front())
            {
                neighbours.push_back(*finger);
            }
        }
    }
}

std::vector<std::size_t>
ChordPnsOverlay::Neighbours(std::size_t peer) const
{
    return m_neighbours[peer];
}

} // namespace dht
