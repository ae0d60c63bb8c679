/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CONNECTION_TABLE_H
#define DHT_CONNECTION_TABLE_H

#include "dht-endpoint.h"

#include <boost/intrusive/set.hpp>
#include <cstddef>
#include <cstdint>
#include <memory>

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

/// A place among connections in some order: it costs a connection three pointers. @tparam Order
/// Names the order.
template <typename Order>
using ConnectionHook =
    boost::intrusive::set_base_hook<boost::intrusive::tag<Order>,
                                    boost::intrusive::link_mode<boost::intrusive::normal_link>,
                                    boost::intrusive::optimize_size<true>>;

/// What a connection has that is in a ConnectionTable.
struct TabledConnection : ConnectionHook<struct ByKey>, ConnectionHook<struct ByLink>
{
    TransportLink link{0}; ///< What the host calls it.
    ConnectionKey key{};   ///< What datagrams call it.
};

/// Connections of one direction. @tparam Record What is known of one, a TabledConnection.
template <typename Record>
class ConnectionTable
{
  public:
    ConnectionTable() = default;
    ConnectionTable(const ConnectionTable&) = delete;
    ConnectionTable& operator=(const ConnectionTable&) = delete;

    ~ConnectionTable()
    {
        m_byKey.clear();
        m_byLink.clear_and_dispose(std::default_delete<Record>());
    }

    /// @param record A connection, whose key and link no other has. @return The same, now the
    /// table's.
    Record& Add(std::unique_ptr<Record> record)
    {
        m_byKey.insert(*record);
        m_byLink.insert(*record);
        return *record.release();
    }

    /// @param record A connection, which is gone then.
    void Remove(Record& record)
    {
        m_byKey.erase(m_byKey.iterator_to(record));
        m_byLink.erase_and_dispose(m_byLink.iterator_to(record), std::default_delete<Record>());
    }

    /// @param key What datagrams call it. @return The connection; null if there is none.
    Record* Find(const ConnectionKey& key)
    {
        return FindIn(m_byKey, key);
    }

    /// @param link What the host calls it. @return The connection; null if there is none.
    Record* Find(TransportLink link)
    {
        return FindIn(m_byLink, link);
    }

    /// @param link What the host calls it. @return The connection; null if there is none.
    const Record* Find(TransportLink link) const
    {
        return FindIn(m_byLink, link);
    }

    /// @return How many there are.
    std::size_t Size() const
    {
        return m_byLink.size();
    }

    /// @param visit What to do with each.
    template <typename Visitor>
    void ForEach(Visitor visit)
    {
        for (Record& record : m_byLink)
        {
            visit(record);
        }
    }

    /// @param visit What to do with each.
    template <typename Visitor>
    void ForEach(Visitor visit) const
    {
        for (const Record& record : m_byLink)
        {
            visit(record);
        }
    }

  private:
    /// Says by what connections are ordered.
    struct KeyOf
    {
        using type = ConnectionKey; ///< As boost::intrusive::key_of_value wants it.

        /// @param record A connection. @return Its key.
        const ConnectionKey& operator()(const Record& record) const
        {
            return record.key;
        }
    };

    /// Likewise.
    struct LinkOf
    {
        using type = TransportLink; ///< As boost::intrusive::key_of_value wants it.

        /// @param record A connection. @return Its link.
        const TransportLink& operator()(const Record& record) const
        {
            return record.link;
        }
    };

    /// Connections in an order. @tparam Order Names it. @tparam Of Says by what.
    template <typename Order, typename Of>
    using Ordered = boost::intrusive::set<Record,
                                          boost::intrusive::base_hook<ConnectionHook<Order>>,
                                          boost::intrusive::key_of_value<Of>>;

    /// @param connections In some order. @param key What a connection has in that order. @return
    /// The connection; null if there is none.
    template <typename Connections, typename Key>
    static auto* FindIn(Connections& connections, const Key& key)
    {
        const auto found = connections.find(key);
        return found == connections.end() ? nullptr : &*found;
    }

    Ordered<ByKey, KeyOf> m_byKey;    ///< By what datagrams call them.
    Ordered<ByLink, LinkOf> m_byLink; ///< By what the host calls them; it owns them.
};

} // namespace dht

#endif // DHT_CONNECTION_TABLE_H
