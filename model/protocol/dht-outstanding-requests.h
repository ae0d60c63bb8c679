/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_OUTSTANDING_REQUESTS_H
#define DHT_OUTSTANDING_REQUESTS_H

#include "dht-message.h"
#include "dht-time.h"

#include <boost/multi_index/member.hpp>
#include <boost/multi_index/ordered_index.hpp>
#include <boost/multi_index_container.hpp>
#include <memory>
#include <optional>

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
    Key key{0};               ///< What is looked up.
    Payload payload{};        ///< For retransmissions.
    Time issued{0};           ///< First transmission.
    Time lastSent{0};         ///< Last transmission.
    Time deadline{kNever};    ///< When to retransmit it or to give it up.
    std::uint32_t sent{1};    ///< Transmissions so far.
    Endpoint to{};            ///< In iterative routing: who is being asked.
    std::uint8_t hopLimit{0}; ///< Hops it may take from where it is sent now.
    bool marked{false};       ///< In iterative routing: whether some peer has marked it.
};

/// The requests of one source, by id and by deadline.
class OutstandingRequests
{
  public:
    /// @return How many there are.
    std::size_t Size() const;

    /// @return The earliest deadline; kNever if there is no request.
    Time NextDeadline() const;

    /// @param request A request. @return Whether it was added; false if its id is taken.
    bool Add(OutstandingRequest request);

    /// @param id A request's id. @return The request, removed; nothing if it is unknown.
    std::optional<OutstandingRequest> Take(std::uint64_t id);

    /// @param id A request's id. @return The request; null if it is unknown.
    const OutstandingRequest* Find(std::uint64_t id) const;

    /// @return The request of the earliest deadline, removed; there must be one.
    OutstandingRequest TakeEarliest();

  private:
    using ById = boost::multi_index::ordered_unique<
        boost::multi_index::member<OutstandingRequest, std::uint64_t, &OutstandingRequest::id>>;
    using ByDeadline = boost::multi_index::ordered_non_unique<
        boost::multi_index::member<OutstandingRequest, Time, &OutstandingRequest::deadline>>;

    using Container =
        boost::multi_index_container<OutstandingRequest,
                                     boost::multi_index::indexed_by<ById, ByDeadline>>;

    std::unique_ptr<Container> m_requests; ///< Made for the first one: most peers may be idle.
};

} // namespace dht

#endif // DHT_OUTSTANDING_REQUESTS_H
