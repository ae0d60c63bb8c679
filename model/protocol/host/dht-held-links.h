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
 * The order in which links send the requests that are held.
 */

namespace dht
{

/// Requests for one neighbour that make a batch. Short ones have to be more: each segment has the
/// same headers, however little it carries.
struct LeastBatch
{
    std::uint32_t requests{0}; ///< Their number, or more of them if they are short; 0: none is.
    /// Of each on average, at the least; 0: none counts as short. More than half of a full segment
    /// is not asked of all together: full segments leave at once, so that it may never be there.
    std::uint32_t bytes{0};

    /// @param size Bytes of a request's frame. @return How many of that size make a batch; 0: none.
    std::uint32_t Of(std::size_t size) const;
    /// @param held Requests for one neighbour. @param size Bytes of their frames. @return Whether
    /// they make a batch.
    bool IsMadeBy(std::size_t held, std::size_t size) const;

  private:
    /// @return Bytes of a batch, at the least.
    std::size_t LeastBytes() const;
};

/**
 * The turns of links whose requests are held while the uplink is busy. The host keeps the requests
 * themselves, hands over full segments at once, and asks for the next turn whenever the uplink
 * idles.
 *
 * A link has a turn if a batch waits on it, or if it has no unacknowledged data. Fewer requests
 * beside unacknowledged data wait for the acknowledgement as under Nagle's algorithm (RFC 896). The
 * link that has waited longest comes first, so that none starves.
 */
class HeldLinks
{
  public:
    /// Tells whether a link has no unacknowledged data.
    using IsQuiet = std::function<bool(LinkIndex link)>;

    /// @param batch What makes a batch; nothing is held if nothing does.
    explicit HeldLinks(const LeastBatch& batch);

    /// @return Whether requests are held at all.
    bool IsOn() const;

    /// @return Whether any link waits.
    bool IsEmpty() const;

    /// Set the requests that wait on a link. @param link The link. @param requests Their number;
    /// with 0, the link waits no longer. @param bytes Of their frames; any if LeastBatch::bytes is
    /// 0.
    void Set(LinkIndex link, std::size_t requests, std::size_t bytes = 0);

    /// Give a turn. @param isQuiet Tells which links are quiet. @return The link whose requests
    /// are sent now and wait no longer; nothing if there is none.
    std::optional<LinkIndex> TakeNext(const IsQuiet& isQuiet);

  private:
    /// A link on which requests wait.
    struct Waiting
    {
        LinkIndex link; ///< The link.
        bool isBatch;   ///< Whether its requests make a batch.
    };

    LeastBatch m_batch;             ///< What makes a batch.
    std::vector<Waiting> m_waiting; ///< Links, in the order in which they began to wait.
};

} // namespace dht

#endif // DHT_HELD_LINKS_H
