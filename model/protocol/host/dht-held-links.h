/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_HELD_LINKS_H
#define DHT_HELD_LINKS_H

#include "dht-routing-table.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * Which link's held requests cross next.
 */

namespace dht
{

/**
 * The turns of links whose requests are held while the uplink is busy. The host keeps the requests
 * themselves, hands over full segments at once, and asks for the next turn whenever the uplink
 * idles.
 *
 * A link has a turn if a batch waits on it, or if nothing of it is unacknowledged. What is left, a
 * request or two beside others on their way, waits for the acknowledgement as under Nagle's
 * algorithm (RFC 896). The link that has waited longest comes first, so that none starves.
 */
class HeldLinks
{
  public:
    /// Tells whether nothing that was sent on a link is unacknowledged.
    using IsQuiet = std::function<bool(LinkIndex link)>;

    /// @param batch Requests that make a batch; 0 holds nothing.
    explicit HeldLinks(std::uint32_t batch);

    /// @return Whether requests are held at all.
    bool IsOn() const;

    /// @return Whether any link waits.
    bool IsEmpty() const;

    /// Say how many requests wait on a link. @param link Which. @param requests How many; with
    /// none, the link waits no longer.
    void Set(LinkIndex link, std::size_t requests);

    /// Give a turn. @param isQuiet Tells which links are quiet. @return The link whose requests
    /// cross now and wait no longer; nothing if there is none.
    std::optional<LinkIndex> TakeNext(const IsQuiet& isQuiet);

  private:
    /// A link on which requests wait.
    struct Waiting
    {
        LinkIndex link;       ///< Whose batch waits.
        std::size_t requests; ///< How many, at least 1.
    };

    std::uint32_t m_batch;          ///< Requests that make a batch.
    std::vector<Waiting> m_waiting; ///< Links, in the order in which they began to wait.
};

} // namespace dht

#endif // DHT_HELD_LINKS_H
