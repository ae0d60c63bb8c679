/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_MEMORY_CONNECTIONS_H
#define DHT_MEMORY_CONNECTIONS_H

#include "dht-memory-path.h"

#include <deque>
#include <map>
#include <optional>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * Ways of others to a host in memory.
 */

namespace dht
{

/// The connections that others have opened to a host: what has arrived there, in order, and is
/// offered to its peer until that accepts it.
class MemoryConnections
{
  public:
    /// @param parts What all hosts share. @param path The way of the host's packets. @param host
    /// The host. @param node Its node.
    MemoryConnections(MemoryParts& parts, MemoryPath& path, const MemoryHost& host, Node& node);

    /// There is a link from somebody. @param from The other end's place. @param life Which of all
    /// lives it is. @param link What it calls the link. @param use Which use of that. @return The
    /// connection.
    ConnectionId Accept(std::size_t from, std::uint64_t life, LinkIndex link, std::uint64_t use);
    /// Somebody opens a link, and is told that it is open. @param from The other end's place.
    /// @param life Which of all lives it is. @param link What it calls the link. @param use Which
    /// use of that.
    void Open(std::size_t from, std::uint64_t life, LinkIndex link, std::uint64_t use);
    /// Somebody does who is at no place. @return The connection.
    ConnectionId OpenToStranger();
    /// Something has arrived. @param connection A connection. @param number Which of what was sent
    /// on it. @param request The request; nothing if it is the end. @return Whether there is such a
    /// connection.
    bool Take(ConnectionId connection, std::uint64_t number, const std::optional<Request>& request);
    /// A request arrives from a stranger, unless 32 wait there. @param connection The connection.
    /// @param request The request.
    void Push(ConnectionId connection, const Request& request);
    /// The peer reads again. @param connection Which connection.
    void Resume(ConnectionId connection);
    /// The other end of some connections is gone. @param life Which of all lives.
    void OnReset(std::uint64_t life);
    /// A connection is no more. @param connection The connection, or one that was.
    void Drop(ConnectionId connection);

    /// @return Requests that have arrived and were not accepted.
    std::size_t Waiting() const;

  private:
    /// A neighbour's link to this peer.
    struct Connection
    {
        std::size_t from{0};          ///< The other end's place.
        std::uint64_t life{0};        ///< Which of all lives that is.
        LinkIndex link{0};            ///< What it calls the link.
        std::uint64_t use{0};         ///< Which use of that.
        std::deque<Request> requests; ///< Arrived, in order.
        std::uint64_t next{0};        ///< Number of what comes next on the connection.
        /// Arrived before what was sent earlier, by number; nothing for the end.
        std::map<std::uint64_t, std::optional<Request>> early;
        bool blocked{false}; ///< Whether the peer does not want to read now.
        bool closed{false};  ///< Whether nothing more comes.
    };

    /// The next of what was sent on a connection has arrived. @param from The connection. @param
    /// request The request; nothing if it is the end.
    static void Append(Connection& from, const std::optional<Request>& request);
    /// Offer what has arrived to the peer. @param connection The connection.
    void Read(ConnectionId connection);
    /// Tell the other end that there is room for one more. @param connection The connection.
    void TellRoom(ConnectionId connection);

    MemoryParts& m_parts;                             ///< What all hosts share.
    MemoryPath& m_path;                               ///< The way of the host's packets.
    const MemoryHost& m_host;                         ///< The host.
    Node& m_node;                                     ///< Its node.
    std::map<ConnectionId, Connection> m_connections; ///< By number.
    ConnectionId m_next{0};                           ///< Number of the next one.
};

} // namespace dht

#endif // DHT_MEMORY_CONNECTIONS_H
