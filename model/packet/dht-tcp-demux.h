/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_DHT_TCP_DEMUX_H
#define DHT_CC_DHT_TCP_DEMUX_H

#include "ns3/ip-l4-protocol.h"
#include "ns3/node.h"
#include "ns3/tcp-l4-protocol.h"

#include <cstdint>
#include <unordered_map>

namespace ns3
{

class DhtTcpSocket;

/**
 * @ingroup dht-cc
 * A short way from a node's IPv4 to its DhtTcpSocket, in front of its TCP.
 *
 * TCP of ns-3 compares a segment with all connections of a node, and decodes its header three times
 * before it is processed. This one finds an established connection in a hash table, by the four
 * bytes and two ports that differ, and has the socket process the segment. The outcome is the same.
 * Whatever is not of such a connection, has ECN bits, or has a checksum to be verified, takes the
 * way through TcpL4Protocol.
 */
class DhtTcpDemux : public IpL4Protocol
{
  public:
    /**
     * @return The TypeId.
     */
    static TypeId GetTypeId();

    /**
     * @param node A node with IPv4 and TCP.
     * @return Its demultiplexer, which is installed if there was none.
     */
    static Ptr<DhtTcpDemux> Of(Ptr<Node> node);

    /// A connection, as a node with one address tells it from its others.
    struct Connection
    {
        Ipv4Address peer;      //!< Address of the other end.
        uint16_t peerPort{0};  //!< Port of the other end.
        uint16_t localPort{0}; //!< Port of this end.
    };

    /// @param connection A connection. @param socket Gets its segments, until Forget().
    void Remember(const Connection& connection, DhtTcpSocket* socket);

    /// @param connection A connection. @param socket Gets its segments no more.
    void Forget(const Connection& connection, const DhtTcpSocket* socket);

    /**
     * @return How many segments have gone the short way.
     */
    uint64_t GetShortened() const;

    int GetProtocolNumber() const override;
    IpL4Protocol::RxStatus Receive(Ptr<Packet> packet,
                                   const Ipv4Header& header,
                                   Ptr<Ipv4Interface> incomingInterface) override;
    IpL4Protocol::RxStatus Receive(Ptr<Packet> packet,
                                   const Ipv6Header& header,
                                   Ptr<Ipv6Interface> incomingInterface) override;
    using IpL4Protocol::ReceiveIcmp;
    void ReceiveIcmp(Ipv4Address icmpSource,
                     uint8_t icmpTtl,
                     uint8_t icmpType,
                     uint8_t icmpCode,
                     uint32_t icmpInfo,
                     Ipv4Address payloadSource,
                     Ipv4Address payloadDestination,
                     const uint8_t payload[8]) override;
    void SetDownTarget(DownTargetCallback target) override;
    void SetDownTarget6(DownTargetCallback6 target) override;
    DownTargetCallback GetDownTarget() const override;
    DownTargetCallback6 GetDownTarget6() const override;

  protected:
    void DoDispose() override;

  private:
    /// @param connection A connection. @return The same in one number.
    static uint64_t KeyOf(const Connection& connection);
    /// Have a socket process a segment. @param packet The segment. @param header Its IP header.
    /// @return Whether there is such a socket; if not, nothing has happened.
    bool Shorten(const Ptr<Packet>& packet, const Ipv4Header& header);

    Ptr<TcpL4Protocol> m_tcp;                              //!< Takes what is none of the sockets'.
    bool m_verifies{false};                                //!< Whether checksums are verified.
    uint64_t m_shortened{0};                               //!< Segments that a socket has got.
    std::unordered_map<uint64_t, DhtTcpSocket*> m_sockets; //!< By KeyOf() their connections.
};

} // namespace ns3

#endif // DHT_CC_DHT_TCP_DEMUX_H
