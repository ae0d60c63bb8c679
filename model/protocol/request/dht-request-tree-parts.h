/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_REQUEST_TREE_PARTS_H
#define DHT_REQUEST_TREE_PARTS_H

#include "dht-short-array.h"
#include "dht-time.h"

#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>

/**
 * @file
 * @ingroup dht-protocol
 * What a tree of requests consists of.
 */

namespace dht
{

template <typename Request>
struct RequestPart;

/// Requests that follow each other. @tparam Request A request (RequestTree).
template <typename Request>
using RequestBlock = ShortArray<Request, 5>;

/// What is between the root and the blocks. @tparam Request A request (RequestTree).
template <typename Request>
using RequestNode = ShortArray<RequestPart<Request>, 10>;

/// Owns a block or a node, or nothing. @tparam Request A request (RequestTree).
template <typename Request>
class RequestChild
{
  public:
    using Block = RequestBlock<Request>; ///< What it may own.
    using Node = RequestNode<Request>;   ///< The other thing that it may own.

    RequestChild() = default;

    /// @param block A block.
    explicit RequestChild(std::unique_ptr<Block> block)
        : m_word(reinterpret_cast<std::uintptr_t>(block.release()))
    {
    }

    /// @param node A node.
    explicit RequestChild(std::unique_ptr<Node> node)
        : m_word(reinterpret_cast<std::uintptr_t>(node.release()) + kIsNode)
    {
    }

    /// @param other Another one, which owns nothing from now on.
    RequestChild(RequestChild&& other) noexcept
        : m_word(std::exchange(other.m_word, 0))
    {
    }

    /// @param other What it is from now on. @return This one.
    RequestChild& operator=(RequestChild other) noexcept
    {
        std::swap(m_word, other.m_word);
        return *this;
    }

    ~RequestChild()
    {
        if (*this)
        {
            Visit([](auto& list) { delete &list; });
        }
    }

    /// @return Whether it owns something.
    explicit operator bool() const
    {
        return m_word != 0;
    }

    /// @return Whether it owns a node.
    bool IsNode() const
    {
        return m_word % 2 == kIsNode;
    }

    /// @tparam List Block or Node. @return What it owns, which is that.
    template <typename List>
    List& As() const
    {
        return *reinterpret_cast<List*>(m_word / 2 * 2);
    }

    /// @tparam Visitor Takes a Block& or a Node&. @param visitor The same, is called with what it
    /// owns. @return What that returns.
    template <typename Visitor>
    decltype(auto) Visit(Visitor visitor) const
    {
        return IsNode() ? visitor(As<Node>()) : visitor(As<Block>());
    }

  private:
    static constexpr std::uintptr_t kIsNode = 1; ///< Addresses are even.

    std::uintptr_t m_word{0}; ///< The address, and whether it is that of a node.
};

/// What is known of a child without looking into it. @tparam Request A request (RequestTree).
template <typename Request>
struct RequestPart
{
    /// When to send a request again.
    using Retry = std::decay_t<decltype(std::declval<const Request&>().transmission.Retry())>;

    std::uint64_t first{0};        ///< No id there is before this one, nor is one of an earlier
                                   ///< child behind it.
    Retry retry{kNever};           ///< The earliest retry there; kNever if there is none.
    RequestChild<Request> child{}; ///< The child, which is not empty.
};

} // namespace dht

#endif // DHT_REQUEST_TREE_PARTS_H
