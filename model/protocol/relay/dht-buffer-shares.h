/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_BUFFER_SHARES_H
#define DHT_BUFFER_SHARES_H

#include "dht-host.h"
#include "dht-time.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * The share of a relay buffer that each source has taken.
 */

namespace dht
{

/**
 * Counts the queued messages of each connection and of the peer itself, and limits greedy sources.
 * A source is greedy if it has more than half of a full buffer, and more than twice an equal share.
 * It stays greedy until it has tried to take no more than an equal share for a while. As long as no
 * source is greedy, every source may take the free room.
 */
class BufferShares
{
  public:
    /// A connection, or the peer itself (nothing).
    using Source = std::optional<ConnectionId>;

    /// Sources that are told apart at once; all others count as one.
    static constexpr std::uint32_t kMostSources = 1024;

    /// @param now The present. @param from The source of a message to be queued. @return The
    /// source's number, below kMostSources, as long as any message of it is queued.
    std::uint32_t NumberOf(Time now, Source from);

    /// @param now The present. @param source The number of a newcomer's source. @param bytes The
    /// newcomer's size. @return Whether it may take free room: greedy sources may not take more
    /// than others, unless the buffer is nearly empty.
    bool Admits(Time now, std::uint32_t source, std::size_t bytes);

    /// A message was queued. @param source Its source's number. @param bytes Its size.
    void Add(std::uint32_t source, std::size_t bytes);
    /// A message has left. @param source Its source's number. @param bytes Its size.
    void Remove(std::uint32_t source, std::size_t bytes);

    /// There is no room for a newcomer. @param now The present. @param source The number of a
    /// newcomer's source.
    /// @param bytes The newcomer's size. @return The number of a greedy source that has more than
    /// the newcomer's source; nothing if there is none.
    std::optional<std::uint32_t> Greediest(Time now, std::uint32_t source, std::size_t bytes);

  private:
    /// The queued messages of a source.
    struct Share
    {
        Source source;           ///< The source.
        std::size_t messages{0}; ///< Messages queued.
        std::size_t bytes{0};    ///< Their bytes together.
        Time greedyUntil{0};     ///< Until when to limit the source.
    };

    /// @return Number of sources with queued messages.
    std::size_t Active() const;

    std::vector<Share> m_shares; ///< By number.
    std::size_t m_bytes{0};      ///< Bytes of all sources.
    std::size_t m_full{0};       ///< Bytes of all when the buffer was full last.
};

} // namespace dht

#endif // DHT_BUFFER_SHARES_H
