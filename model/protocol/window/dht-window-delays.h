/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_WINDOW_DELAYS_H
#define DHT_WINDOW_DELAYS_H

#include "dht-delay-filter.h"
#include "dht-sorted-delays.h"

#include <boost/container/small_vector.hpp>
#include <cstdint>
#include <map>

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
 * neighbour. With one link they are the delays of that link.
 *
 * A sample costs no walk over the links, however many there are, and allocates only if there were
 * never so many.
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

    /// @return The median of the links' queueing delays, the lower one of two, at the last sample;
    /// 0 before any.
    Time Queueing() const;
    /// @return Likewise of their least round trips.
    Time LeastRoundTrip() const;

  private:
    /// What is known of a link.
    struct Link
    {
        DelayFilter filter;     ///< Its delays.
        Time queueing{0};       ///< Of the filter, at its last sample.
        Time leastRoundTrip{0}; ///< Likewise.
        Time recent{0};         ///< Until when it counts.
        Time expiry{kNever};    ///< Of its first Expiry.
        bool isCounted{false};  ///< It is among the medians.
    };

    /// When a link may count no more.
    struct Expiry
    {
        Time time;          ///< Then, or later if it was heard since. If the link has another first
                            ///< one, this one says nothing.
        std::uint32_t link; ///< The link it is of.

        /// @param other Another. @return Whether that one comes first.
        bool operator<(const Expiry& other) const
        {
            return time > other.time;
        }
    };

    /// @param link A link that counts: no more.
    void Leave(Link& link);
    /// Links that were not heard for a round trip count no more. @param now The present.
    void LetExpire(Time now);
    /// @param number A link. @param link It: it is looked at when it counts no more.
    void Watch(std::uint32_t number, Link& link);

    DelayFilterOptions m_options;          ///< The constants.
    std::map<std::uint32_t, Link> m_links; ///< By number.
    SortedDelays m_queueings;              ///< Of the links that count.
    SortedDelays m_leastRoundTrips;        ///< Likewise.
    /// A heap, the first on top: one or more of each link that counts.
    boost::container::small_vector<Expiry, 1> m_expiries;
    Time m_queueing{0};       ///< The median at the last sample.
    Time m_leastRoundTrip{0}; ///< Likewise.
};

} // namespace dht

#endif // DHT_WINDOW_DELAYS_H
