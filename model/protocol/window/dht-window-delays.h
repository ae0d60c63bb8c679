/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_WINDOW_DELAYS_H
#define DHT_WINDOW_DELAYS_H

#include "dht-link-medians.h"

#include <cstdint>
#include <memory>
#include <optional>

/**
 * @file
 * @ingroup dht-protocol
 * The delays that a window heeds, whether it serves one link or all links of a peer.
 */

namespace dht
{

/**
 * The delays that the links of a window share: medians over those that were heard within their last
 * round trip. The links' own uplink is in all of them; a queue near the other end of one link, or a
 * lie told there, is in one. Were the worst link to count, a peer would be as slow as its slowest
 * neighbour. With one link they are the delays of that link, and take no more memory than it does.
 */
class WindowDelays
{
  public:
    /// @param options The constants of each link's filter.
    explicit WindowDelays(const DelayFilterOptions& options);

    /// @param now The present. @param link The link. @param sample What an ack on it told.
    void OnSample(Time now, std::uint32_t link, const PathSample& sample);
    /// A link is gone, and what is known of it. @param link The link.
    void Forget(std::uint32_t link);

    /// @param link A link. @return Whether no other one was heard.
    bool IsOnly(std::uint32_t link) const
    {
        return !m_medians && (!m_only || *m_only == link);
    }

    /// @return The median of the links' queueing delays, the lower one of two, at the last sample;
    /// 0 before any.
    Time Queueing() const
    {
        return m_queueing;
    }

    /// @return Likewise of their least round trips.
    Time LeastRoundTrip() const
    {
        return m_leastRoundTrip;
    }

  private:
    /// @return What is known of a link before its first sample.
    LinkDelays Unheard() const;

    std::optional<std::uint32_t> m_only;    ///< The one link that was heard, while it is alone.
    LinkDelays m_delays;                    ///< Of that link.
    std::unique_ptr<LinkMedians> m_medians; ///< Once there was another one.
    Time m_queueing{0};                     ///< The median at the last sample.
    Time m_leastRoundTrip{0};               ///< Likewise.
};

} // namespace dht

#endif // DHT_WINDOW_DELAYS_H
