/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_LINK_MEDIANS_H
#define DHT_LINK_MEDIANS_H

#include "dht-delay-filter.h"
#include "dht-sorted-delays.h"

#include <cstdint>
#include <map>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * The delays of many links that share a window.
 */

namespace dht
{

/// What is known of the delays of a link.
struct LinkDelays
{
    DelayFilter filter; ///< Its delays.
    Time recent{0};     ///< Until when it counts: for a round trip after its last sample.
};

/**
 * Medians over the links that were heard within their last round trip. A sample costs no walk over
 * the links, however many there are. It allocates if a link is new, or has few of its samples yet.
 *
 * A link that begins while others send would take their queue for a part of its path. As all of
 * them leave by one uplink, it may know better (DelayFilterOptions::deducts): its base is its first
 * delay without what the others wait just then. That is the median of their last samples.
 *
 * Where few send, one of them may decide it, and what it waits may lie elsewhere, or be a lie. So a
 * third of the first round trip is left. All of it is if they wait for longer than that: then it is
 * no part of it. And once no link is left that knows its path by itself, all go by what they have
 * measured: what was taken off by mistake is not handed on from link to link.
 */
class LinkMedians
{
  public:
    /// @param link The number of a link that is not there yet. @param delays What is known of it.
    void Add(std::uint32_t link, LinkDelays delays);
    /// @param now The present. @param link A link. @param sample What an ack on it told. @param
    /// options The constants of its filter, if it is a new link.
    void OnSample(Time now,
                  std::uint32_t link,
                  const PathSample& sample,
                  const DelayFilterOptions& options);
    /// A link is gone, and what is known of it. @param link The link.
    void Forget(std::uint32_t link);

    /// @return The median of the links' queueing delays, the lower one of two. There must be a link
    /// that counts.
    Time Queueing() const
    {
        return m_queueings.Median();
    }

    /// @return Likewise of their least round trips.
    Time LeastRoundTrip() const
    {
        return m_leastRoundTrips.Median();
    }

  private:
    /// A link.
    struct Link : LinkDelays
    {
        Time queueing{0};       ///< Of the filter, at its last sample.
        Time latest{0};         ///< Of that sample alone.
        Time leastRoundTrip{0}; ///< Likewise.
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

    /// What a new link measures has the others' queue in it. @param link The link. @param sample
    /// Its first one.
    void Deduct(Link& link, const PathSample& sample) const;
    /// @param number A link. @param link It: it counts from now on.
    void Enter(std::uint32_t number, Link& link);
    /// @param link A link that counts: no more.
    void Leave(Link& link);
    /// If all bases are assumed, none is any more.
    void Measure();
    /// Links that were not heard for a round trip count no more. @param now The present.
    void LetExpire(Time now);
    /// @param number A link. @param link It: it is looked at when it counts no more.
    void Watch(std::uint32_t number, Link& link);

    std::map<std::uint32_t, Link> m_links; ///< By number.
    SortedDelays m_queueings;              ///< Of the links that count.
    SortedDelays m_latest;                 ///< Likewise.
    SortedDelays m_leastRoundTrips;        ///< Likewise.
    std::vector<Expiry> m_expiries; ///< A heap, the first on top: one or more of each such link.
};

} // namespace dht

#endif // DHT_LINK_MEDIANS_H
