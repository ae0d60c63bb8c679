/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_OUTSTANDING_REQUESTS_H
#define DHT_OUTSTANDING_REQUESTS_H

#include "dht-outstanding-request.h"
#include "dht-request-tree.h"
#include "dht-time.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * Requests that were issued and not answered yet.
 */

namespace dht
{

/**
 * The requests of one source, by id and by deadline. The deadline is when to retransmit a request,
 * or when its lifetime ends. A request that is issued later has a greater id; ids may wrap, if the
 * ids that are here together differ by less than 2^63.
 *
 * Lifetimes end in the order of ids. Where the host's clock steps back, so that a request has begun
 * before an older one, it may end with that, but not before.
 */
class OutstandingRequests
{
  public:
    /// @param lifetime Age at which a request is given up.
    explicit OutstandingRequests(Time lifetime);

    /// @return Number of requests.
    std::size_t Size() const;

    /// @return Number of requests made to answer another peer's (RequestSource::Item).
    std::size_t SizeForOthers() const;

    /// @param request A request. @return Whether it is an own one that was sent again or is held
    /// up, and so is lost for all that is known.
    static bool IsLost(const OutstandingRequest& request);
    /// @return Number of requests that are lost.
    std::size_t SizeLost() const;
    /// @return Number of own requests that are held up.
    std::size_t SizeHeldUp() const;

    /// @return The earliest deadline; kNever if there is none.
    Time NextDeadline() const
    {
        return m_nextDeadline;
    }

    /// @param request A request. @return When its lifetime ends.
    Time EndOf(const OutstandingRequest& request) const;

    /// @param request A request. @return Whether the request was added; false if its id is taken.
    bool Add(OutstandingRequest request);

    /// @param id A request's id. @return The request, removed; nothing if it is unknown.
    std::optional<OutstandingRequest> Take(std::uint64_t id);

    /// @param id A request's id. @return The request; null if it is unknown.
    const OutstandingRequest* Find(std::uint64_t id) const;

    /// Requests are held up from now on. @param link By which link. @tparam Concerns Tells whether
    /// a request is. @param concerns The same.
    template <typename Concerns>
    void HoldUp(LinkIndex link, Concerns concerns);

    /// @tparam Concerns Tells whether a request is meant. @param concerns The same. @return The ids
    /// of those that are, in order.
    template <typename Concerns>
    std::vector<std::uint64_t> Which(Concerns concerns);

    /// @return The request of the earliest deadline, removed; there must be one.
    OutstandingRequest TakeEarliest();

    /// Have brought into the cache what tells where a request is.
    void Prefetch() const
    {
        m_requests.Prefetch();
    }

    /// Have both ends of the requests brought into the cache, too.
    void PrefetchEnds() const
    {
        m_requests.PrefetchEnds();
    }

  private:
    /// Find the next deadline.
    void UpdateNextDeadline();

    Time m_lifetime;                            ///< Lifetime of requests.
    RequestTree<OutstandingRequest> m_requests; ///< The requests.
    std::uint32_t m_size{0};                    ///< How many they are.
    std::uint32_t m_forOthers{0};               ///< Of these, made to answer another peer's.
    std::uint32_t m_lost{0};                    ///< Of the rest, those that are lost.
    std::uint32_t m_heldUp{0};                  ///< Of these, those that are held up.
    Time m_nextDeadline{kNever}; ///< The earliest one, as it is asked for at every message.
};

template <typename Concerns>
void
OutstandingRequests::HoldUp(LinkIndex link, Concerns concerns)
{
    m_requests.ForEach([&](OutstandingRequest& request) {
        if (!request.transmission->isForOthers && concerns(request))
        {
            m_lost += IsLost(request) ? 0 : 1;
            m_heldUp += request.transmission->isHeldUp ? 0 : 1;
            request.transmission.Write().isHeldUp = true;
            request.transmission.Write().hop = link;
        }
    });
}

template <typename Concerns>
std::vector<std::uint64_t>
OutstandingRequests::Which(Concerns concerns)
{
    std::vector<std::uint64_t> ids;
    m_requests.ForEach([&](const OutstandingRequest& request) {
        if (concerns(request))
        {
            ids.push_back(request.id);
        }
    });
    return ids;
}

} // namespace dht

#endif // DHT_OUTSTANDING_REQUESTS_H
