/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_RECEIVED_PACKETS_H
#define DHT_RECEIVED_PACKETS_H

#include "dht-transport-packet.h"

#include <array>
#include <cstddef>
#include <cstdint>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * Which packets have arrived: what acks list.
 */

namespace dht
{

/**
 * Numbers of packets that have arrived, as ranges. A sender skips numbers, so holes stay for ever:
 * a range is forgotten after it was listed in eight acks, unless it is the newest. Acks that are
 * lost one after the other so often cost a packet sent twice, and nothing more.
 */
class ReceivedPackets
{
  public:
    /// @param number Of a packet that has arrived. @return Whether it is the next one after the
    /// newest, or the first of all: nothing is out of order.
    bool Add(std::uint32_t number);

    /// @param number Of a packet. @return Whether it is newer than all that have arrived.
    bool IsNewest(std::uint32_t number) const
    {
        return m_count == 0 || number > m_ranges[0].range.last;
    }

    /// @return The newest number. There must be one.
    std::uint32_t Newest() const
    {
        return m_ranges[0].range.last;
    }

    /// @param [out] ack Whose ranges are filled in.
    void List(AckPacket& ack);

  private:
    /// A range, and how well known it is.
    struct Entry
    {
        PacketRange range;   ///< Numbers.
        std::uint32_t lists; ///< Acks that have listed it as it is.
    };

    /// @param at Where a range goes. @param number Its only one, so far.
    void Insert(std::size_t at, std::uint32_t number);
    /// @param at Which range goes away.
    void Erase(std::size_t at);

    std::array<Entry, kMostRanges> m_ranges; ///< Newest first.
    std::size_t m_count{0};                  ///< How many there are.
};

} // namespace dht

#endif // DHT_RECEIVED_PACKETS_H
