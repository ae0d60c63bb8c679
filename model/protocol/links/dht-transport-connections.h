/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_TRANSPORT_CONNECTIONS_H
#define DHT_TRANSPORT_CONNECTIONS_H

#include "dht-deframer.h"
#include "dht-host.h"
#include "dht-transport-endpoint.h"

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * The ways from a peer's neighbours, over the transport.
 */

namespace dht
{

/**
 * The links that others have opened to a peer: streams, cut into requests.
 *
 * A request that is refused stays here, and its connection is not read until Resume(). The bytes of
 * what was read count against the connection's window until all requests in them were accepted, so
 * that the other end stops.
 */
class TransportConnections
{
  public:
    /// Takes a request. @param connection Whence. @param request The request; moved from if it is
    /// accepted. @return Whether it was accepted.
    using Sink = std::function<bool(ConnectionId connection, Request& request)>;
    /// A connection is gone. @param connection The connection's number.
    using Closed = std::function<void(ConnectionId connection)>;

    /// @param endpoint Carries them; must outlive this object. @param longestFrame Bytes of a frame
    /// that is accepted. @param sink Takes the requests. @param onClosed Is told when a connection
    /// is gone.
    TransportConnections(TransportEndpoint& endpoint,
                         std::size_t longestFrame,
                         Sink sink,
                         Closed onClosed);

    /// @param now The present. @param event What the endpoint tells; ignored if it is of no link of
    /// others.
    void OnEvent(Time now, const TransportEvent& event);
    /// Read again, when ReadResumed() is called. @param connection Where a request was refused.
    void Resume(ConnectionId connection);
    /// @return Whether there is something for ReadResumed() to do.
    bool IsResumed() const;
    /// Read what may be read again. @param now The present.
    void ReadResumed(Time now);
    /// End all: the other ends are told, and nobody here. @param now The present.
    void AbortAll(Time now);

    /// @param from The other end. @return Its newest connection; nothing if there is none.
    std::optional<ConnectionId> Find(const Endpoint& from) const;
    /// @return Frames that were rejected, by WireError, those of connections that are gone
    /// included.
    WireErrorCounts Errors() const;
    /// @return Connections that were ended over a frame of an impossible length or version.
    std::uint64_t Broken() const;

  private:
    /// A link of another peer.
    struct Record
    {
        TransportLink transport;       ///< What the endpoint calls it.
        Endpoint from;                 ///< The other end.
        Deframer deframer;             ///< Bytes to requests.
        Deframer ahead;                ///< Those that need not wait for others.
        std::optional<Request> held{}; ///< The request that was refused.
        std::size_t unconsumed{0};     ///< Bytes read that count against the window.
        bool isEnded{false};           ///< Nothing more will come.
    };

    /// @param now The present. @param id A connection, which may be gone then.
    void Read(Time now, ConnectionId id);
    /// @param now The present. @param id A connection that is beyond repair; gone then.
    void Break(Time now, ConnectionId id);
    /// Hand over what was read. @param id A connection. @param record The connection's bytes so
    /// far. @return What the deframer says; kRequest: a request was refused.
    Deframer::Result Deliver(ConnectionId id, Record& record);
    /// Hand over what a deframer has. @param id A connection. @param record The connection's
    /// bytes so far. @param deframer Either of its. @return What the deframer says.
    Deframer::Result Deliver(ConnectionId id, Record& record, Deframer& deframer);
    /// @param now The present. @param record A connection. @return Whether something came.
    bool ReadChunk(Time now, Record& record);
    /// Read all requests that need not wait for others. @param now The present. @param record A
    /// connection. @return Whether there were any.
    bool ReadAhead(Time now, Record& record);
    /// @param [in,out] sum Gets frames that were rejected. @param record Of which connection.
    static void AddErrors(WireErrorCounts& sum, const Record& record);
    /// @param id A connection that is gone.
    void Remove(ConnectionId id);

    TransportEndpoint& m_endpoint;                ///< Carries them.
    std::size_t m_longestFrame;                   ///< Bytes of a frame that is accepted.
    Sink m_sink;                                  ///< Takes the requests.
    Closed m_onClosed;                            ///< Is told when a connection is gone.
    std::map<ConnectionId, Record> m_connections; ///< In the order in which they came.
    std::map<TransportLink, ConnectionId> m_ids;  ///< By what the endpoint calls them.
    ConnectionId m_next{0};                       ///< Of the next connection.
    std::vector<ConnectionId> m_resumed;          ///< What may be read again.
    WireErrorCounts m_errors{};                   ///< Of connections that are gone.
    std::uint64_t m_broken{0};                    ///< Those ended over an impossible frame.
};

} // namespace dht

#endif // DHT_TRANSPORT_CONNECTIONS_H
