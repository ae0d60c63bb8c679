/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_OUTSTANDING_REQUESTS_H
#define DHT_OUTSTANDING_REQUESTS_H

#include "dht-outstanding-request.h"
#include "dht-time.h"

#include <array>
#include <boost/container/vector.hpp>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

/**
 * @file
 * @ingroup dht-protocol
 * Requests that were issued and not answered yet.
 */

namespace dht
{

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
 *
 * They are in short blocks of one size, as the leaves of a B-tree are, and an array tells what is
 * in which block. So a source has about the memory that its requests need, and what one source
 * gives back fits any other: arrays of many lengths would leave as much again between them.
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

    /// Have brought into the cache what tells where a request is.
    void Prefetch() const;
    /// Have both ends of the requests brought into the cache, too.
    void PrefetchEnds() const;

  private:
    /// Requests of a block. With what malloc() adds, it takes 256 bytes.
    static constexpr std::uint32_t kBlock = 5;

    /// Some requests that follow each other.
    struct Block
    {
        std::array<OutstandingRequest, kBlock> requests; ///< In the order of their ids.
        std::uint32_t begin{0};                          ///< The first one's place.
        std::uint32_t end{0};                            ///< Behind the last one's.

        /// @return Requests in it.
        std::uint32_t Size() const
        {
            return end - begin;
        }
    };

    /// What is known of a block without looking into it.
    struct Part
    {
        std::uint64_t first;          ///< No id there is before this one, nor is one of an earlier
                                      ///< block behind it.
        Time retry;                   ///< The earliest retry in it; kNever if there is none.
        std::unique_ptr<Block> block; ///< The block, which is not empty.
    };

    /// Where a request is.
    struct Place
    {
        std::size_t part;    ///< In which block.
        std::uint32_t place; ///< Where in it.
    };

    /// @param id An id; there is a block. @return The block where it belongs.
    std::size_t PartOf(std::uint64_t id) const;
    /// @param block A block. @param id An id. @return The place of the first request there whose id
    /// is not before it.
    static std::uint32_t PlaceIn(const Block& block, std::uint64_t id);
    /// @param id An id. @return Where its request is; nothing if there is none.
    std::optional<Place> PlaceOf(std::uint64_t id) const;
    /// @param at Where a request is. @return The request, taken out.
    OutstandingRequest TakeAt(const Place& at);
    /// Make room for a new request in a full block. @param at Where it belongs. @param id Its id.
    /// @return The same place, in a block with room.
    Place Split(Place at, std::uint64_t id);
    /// Make a block. @param part Its number. @param first Its first id.
    void AddPart(std::size_t part, std::uint64_t first);
    /// Forget a block, and give spare memory back. @param part Its number.
    void ErasePart(std::size_t part);
    /// Let a block take what is in the next one, if both fit into one. @param part The block's
    /// number.
    void Merge(std::size_t part);
    /// @param request A request. @return When to send it again, if that is before its end; else
    /// kNever.
    Time RetryOf(const OutstandingRequest& request) const;
    /// Find the earliest retry in a block. @param [in,out] part The block.
    void UpdateRetry(Part& part) const;
    /// Find the next deadline.
    void UpdateNextDeadline();

    Time m_lifetime;          ///< Lifetime of requests.
    LeanVector<Part> m_parts; ///< All blocks, in the order of ids, and so of the requests' ends.
    std::uint32_t m_size{0};  ///< Requests.
    std::uint32_t m_forOthers{0}; ///< Of these, those made to answer another peer's.
    std::uint32_t m_lost{0};      ///< Of the rest, those that are lost.
    Time m_nextDeadline{kNever};  ///< The earliest one, as it is asked for at every message.
};

template <typename Concerns>
void
OutstandingRequests::HoldUp(Concerns concerns)
{
    for (const Part& part : m_parts)
    {
        for (std::uint32_t i = part.block->begin; i < part.block->end; ++i)
        {
            OutstandingRequest& request = part.block->requests[i];
            if (!request.transmission->isForOthers && concerns(request.key))
            {
                m_lost += IsLost(request) ? 0 : 1;
                request.transmission.Write().isHeldUp = true;
            }
        }
    }
}

} // namespace dht

#endif // DHT_OUTSTANDING_REQUESTS_H
