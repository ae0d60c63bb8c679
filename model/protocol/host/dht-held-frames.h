/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_HELD_FRAMES_H
#define DHT_HELD_FRAMES_H

#include <cstddef>
#include <deque>

/**
 * @file
 * @ingroup dht-protocol
 * Which requests of one link are held.
 */

namespace dht
{

/// The sizes of the frames that wait to be handed to TCP, in their order. Of the first one, TCP may
/// have the beginning.
class HeldFrames
{
  public:
    /// @param size Bytes of one more frame.
    void Add(std::size_t size)
    {
        m_sizes.push_back(size);
        m_bytes += size;
    }

    /// TCP is handed the first of them. @param bytes How much, at most what waits.
    void Take(std::size_t bytes)
    {
        m_begun += bytes;
        while (!m_sizes.empty() && m_sizes.front() <= m_begun)
        {
            m_begun -= m_sizes.front();
            m_bytes -= m_sizes.front();
            m_sizes.pop_front();
        }
    }

    /// @return How many wait, one that TCP has in part included.
    std::size_t Count() const
    {
        return m_sizes.size();
    }

    /// @return Bytes of these, from the beginning of the first.
    std::size_t Bytes() const
    {
        return m_bytes;
    }

  private:
    std::deque<std::size_t> m_sizes; ///< Bytes of each.
    std::size_t m_bytes{0};          ///< Of all.
    std::size_t m_begun{0};          ///< Bytes of the first that TCP has.
};

} // namespace dht

#endif // DHT_HELD_FRAMES_H
