/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_DHT_TRANSPORT_SOCKET_H
#define DHT_CC_DHT_TRANSPORT_SOCKET_H

#include "dht-transport-endpoint.h"
#include "dht-wake-timer.h"

#include "ns3/socket.h"

#include <functional>
#include <vector>

/**
 * @file
 * @internal
 */

namespace ns3
{

/**
 * @ingroup dht-cc
 * A peer's transport over a UDP socket of ns-3: it hands in datagrams and the time, sends what is
 * to be sent, and tells what happens.
 */
class DhtTransportSocket
{
  public:
    /// What is done when something has happened; it may use Core(). @param event The link's event.
    using Sink = std::function<void(const dht::TransportEvent& event)>;

    /// What a socket needs.
    struct Setup
    {
        Ptr<Node> node;                                 ///< Where it is.
        uint16_t port;                                  ///< Its port; 0: any.
        double drift;                                   ///< Of the node's clock, in ppm.
        const dht::TransportOptions& options;           ///< Constants.
        dht::TransportEndpoint::WindowMaker makeWindow; ///< Makes windows.
        dht::Random& random;                            ///< Must outlive the socket.
    };

    /// @param setup What it needs. @param sink Is told what happens.
    DhtTransportSocket(const Setup& setup, Sink sink);
    ~DhtTransportSocket();

    DhtTransportSocket(const DhtTransportSocket&) = delete;
    DhtTransportSocket& operator=(const DhtTransportSocket&) = delete;

    /// @return The protocol. Who calls it from outside of the sink calls Poll() then.
    dht::TransportEndpoint& Core();
    /// @return The protocol.
    const dht::TransportEndpoint& Core() const;
    /// @return The present by the node's clock.
    dht::Time Present() const;
    /// Tell what has happened, send what may leave, and see to the next timer.
    void Poll();

  private:
    /// Datagrams have arrived. @param socket The socket.
    void Receive(Ptr<Socket> socket);
    /// Send one datagram. @return Whether one was due.
    bool Transmit();
    /// @param time By the node's clock. @return The first instant of the simulation at which that
    /// clock shows it.
    dht::Time ToSimulated(dht::Time time) const;

    Ptr<Socket> m_socket;            //!< The socket.
    double m_pace;                   //!< What the node's clock gains in a second, in seconds.
    Sink m_sink;                     //!< Is told what happens.
    dht::TransportEndpoint m_core;   //!< The protocol.
    DhtWakeTimer m_timer;            //!< Its next timer.
    std::vector<uint8_t> m_outgoing; //!< What is being sent.
    std::vector<uint8_t> m_incoming; //!< What is being read.
};

} // namespace ns3

#endif // DHT_CC_DHT_TRANSPORT_SOCKET_H
