/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_DHT_NEIGHBOUR_LINK_H
#define DHT_CC_DHT_NEIGHBOUR_LINK_H

#include "dht-held-frames.h"
#include "dht-host.h"
#include "dht-tcp-socket.h"

#include "ns3/address.h"
#include "ns3/event-id.h"
#include "ns3/node.h"
#include "ns3/socket.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

namespace ns3
{

/**
 * @ingroup dht-cc
 * How a peer's TCP sockets are set up.
 */
struct DhtTcpOptions
{
    uint32_t segmentSize;   //!< Payload of a full segment in bytes.
    uint32_t sendBuffer;    //!< Bytes of the send buffer.
    uint32_t receiveBuffer; //!< Bytes of the receive buffer.
    /// Whether maintenance sees to it that links lead to peers that are there: then a connection is
    /// given up after seconds rather than minutes, and requests wait while another one is made.
    bool maintained{false};
    /// Neighbours that may share an address: incoming connections of one address are kept for each.
    uint32_t peersPerAddress{1};
    bool nagle{false}; //!< Whether a short segment waits until all is acknowledged (RFC 896).

    /**
     * @param socket A TCP socket to set up.
     */
    void Apply(const Ptr<Socket>& socket) const;
};

/**
 * @ingroup dht-cc
 * A peer's TCP connection to one of its neighbours, which carries requests one way. It connects
 * again when it is refused or lost.
 */
class DhtNeighbourLink
{
  public:
    /// Whom to tell what happens.
    struct Listeners
    {
        std::function<void()> onWritable; //!< There is room again, or the neighbour accepts.
        /// The neighbour has refused or dropped the connection, which happens again and again; it
        /// may destroy the link.
        std::function<void()> onLost;
        /// The neighbour has been silent for as long as TCP's retransmission timer takes, although
        /// it has something to acknowledge; it may destroy the link. Told once in half a minute.
        std::function<void()> onSilent;
    };

    /**
     * @param node The peer's node.
     * @param neighbour The neighbour's address and port.
     * @param tcp How to set up the socket.
     * @param holds Whether what fills no segment waits for Flush().
     * @param listeners Whom to tell what happens.
     */
    DhtNeighbourLink(Ptr<Node> node,
                     const Address& neighbour,
                     const DhtTcpOptions& tcp,
                     bool holds,
                     Listeners listeners);

    /// Sends what the buffer holds, and closes.
    ~DhtNeighbourLink();

    DhtNeighbourLink(const DhtNeighbourLink&) = delete;
    DhtNeighbourLink& operator=(const DhtNeighbourLink&) = delete;

    /// Connect. Only while the simulation runs.
    void Open();

    /// Forget the connection, and send nothing: the neighbour is not told.
    void Abort();

    /**
     * @param bytes Size of a frame.
     * @return kReady if it fits in the socket's buffer as a whole; kDown, unless the link is
     *         maintained, from the moment the neighbour refuses or drops the connection until it
     *         accepts another.
     */
    dht::LinkState StateFor(uint32_t bytes) const;

    /**
     * @param request A request whose frame fits.
     */
    void Send(const dht::Request& request);

    /// @return Requests that wait for Flush(), one that has begun to cross included.
    const dht::HeldFrames& Held() const;

    /// @return Bytes that wait here, or that TCP has and the neighbour has not acknowledged.
    std::size_t Backlog() const;

    /// @return Whether all that was handed to TCP is acknowledged.
    bool IsQuiet() const;

    /// Hand what waits to TCP.
    void Flush();

    /**
     * @return The address and port of this end; invalid while it is not open.
     */
    Address GetLocal() const;

  private:
    /// Hand the first of the bytes that wait to TCP. @param bytes How many.
    void Write(std::size_t bytes);
    /// The connection is refused or lost: try again later. @param socket The socket.
    void Retry(Ptr<Socket> socket);
    /// TCP's retransmission timer has fired.
    void OnTimeout();
    /// Send what the buffer holds, and close.
    void Close();
    /// @return The socket, which calls nobody back any more; null if there was none.
    Ptr<DhtTcpSocket> Release();

    Ptr<Node> m_node;             //!< The peer's node.
    Address m_neighbour;          //!< The neighbour's address and port.
    DhtTcpOptions m_tcp;          //!< How to set up the socket.
    Listeners m_listeners;        //!< Whom to tell what happens.
    Ptr<DhtTcpSocket> m_socket;   //!< The connection.
    bool m_connected{false};      //!< Whether it is established.
    uint32_t m_failed{0};         //!< Attempts that failed since it was established.
    EventId m_retry;              //!< Of the next attempt.
    std::optional<Time> m_silent; //!< When it was last told that the neighbour is silent.
    bool m_holds;                 //!< Whether what fills no segment waits.
    std::vector<uint8_t> m_held;  //!< Frames, or the rest of one, that TCP has not been handed.
    dht::HeldFrames m_frames;     //!< Which these are.
};

} // namespace ns3

#endif // DHT_CC_DHT_NEIGHBOUR_LINK_H
