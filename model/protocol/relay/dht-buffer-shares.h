/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_BUFFER_SHARES_H
#define DHT_BUFFER_SHARES_H

#include "dht-host.h"

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

/// Counts what is queued from each connection, and of the peer itself.
class BufferShares
{
  public:
    /// A connection, or the peer itself (nothing).
    using Source = std::optional<ConnectionId>;

    /// Sources that are told apart at once; all others count as one.
    static constexpr std::uint32_t kMostSources = 1024;

    /// @param from A source, of which a message is to be queued. @return Its number, as long as
    /// anything of it is queued: below kMostSources.
    std::uint32_t NumberOf(Source from);

    /// A message was queued. @param source Its source's number. @param bytes Its size.
    void Add(std::uint32_t source, std::size_t bytes);
    /// A message has left. @param source Its source's number. @param bytes Its size.
    void Remove(std::uint32_t source, std::size_t bytes);

    /// @param source The number of a newcomer's source. @param bytes The newcomer's size.
    /// @return The number of the source that takes most, if that is another one and takes more than
    /// the newcomer's would with it; otherwise nothing.
    std::optional<std::uint32_t> Greediest(std::uint32_t source, std::size_t bytes) const;

  private:
    /// What is queued of a source.
    struct Share
    {
        Source source;           ///< Whose.
        std::size_t messages{0}; ///< How many; with none, the number is free.
        std::size_t bytes{0};    ///< How many, all together.
    };

    std::vector<Share> m_shares; ///< By number.
};

} // namespace dht

#endif // DHT_BUFFER_SHARES_H
