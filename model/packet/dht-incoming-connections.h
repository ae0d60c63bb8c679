/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_DHT_INCOMING_CONNECTIONS_H
#define DHT_CC_DHT_INCOMING_CONNECTIONS_H

#include "dht-host.h"
#include "dht-incoming-connection.h"
#include "dht-neighbour-link.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace ns3
{

/**
 * @ingroup dht-cc
 * The connections that a peer's neighbours have opened, and the socket that accepts them.
 *
 * A neighbour that has crashed never closes its connection, and TCP tells nobody, as nothing is
 * ever sent that way. So of each neighbour only the last two connections are kept: the one it uses,
 * and one that may still bring what was sent before.
 */
class DhtIncomingConnections
{
  public:
    /// Takes a request. @param connection Whence. @param request The request; moved from if it is
    /// accepted. @return Whether it was accepted; if not, that connection keeps it and is not read
    /// until Resume().
    using Sink = std::function<bool(dht::ConnectionId connection, dht::Request& request)>;
    /// A connection is gone. @param connection The connection's number.
    using Closed = std::function<void(dht::ConnectionId connection)>;

    /**
     * Listen; aborts if the port is in use.
     *
     * @param node The peer's node.
     * @param port The port.
     * @param tcp How to set up the sockets.
     * @param sink Takes the requests.
     * @param onClosed Called after a connection was closed, whoever did it.
     */
    DhtIncomingConnections(Ptr<Node> node,
                           uint16_t port,
                           const DhtTcpOptions& tcp,
                           Sink sink,
                           Closed onClosed);

    /// Closes all, and calls nobody.
    ~DhtIncomingConnections();

    DhtIncomingConnections(const DhtIncomingConnections&) = delete;
    DhtIncomingConnections& operator=(const DhtIncomingConnections&) = delete;

    /// Read a connection again, as soon as the present event is over. @param connection The
    /// connection's number.
    void Resume(dht::ConnectionId connection);

    /// Forget all connections, and send nothing: the neighbours are not told.
    void Abort();

    /**
     * @param from The other end of a connection.
     * @return The connection; nothing if there is none.
     */
    std::optional<dht::ConnectionId> Find(const Address& from) const;

    /**
     * @return Frames that were rejected, by dht::WireError, those of closed connections included.
     */
    dht::WireErrorCounts GetErrors() const;

  private:
    /// A neighbour has connected. @param socket The connection. @param from Its address.
    void Accept(Ptr<Socket> socket, const Address& from);
    /// Close what a neighbour has no use for any more. @param from Its address.
    void CloseOldest(const Address& from);
    /// A connection says that it is over. @param connection The connection's number.
    void OnOver(dht::ConnectionId connection);
    /// Close the connections that are over.
    void CloseOver();
    /// @param connection Which to close.
    void Close(dht::ConnectionId connection);

    DhtTcpOptions m_tcp;    //!< How to set up the sockets.
    Sink m_sink;            //!< Takes the requests.
    Closed m_onClosed;      //!< Called after a connection was closed.
    Ptr<Socket> m_listener; //!< Accepts the connections.
    /// Itself: a connection that the listener has only half made outlives it, and so maybe this.
    std::shared_ptr<DhtIncomingConnections*> m_alive;
    dht::ConnectionId m_next{0}; //!< Of the next connection.
    /// In the order in which they came.
    std::map<dht::ConnectionId, std::unique_ptr<DhtIncomingConnection>> m_connections;
    std::vector<dht::ConnectionId> m_over; //!< To be closed as soon as nobody is at work on them.
    EventId m_closeOver;                   //!< Of CloseOver().
    dht::WireErrorCounts m_errors{};       //!< Of closed connections.
};

} // namespace ns3

#endif // DHT_CC_DHT_INCOMING_CONNECTIONS_H
