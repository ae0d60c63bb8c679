/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "connection-eviction.h"

#include <algorithm>
#include <cstddef>

namespace dht
{

namespace
{

/// @param connections All there are. @param isCandidate Which of them are meant. @return Which of
/// these has been idle for the longest time; nothing if there are none.
template <typename IsCandidate>
std::optional<ConnectionId>
LongestIdle(const IncomingConnections& connections, IsCandidate isCandidate)
{
    std::optional<ConnectionId> found;
    Time since = kNever;
    for (const auto& [id, connection] : connections)
    {
        if (isCandidate(*connection) && connection->IdleSince() < since)
        {
            found = id;
            since = connection->IdleSince();
        }
    }
    return found;
}

} // namespace

std::optional<ConnectionId>
ConnectionToEvict(const IncomingConnections& connections, const boost::asio::ip::address& newcomer)
{
    const auto silent = LongestIdle(connections, [](const IncomingConnection& connection) {
        return !connection.HasDelivered();
    });
    if (silent)
    {
        return silent;
    }
    std::map<boost::asio::ip::address, std::size_t> counts{{newcomer, 1}};
    for (const auto& [id, connection] : connections)
    {
        ++counts[connection->From()];
    }
    const auto most =
        std::max_element(counts.begin(), counts.end(), [](const auto& a, const auto& b) {
            return a.second < b.second;
        });
    if (most->second <= counts[newcomer])
    {
        return std::nullopt;
    }
    return LongestIdle(connections, [&most](const IncomingConnection& connection) {
        return connection.From() == most->first;
    });
}

} // namespace dht
