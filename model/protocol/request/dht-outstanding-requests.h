/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_OUTSTANDING_REQUESTS_H
#define DHT_OUTSTANDING_REQUESTS_H

#include "dht-copy-on-write.h"
#include "dht-message.h"
#include "dht-routing-table.h"
#include "dht-search.h"
#include "dht-time.h"

#include <boost/container/vector.hpp>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>

/**
 * @file
 * @ingroup dht-protocol
 * Requests that were issued and not answered yet.
 */

namespace dht
{

/// The claim of a peer to be responsible, while others are asked for nearer peers.
struct LookupClaim
{
    OverlayAck ack{};          ///< The claiming peer's answer.
    Time at{kNever};           ///< When it came; kNever if there is no claim.
    std::uint8_t witnesses{0}; ///< Other peers that have answered since.
};

/// State of a request whose source asks each peer itself (iterative routing).
struct LookupState
{
    Search search;                  ///< The peers to ask.
    Endpoint to{};                  ///< The peer that is being asked.
    std::uint8_t hops{0};           ///< Peers that were asked on the way there.
    bool marked{false};             ///< Whether some peer has marked it.
    std::uint8_t feedback{0};       ///< Its feedback, as peers have set it.
    bool isParked{false};           ///< Whether it waits for room to be sent on.
    bool isWithheld{false};         ///< Whether it is sent without its payload.
    CopyOnWrite<LookupClaim> claim; ///< Of the nearest peer, while it is checked.
};

/// A hop that was not taken yet. (An optional one would take as much again.)
constexpr LinkIndex kNoHop = std::numeric_limits<LinkIndex>::max();

/// State of a request that its source may send again, or that is routed iteratively.
struct TransmissionState
{
    Payload payload{};               ///< The application's bytes.
    Time retry{kNever};              ///< When to retransmit it.
    Time lastSent{0};                ///< Last transmission, if it is not the first.
    CopyOnWrite<LookupState> lookup; ///< In iterative routing: its state.
    std::uint8_t retransmissions{0}; ///< Retransmissions after a timeout, 255 for more.
    std::uint8_t hopLimit{0};        ///< Of the first transmission; 0 if it was not learned.
    bool isForOthers{false};         ///< See RequestSource::Item.
    bool isHeldUp{false};            ///< Whether a link holds it up that takes little or nothing.
    LinkIndex hop{kNoHop};           ///< Its first hop now; only where HopTrust asks.
};

/// State of a request until it is answered or given up.
struct OutstandingRequest
{
    std::uint64_t id{0};                         ///< Its id.
    Time issued{0};                              ///< First transmission.
    CopyOnWrite<TransmissionState> transmission; ///< More on its transmissions.
    Key key{};                                   ///< The key that is looked up.
    std::uint32_t sent{1};                       ///< Transmissions so far, at least one.

    /// @return The attempt on the wire: 1 to 255, then from 1 again.
    std::uint8_t Attempt() const
    {
        return static_cast<std::uint8_t>((sent - 1) % 255 + 1);
    }

    /// @return When the request was sent last.
    Time LastSent() const
    {
        return sent > 1 ? transmission->lastSent : issued;
    }
};

// very many of them are lost, and outstanding, where very many peers are in one process
static_assert(sizeof(OutstandingRequest) <= 48);
// a recursive request does not pay for what iterative ones need
static_assert(sizeof(TransmissionState) <= 56);

/// A vector that itself takes 16 bytes. @tparam Element Type of its elements.
template <typename Element>
using LeanVector = boost::container::vector<
    Element,
    void,
    boost::container::vector_options<boost::container::stored_size<std::uint32_t>>::type>;

/**
 * The requests of one source, by id and by deadline. The deadline is when to retransmit a request,
 * or when its lifetime ends. A request that is issued later has a greater id; ids may wrap, if the
 * ids that are here together differ by less than 2^63.
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

    /// @return The earliest deadline; kNever if there is no request.
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

    /// Requests are held up from now on. @tparam Concerns Tells by a key whether a request for it
    /// is. @param concerns The same.
    template <typename Concerns>
    void HoldUp(Concerns concerns);

    /// @return The request of the earliest deadline, removed; there must be one.
    OutstandingRequest TakeEarliest();

    /// Have both ends of the requests brought into the cache.
    void Prefetch() const;

  private:
    /// When some request was to be retransmitted, and its id.
    using Retry = std::pair<Time, std::uint64_t>;

    /// @param id An id. @return The place of the first request whose id is not before it.
    std::size_t PlaceOf(std::uint64_t id) const;
    /// @param place The place where an id belongs. @param id The id. @return Whether its request is
    /// there.
    bool IsAt(std::size_t place, std::uint64_t id) const;
    /// @param place A place. @return Its request, which leaves a hole there.
    OutstandingRequest TakeAt(std::size_t place);
    /// Make room for one more request; close the holes, if there are many, and give spare memory
    /// back.
    void MakeRoom();
    /// Note when to retransmit a request, if that is before its end. @param request The request.
    void PushRetry(const OutstandingRequest& request);
    /// Keep only the retries that still stand.
    void ForgetPastRetries();
    /// @param request A request. @return Whether it is to be retransmitted before it ends.
    bool HasRetry(const OutstandingRequest& request) const;
    /// Find the next deadline.
    void UpdateNextDeadline();

    Time m_lifetime; ///< Lifetime of requests.
    /// In the order of ids, and so of their ends. Requests that were taken leave holes, whose
    /// `sent` is 0.
    LeanVector<OutstandingRequest> m_requests;
    std::uint32_t m_first{0};     ///< The place of the first request.
    std::uint32_t m_size{0};      ///< Requests that are no holes.
    std::uint32_t m_forOthers{0}; ///< Of these, those made to answer another peer's.
    std::uint32_t m_lost{0};      ///< Of the rest, those that are lost.
    Time m_nextDeadline{kNever};  ///< The earliest one, as it is asked for at every message.
    LeanVector<Retry> m_retries;  ///< A heap; the first one stands, others may not any more.
};

template <typename Concerns>
void
OutstandingRequests::HoldUp(Concerns concerns)
{
    for (OutstandingRequest& request : m_requests)
    {
        const bool isHole = request.sent == 0;
        if (!isHole && !request.transmission->isForOthers && concerns(request.key))
        {
            m_lost += IsLost(request) ? 0 : 1;
            request.transmission.Write().isHeldUp = true;
        }
    }
}

} // namespace dht

#endif // DHT_OUTSTANDING_REQUESTS_H
