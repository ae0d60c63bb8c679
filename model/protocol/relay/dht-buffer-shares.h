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
 * How much of a relay buffer each source has taken.
 */

namespace dht
{

/**
 * Counts what is queued from each connection, and of the peer itself, and keeps the greedy short. A
 * source is greedy that has more than half of a full buffer, and more than twice an equal share;
 * until, for a while, it tries to take no more than an equal share. As long as nobody is greedy,
 * everybody takes what there is.
 */
class BufferShares
{
  public:
    /// A connection, or the peer itself (nothing).
    using Source = std::optional<ConnectionId>;

    /// Sources that are told apart at once; all others count as one.
    static constexpr std::uint32_t kMostSources = 1024;

    /// @param now The present. @param from A source, of which a message is to be queued.
    /// @return Its number, as long as anything of it is queued: below kMostSources.
    std::uint32_t NumberOf(Time now, Source from);

    /// @param now The present. @param source The number of a newcomer's source. @param bytes The
    /// newcomer's size. @return Whether it may take room, if there is any: unless nearly all is
    /// free, greedy sources may not take more than others.
    bool Admits(Time now, std::uint32_t source, std::size_t bytes);

    /// A message was queued. @param source Its source's number. @param bytes Its size.
    void Add(std::uint32_t source, std::size_t bytes);
    /// A message has left. @param source Its source's number. @param bytes Its size.
    void Remove(std::uint32_t source, std::size_t bytes);

    /// There is no room. @param now The present. @param source The number of a newcomer's source.
    /// @param bytes The newcomer's size. @return The number of a greedy source that has more than
    /// the newcomer's; nothing if there is none.
    std::optional<std::uint32_t> Greediest(Time now, std::uint32_t source, std::size_t bytes);

  private:
    /// What is queued of a source.
    struct Share
    {
        Source source;           ///< Whose.
        std::size_t messages{0}; ///< Messages queued.
        std::size_t bytes{0};    ///< How many, all together.
        Time greedyUntil{0};     ///< Until when to keep it short.
    };

    /// @return How many sources have anything queued.
    std::size_t Active() const;

    std::vector<Share> m_shares; ///< By number.
    std::size_t m_bytes{0};      ///< Of all.
    std::size_t m_full{0};       ///< The same when there was no room for the last time.
};

} // namespace dht

#endif // DHT_BUFFER_SHARES_H
