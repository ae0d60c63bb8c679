/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_DHT_TCP_FLOW_H
#define DHT_CC_DHT_TCP_FLOW_H

#include "ns3/inet-socket-address.h"
#include "ns3/ipv4-address.h"
#include "ns3/node.h"
#include "ns3/nstime.h"
#include "ns3/sequence-number.h"
#include "ns3/socket.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-socket-base.h"

#include <cstdint>
#include <string>

/**
 * @file
 * @ingroup dht-cc
 * A flow of ns-3's TCP.
 */

namespace ns3
{

/**
 * @ingroup dht-cc
 * A greedy source of TCP and its sink, with the constants that ns3::TcpSocket has by default.
 */
class DhtTcpFlow
{
  public:
    /// What it is made of.
    struct Options
    {
        Ptr<Node> from;         //!< Where the source is.
        Ptr<Node> to;           //!< Where the sink is.
        Ipv4Address address;    //!< The sink's.
        uint16_t port;          //!< The sink's.
        std::string congestion; //!< A TypeId such as "ns3::TcpLinuxReno"; empty: the node's own.
        Time start;             //!< When it begins to connect.
        Time stop;              //!< When nothing more is written.
    };

    /// @param options What it is made of. The sink listens at once.
    explicit DhtTcpFlow(const Options& options);
    ~DhtTcpFlow();

    DhtTcpFlow(const DhtTcpFlow&) = delete;
    DhtTcpFlow& operator=(const DhtTcpFlow&) = delete;

    /// @return Bytes that the sink's application has read.
    uint64_t GetReceived() const;
    /// @return Segments that the source sent again.
    uint64_t GetRetransmitted() const;
    /// @return The source's congestion window in bytes; 0 before it has one.
    uint32_t GetWindow() const;

  private:
    /// Connect.
    void Start();
    /// What was written is still delivered: it is not much.
    void Stop();
    /// The source has come. @param socket The new connection. @param from Where it is.
    void Accept(Ptr<Socket> socket, const Address& from);
    /// Write what there is room for. @param socket The source's. @param room Bytes of it.
    void Fill(Ptr<Socket> socket, uint32_t room);
    /// Read. @param socket The sink's.
    void Receive(Ptr<Socket> socket);
    /// @param before Bytes in flight until now. @param now Bytes in flight.
    void OnInFlight(uint32_t before, uint32_t now);
    /// @param before The congestion window until now. @param now The congestion window, in bytes.
    void OnWindow(uint32_t before, uint32_t now);
    /// @param packet A segment without its header. @param header The header. @param socket The
    /// flow's own socket.
    void OnSent(const Ptr<const Packet> packet,
                const TcpHeader& header,
                const Ptr<const TcpSocketBase> socket);

    InetSocketAddress m_remote;  //!< The sink's.
    Ptr<Socket> m_source;        //!< Sends.
    Ptr<Socket> m_listener;      //!< Accepts.
    Ptr<Socket> m_sink;          //!< Reads; null before.
    uint32_t m_capacity{0};      //!< Of the source's buffer in bytes.
    uint32_t m_inFlight{0};      //!< Bytes that were sent and not acknowledged.
    uint32_t m_window{0};        //!< The congestion window in bytes.
    bool m_isStopped{false};     //!< Nothing is written any more.
    bool m_hasSent{false};       //!< Data has left.
    SequenceNumber32 m_highest;  //!< End of what has left.
    uint64_t m_received{0};      //!< Bytes read.
    uint64_t m_retransmitted{0}; //!< Segments sent again.
};

} // namespace ns3

#endif // DHT_CC_DHT_TCP_FLOW_H
