/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_OUTSTANDING_REQUESTS_H
#define DHT_OUTSTANDING_REQUESTS_H

#include "dht-message.h"
#include "dht-time.h"

#include <boost/container/vector.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

/**
 * @file
 * @ingroup dht-protocol
 * Requests that were issued and not answered yet.
 */

namespace dht
{

/// What a source keeps of a request until it is answered or given up.
struct OutstandingRequest
{
    std::uint64_t id{0};      ///< Its id.
    Payload payload{};        ///< For retransmissions.
    Time issued{0};           ///< First transmission.
    Time lastSent{0};         ///< Last transmission.
    Time deadline{kNever};    ///< When to retransmit it or to give it up.
    StoredKey key{};          ///< What is looked up.
    std::uint32_t sent{1};    ///< Transmissions so far, at least one.
    Endpoint to{};            ///< In iterative routing: who is being asked.
    std::uint8_t hopLimit{0}; ///< Hops it may take from where it is sent now.
    bool marked{false};       ///< In iterative routing: whether some peer has marked it.
};

/**
 * The requests of one source, by id and by deadline. It is made for ids that grow from request to
 * request, as those of a source do, and for few bytes: a million sources may be in one process.
 */
class OutstandingRequests
{
  public:
    /// @return How many there are.
    std::size_t Size() const;

    /// @return The earliest deadline; kNever if there is no request.
    Time NextDeadline() const
    {
        return m_nextDeadline;
    }

    /// @param request A request. @return Whether it was added; false if its id is taken.
    bool Add(OutstandingRequest request);

    /// @param id A request's id. @return The request, removed; nothing if it is unknown.
    std::optional<OutstandingRequest> Take(std::uint64_t id);

    /// @param id A request's id. @return The request; null if it is unknown.
    const OutstandingRequest* Find(std::uint64_t id) const;

    /// @return The request of the earliest deadline, removed; there must be one.
    OutstandingRequest TakeEarliest();

  private:
    /// A deadline that some request had, and its id.
    using Deadline = std::pair<Time, std::uint64_t>;
    /// A vector that itself takes 16 bytes. @tparam Element Of what.
    template <typename Element>
    using LeanVector = boost::container::vector<
        Element,
        void,
        boost::container::vector_options<boost::container::stored_size<std::uint32_t>>::type>;

    /// @param id An id. @return The place of the first request whose id is not before it.
    std::size_t PlaceOf(std::uint64_t id) const;
    /// @param place The place where an id belongs. @param id The id. @return Whether its request is
    /// there.
    bool IsAt(std::size_t place, std::uint64_t id) const;
    /// @param place A place. @return Its request, which leaves a hole there.
    OutstandingRequest TakeAt(std::size_t place);
    /// See to it that one more request fits: without holes, if there are many.
    void MakeRoom();
    /// Note a deadline. @param request Whose.
    void PushDeadline(const OutstandingRequest& request);
    /// Keep those deadlines only that still stand.
    void ForgetPastDeadlines();
    /// Forget the deadlines before the first one that still stands.
    void DropPastDeadlines();

    /// In the order of ids, of which the least may follow the greatest. Those that were taken leave
    /// holes, which are sent 0 times.
    LeanVector<OutstandingRequest> m_requests;
    std::size_t m_size{0};            ///< Requests that are no holes.
    Time m_nextDeadline{kNever};      ///< The earliest one, as it is asked for at every message.
    LeanVector<Deadline> m_deadlines; ///< A heap; the first one stands, others may not any more.
};

} // namespace dht

#endif // DHT_OUTSTANDING_REQUESTS_H
