/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_WINDOW_DELAYS_H
#define DHT_WINDOW_DELAYS_H

#include "dht-delay-filter.h"

#include <cstdint>
#include <map>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * The one delay that a window heeds, whether it serves one link or all links of a peer.
 */

namespace dht
{

/**
 * The queueing delay that the links of a window share: the median over those that were heard within
 * their last round trip. The links' own uplink is in all of them; a queue near the other end of one
 * link, or a lie told there, is in one. Were the worst link to count, a peer would be as slow as
 * its slowest neighbour. With one link it is the delay of that link.
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

    /// @return The median of the links' queueing delays, the lower one of two; 0 before any sample.
    Time Queueing() const;
    /// @return The least round trip of the link that was heard last; 0 before any sample.
    Time LeastRoundTrip() const;

  private:
    /// What is known of a link.
    struct Link
    {
        DelayFilter filter; ///< Its delays.
        Time heard;         ///< When its last sample came.
        Time roundTrip;     ///< That sample's.
    };

    /// @param now The present. @return The median over the links heard lately.
    Time Median(Time now);

    DelayFilterOptions m_options;          ///< The constants.
    std::map<std::uint32_t, Link> m_links; ///< By number.
    std::vector<Time> m_recent;            ///< Their delays; kept, as it is needed at each sample.
    Time m_queueing{0};                    ///< The median at the last sample.
    Time m_leastRoundTrip{0};              ///< Of the link heard last.
};

} // namespace dht

#endif // DHT_WINDOW_DELAYS_H
