/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_LINK_TURNS_H
#define DHT_LINK_TURNS_H

#include "dht-connection-table.h"

#include <algorithm>
#include <cstddef>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * Which link sends next (start-time fair queueing: Goyal, Vin, Cheng, SIGCOMM 1996).
 */

namespace dht
{

/// Links that may have something to send, served in turn, each as much as its weight says. It
/// allocates only if it has never had so many links.
class LinkTurns
{
  public:
    /// A link takes part. @param link The link's number; not in it. @param start Its own time: what
    /// it has sent, divided by its weight.
    void Add(TransportLink link, double start)
    {
        m_turns.push_back({std::max(start, m_time), link});
        std::push_heap(m_turns.begin(), m_turns.end(), IsLater);
    }

    /// @return Whether no link takes part.
    bool IsEmpty() const
    {
        return m_turns.empty();
    }

    /// @return Whose turn it is. There must be a link.
    TransportLink First() const
    {
        return m_turns.front().link;
    }

    /// The first link has sent something. @param cost How much, divided by its weight.
    void Charge(double cost)
    {
        std::pop_heap(m_turns.begin(), m_turns.end(), IsLater);
        m_time = m_turns.back().start;
        m_turns.back().start += cost;
        std::push_heap(m_turns.begin(), m_turns.end(), IsLater);
    }

    /// The first link takes part no more. @return Its own time.
    double TakeFirst()
    {
        std::pop_heap(m_turns.begin(), m_turns.end(), IsLater);
        const double start = m_turns.back().start;
        m_turns.pop_back();
        return start;
    }

  private:
    /// A link's turn.
    struct Turn
    {
        double start;       ///< What it has sent, divided by its weight.
        TransportLink link; ///< The link.
    };

    /// @param a A turn. @param b Another. @return Whether the first one comes after the second.
    static bool IsLater(const Turn& a, const Turn& b)
    {
        return a.start != b.start ? a.start > b.start : a.link > b.link;
    }

    std::vector<Turn> m_turns; ///< A heap, the first turn on top.
    double m_time{0};          ///< The start of the turn that was served last.
};

} // namespace dht

#endif // DHT_LINK_TURNS_H
