/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_REQUEST_TREE_CHANGES_H
#define DHT_REQUEST_TREE_CHANGES_H

#include "dht-request-tree.h"

#include <memory>
#include <optional>
#include <utility>

/**
 * @file
 * @ingroup dht-protocol
 * How a tree of requests grows and shrinks.
 */

namespace dht
{

// ---- what comes

template <typename Request>
bool
RequestTree<Request>::Insert(Request request)
{
    if (IsEmpty())
    {
        m_root.push_back(Part{request.id, kNever, Child(std::make_unique<Block>())});
    }
    Part none;
    const bool isNew = InsertInto(m_root, request, true, none);
    if (m_root.size() == kMostInRoot)
    {
        Grow();
    }
    return isNew;
}

/// @tparam List Root, Node or Block. @param list Where the request belongs. @param request The
/// request. @param isLast Whether no other list is behind this one. @param [out] next What has to
/// follow the list, if it was full. @return Whether it was inserted; false if its id is taken.
template <typename Request>
template <typename List>
bool
RequestTree<Request>::InsertInto(List& list, Request& request, bool isLast, Part& next)
{
    const std::uint64_t id = request.id;
    const std::size_t at = PlaceIn(list, id);
    if constexpr (std::is_same_v<List, Block>)
    {
        const bool isNew = at == list.size() || list[at].id != id;
        if (isNew)
        {
            Place(list, at, std::move(request), isLast, next);
        }
        return isNew;
    }
    else
    {
        Part& part = list[at];
        const Retry retry = RetryOf(request);
        const bool isEnd = isLast && at + 1 == list.size();
        Part behind;
        if (!part.child.Visit(
                [&](auto& below) { return InsertInto(below, request, isEnd, behind); }))
        {
            return false;
        }
        part.first = IsBefore(id, part.first) ? id : part.first;
        part.retry = std::min(part.retry, retry);
        if (behind.child)
        {
            part.retry = part.child.Visit([](const auto& below) { return EarliestIn(below); });
            Place(list, at + 1, std::move(behind), isLast, next);
        }
        return true;
    }
}

/// @tparam List Node or Block. @param list Where an element belongs. @param place Its place there.
/// @param element The element. @param isLast Whether no other list is behind this one. @param [out]
/// next What has to follow the list, if it was full.
template <typename Request>
template <typename List, typename Element>
void
RequestTree<Request>::Place(List& list, std::size_t place, Element element, bool isLast, Part& next)
{
    constexpr std::size_t all = List::kCapacity;
    if (list.size() < all)
    {
        list.Insert(place, std::move(element));
        return;
    }
    // nearly all come last, and leave full lists behind them
    const std::size_t kept = isLast && place == all ? all : all / 2;
    auto other = std::make_unique<List>();
    list.MoveTo(kept, *other);
    if (place <= kept && kept < all)
    {
        list.Insert(place, std::move(element));
    }
    else
    {
        other->Insert(place - kept, std::move(element));
    }
    next = MakePart(std::move(other));
}

template <typename Request>
void
RequestTree<Request>::Place(Root& root,
                            std::size_t place,
                            Part part,
                            bool /* isLast */,
                            Part& /* next */)
{
    root.insert(root.begin() + static_cast<std::ptrdiff_t>(place), std::move(part));
}

/// @tparam List Node or Block. @param list A list that is not empty. @return What is known of it.
template <typename Request>
template <typename List>
typename RequestTree<Request>::Part
RequestTree<Request>::MakePart(std::unique_ptr<List> list)
{
    static_assert(sizeof(List) + sizeof(void*) <= 256, "with what malloc() adds");
    Part part;
    if constexpr (std::is_same_v<List, Block>)
    {
        part.first = (*list)[0].id;
    }
    else
    {
        part.first = (*list)[0].first;
    }
    part.retry = EarliestIn(*list);
    part.child = Child(std::move(list));
    return part;
}

/// Put nodes between the root and what is below it.
template <typename Request>
void
RequestTree<Request>::Grow()
{
    Root parts = std::exchange(m_root, Root());
    for (auto first = parts.begin(); first != parts.end();)
    {
        auto node = std::make_unique<Node>();
        for (; first != parts.end() && node->size() < Node::kCapacity; ++first)
        {
            node->Insert(node->size(), std::move(*first));
        }
        m_root.push_back(MakePart(std::move(node)));
    }
}

// ---- what goes

template <typename Request>
std::optional<Request>
RequestTree<Request>::Take(std::uint64_t id)
{
    if (IsEmpty())
    {
        return std::nullopt;
    }
    auto taken = TakeFrom(m_root, id);
    Shrink();
    return taken;
}

/// @tparam List Root, Node or Block. @param list Where a request belongs. @param id Its id.
/// @return The request, taken out; nothing if it is not there.
template <typename Request>
template <typename List>
std::optional<Request>
RequestTree<Request>::TakeFrom(List& list, std::uint64_t id)
{
    const std::size_t at = PlaceIn(list, id);
    if constexpr (std::is_same_v<List, Block>)
    {
        const bool isThere = at < list.size() && list[at].id == id;
        return isThere ? std::optional(list.Take(at)) : std::nullopt;
    }
    else
    {
        auto taken = list[at].child.Visit([id](auto& below) { return TakeFrom(below, id); });
        if (taken)
        {
            OnTaken(list, at, RetryOf(*taken));
        }
        return taken;
    }
}

/// @tparam Parts Root or Node. @param parts Some parts. @param at From which of them a request was
/// taken. @param retry When to send that again.
template <typename Request>
template <typename Parts>
void
RequestTree<Request>::OnTaken(Parts& parts, std::size_t at, Retry retry)
{
    Part& part = parts[at];
    part.child.Visit([&](const auto& list) {
        if (retry == part.retry && retry < kNever)
        {
            part.retry = EarliestIn(list);
        }
        if (list.size() == 0)
        {
            Erase(parts, at);
        }
        else if (list.size() <= list.kCapacity / 2)
        {
            Merge(parts, at);
            if (at > 0)
            {
                Merge(parts, at - 1);
            }
        }
    });
}

/// Let a child take what is in the next one, if both fit into one. @tparam Parts Root or Node.
/// @param parts Some parts. @param at The part of the child.
template <typename Request>
template <typename Parts>
void
RequestTree<Request>::Merge(Parts& parts, std::size_t at)
{
    if (at + 1 >= parts.size())
    {
        return;
    }
    const Part& next = parts[at + 1];
    const bool isMerged = parts[at].child.Visit([&](auto& list) {
        auto& other = next.child.template As<std::decay_t<decltype(list)>>();
        const bool fits = list.size() + other.size() <= list.kCapacity;
        if (fits)
        {
            other.MoveTo(0, list);
        }
        return fits;
    });
    if (isMerged)
    {
        parts[at].retry = std::min(parts[at].retry, next.retry);
        Erase(parts, at + 1);
    }
}

template <typename Request>
void
RequestTree<Request>::Erase(Node& node, std::size_t at)
{
    node.Take(at);
}

/// Forget a part, and give spare memory back.
template <typename Request>
void
RequestTree<Request>::Erase(Root& root, std::size_t at)
{
    constexpr std::size_t few = 4;
    root.erase(root.begin() + static_cast<std::ptrdiff_t>(at));
    if (root.capacity() > few && 3 * root.size() < root.capacity())
    {
        root.shrink_to_fit();
    }
}

/// Leave no node between the root and what is below it, if there is one only.
template <typename Request>
void
RequestTree<Request>::Shrink()
{
    while (m_root.size() == 1 && m_root.front().child.IsNode())
    {
        const Child only = std::move(m_root.front().child);
        Node& node = only.template As<Node>();
        m_root.clear();
        for (Part& part : node)
        {
            m_root.push_back(std::move(part));
        }
    }
}

} // namespace dht

#endif // DHT_REQUEST_TREE_CHANGES_H
