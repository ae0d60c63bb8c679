/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CONNECTION_TABLE_H
#define DHT_CONNECTION_TABLE_H

#include "dht-endpoint.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <utility>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * The connections of an endpoint, by what datagrams call them and by what the host calls them.
 */

namespace dht
{

/// What a host calls a link: never the same for two of an endpoint.
using TransportLink = std::uint64_t;

/// What datagrams call a connection.
struct ConnectionKey
{
    std::uint64_t connection{0}; ///< The opener's choice.
    Endpoint peer{};             ///< The other end.

    /// @param other Another one. @return Whether this one comes before it.
    bool operator<(const ConnectionKey& other) const
    {
        return connection != other.connection ? connection < other.connection
                                              : EndpointOrder()(peer, other.peer);
    }
};

/// Connections of one direction. @tparam Record What is known of one: has members link and key.
template <typename Record>
class ConnectionTable
{
  public:
    /// @param record A connection, not in the table. @return The same one, now owned by the table.
    Record& Add(std::unique_ptr<Record> record)
    {
        Record& added = *record;
        m_byKey[added.key] = record.get();
        m_byLink[added.link] = std::move(record);
        return added;
    }

    /// @param record A connection, which is gone then.
    void Remove(const Record& record)
    {
        const TransportLink link = record.link;
        m_byKey.erase(record.key);
        m_byLink.erase(link);
    }

    /// @param key What datagrams call it. @return The connection; null if there is none.
    Record* Find(const ConnectionKey& key) const
    {
        const auto found = m_byKey.find(key);
        return found == m_byKey.end() ? nullptr : found->second;
    }

    /// @param link What the host calls it. @return The connection; null if there is none.
    Record* Find(TransportLink link) const
    {
        const auto found = m_byLink.find(link);
        return found == m_byLink.end() ? nullptr : found->second.get();
    }

    /// @return How many there are.
    std::size_t Size() const
    {
        return m_byLink.size();
    }

    /// @param visit What to do with each.
    template <typename Visitor>
    void ForEach(Visitor visit) const
    {
        for (const auto& [link, record] : m_byLink)
        {
            visit(*record);
        }
    }

  private:
    std::map<ConnectionKey, Record*> m_byKey;                  ///< By what datagrams call them.
    std::map<TransportLink, std::unique_ptr<Record>> m_byLink; ///< By what the host calls them.
};

} // namespace dht

#endif // DHT_CONNECTION_TABLE_H
