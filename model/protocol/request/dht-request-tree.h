/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_REQUEST_TREE_H
#define DHT_REQUEST_TREE_H

#include "dht-prefetch.h"
#include "dht-request-tree-parts.h"
#include "dht-time.h"

#include <algorithm>
#include <boost/container/vector.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <utility>

/**
 * @file
 * @ingroup dht-protocol
 * Requests by id and by retry.
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
 * Requests in the order of their ids, as a B-tree that knows the earliest retry of each part. Ids
 * may wrap, if those that are here together differ by less than 2^63.
 *
 * All nodes but the root have one size. So a source has about the memory that its requests need,
 * and what one source gives back fits any other: arrays of many lengths would leave as much again
 * between them. The root is as long as it has to be: most trees have only blocks of requests below
 * it.
 *
 * @tparam Request A request: has an id, and a transmission that tells when to send it again.
 */
template <typename Request>
class RequestTree
{
  public:
    using Retry = typename RequestPart<Request>::Retry; ///< When to send a request again.

    /// @return Whether there is no request.
    bool IsEmpty() const
    {
        return m_root.empty();
    }

    /// @return When to send the first request again; kNever if there is none to send.
    Retry EarliestRetry() const
    {
        return EarliestIn(m_root);
    }

    /// @return The request of the first id; there must be one.
    const Request& First() const
    {
        return *Descend(m_root, [](const auto& /* list */) { return 0; });
    }

    /// @return The request of the earliest retry, the first of them; there must be one.
    const Request& FirstToRetry() const
    {
        return *Descend(m_root, [retry = EarliestRetry()](const auto& list) {
            std::size_t place = 0;
            while (RetryOf(list[place]) != retry)
            {
                ++place;
            }
            return place;
        });
    }

    /// @param id A request's id. @return The request; null if it is unknown.
    const Request* Find(std::uint64_t id) const
    {
        if (IsEmpty())
        {
            return nullptr;
        }
        const Request* const found =
            Descend(m_root, [id](const auto& list) { return PlaceIn(list, id); });
        return found && found->id == id ? found : nullptr;
    }

    /// @param request A request. @return Whether it was inserted; false if its id is taken.
    bool Insert(Request request);

    /// @param id A request's id. @return The request, taken out; nothing if it is unknown.
    std::optional<Request> Take(std::uint64_t id);

    /// @tparam Visit Takes a request. @param visit Is called for all, in order; changes no id and
    /// no retry.
    template <typename Visit>
    void ForEach(Visit visit)
    {
        Each(m_root, visit);
    }

    /// Have what tells where the first requests and the last one are brought into the cache.
    void Prefetch() const
    {
        constexpr std::size_t few = 8;
        dht::Prefetch(m_root.data(), std::min<std::size_t>(m_root.size(), few) * sizeof(Part));
        if (m_root.size() > few)
        {
            dht::Prefetch(&m_root.back(), sizeof(Part));
        }
    }

    /// Have what is first and last below the root brought into the cache, too.
    void PrefetchEnds() const
    {
        if (!IsEmpty())
        {
            m_root.front().child.Visit(
                [](const auto& list) { dht::Prefetch(&list, sizeof(Request)); });
            m_root.back().child.Visit([](const auto& list) { dht::Prefetch(&list, sizeof(list)); });
        }
    }

  private:
    using Part = RequestPart<Request>;   ///< A part of the root or of a node.
    using Child = RequestChild<Request>; ///< What is below it.
    using Block = RequestBlock<Request>; ///< Requests.
    using Node = RequestNode<Request>;   ///< Parts, between the root and the blocks.
    using Root = LeanVector<Part>;       ///< Parts.

    /// Parts of the root at which nodes are put below it.
    static constexpr std::size_t kMostInRoot = 40;

    /// @param id An id. @param other Another one. @return Whether the first is before the other.
    static bool IsBefore(std::uint64_t id, std::uint64_t other)
    {
        // ids grow even where they begin again at 0
        return static_cast<std::int64_t>(id - other) < 0;
    }

    /// @param request A request. @return When to send it again.
    static Retry RetryOf(const Request& request)
    {
        return request.transmission.Retry();
    }

    /// @param part A part. @return The earliest retry there.
    static Retry RetryOf(const Part& part)
    {
        return part.retry;
    }

    /// @tparam List Root, Node or Block. @param list The same. @return The earliest retry there.
    template <typename List>
    static Retry EarliestIn(const List& list)
    {
        Retry earliest = kNever;
        for (const auto& element : list)
        {
            earliest = std::min(earliest, RetryOf(element));
        }
        return earliest;
    }

    /// @param block A block. @param id An id. @return The place of the first request there whose id
    /// is not before it.
    static std::size_t PlaceIn(const Block& block, std::uint64_t id)
    {
        std::size_t place = 0;
        while (place < block.size() && IsBefore(block[place].id, id))
        {
            ++place;
        }
        return place;
    }

    /// @tparam Parts Root or Node. @param parts Parts, at least one. @param id An id. @return The
    /// part where it belongs.
    template <typename Parts>
    static std::size_t PlaceIn(const Parts& parts, std::uint64_t id)
    {
        const auto isBefore = [](std::uint64_t one, const Part& part) {
            return IsBefore(one, part.first);
        };
        const auto after = std::upper_bound(parts.begin(), parts.end(), id, isBefore);
        return std::max<std::ptrdiff_t>(after - parts.begin(), 1) - 1;
    }

    /// @tparam List Root, Node or Block. @param list The same. @tparam Choose Takes a list. @param
    /// choose Gives a place in each list on the way down. @return The request there; null if it is
    /// behind the last one of its block.
    template <typename List, typename Choose>
    static const Request* Descend(const List& list, Choose choose)
    {
        const std::size_t place = choose(list);
        if constexpr (std::is_same_v<List, Block>)
        {
            return place < list.size() ? &list[place] : nullptr;
        }
        else
        {
            return list[place].child.Visit(
                [&](const auto& below) { return Descend(below, choose); });
        }
    }

    /// @tparam List Root, Node or Block. @param list The same. @tparam Visit Takes a request.
    /// @param visit Is called for all.
    template <typename List, typename Visit>
    static void Each(List& list, Visit& visit)
    {
        for (auto& element : list)
        {
            if constexpr (std::is_same_v<List, Block>)
            {
                visit(element);
            }
            else
            {
                element.child.Visit([&](auto& below) { Each(below, visit); });
            }
        }
    }

    // ---- dht-request-tree-changes.h

    template <typename List>
    static Part MakePart(std::unique_ptr<List> list);
    template <typename List>
    static bool InsertInto(List& list, Request& request, bool isLast, Part& next);
    template <typename List, typename Element>
    static void Place(List& list, std::size_t place, Element element, bool isLast, Part& next);
    static void Place(Root& root, std::size_t place, Part part, bool isLast, Part& next);
    template <typename List>
    static std::optional<Request> TakeFrom(List& list, std::uint64_t id);
    template <typename Parts>
    static void OnTaken(Parts& parts, std::size_t at, Retry retry);
    template <typename Parts>
    static void Merge(Parts& parts, std::size_t at);
    static void Erase(Node& node, std::size_t at);
    static void Erase(Root& root, std::size_t at);
    void Grow();
    void Shrink();

    Root m_root; ///< What is below the root; nothing if there is no request.
};

} // namespace dht

#include "dht-request-tree-changes.h"

#endif // DHT_REQUEST_TREE_H
