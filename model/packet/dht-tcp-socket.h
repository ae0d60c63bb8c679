/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_DHT_TCP_SOCKET_H
#define DHT_CC_DHT_TCP_SOCKET_H

#include "dht-tcp-demux.h"

#include "ns3/node.h"
#include "ns3/tcp-socket-base.h"

#include <cstdint>
#include <functional>

namespace ns3
{

/**
 * @ingroup dht-cc
 * A TCP socket of ns-3 that survives a receiver that does not read. The socket of ns-3.37 crashes:
 *
 * - when data was lost on the way there and all that was sent fills the receiver's window to the
 *   byte, as it tries to send a segment of no bytes (ns-3 has mended that since);
 * - when the window has been closed for as long as its persist timer takes and all was sent, as it
 *   takes the byte to probe the window with from what is still to be sent (to this day).
 *
 * This one says in time that there is no window, and does not probe for nothing.
 *
 * Nor does ns-3's socket (to this day) answer real hosts: a socket that listens remembers the
 * timestamps of all that connect to it, and echoes to one what another has sent. To simulated
 * peers, whose clocks and first sequence numbers are alike, that makes no difference; Linux refuses
 * such a connection. This one echoes to each what it has sent.
 *
 * A listening socket of ns-3 ignores what belongs to no connection that it knows (to this day), so
 * that a peer that has crashed and returned leaves those who still send to it in the dark, for two
 * minutes. This one answers with a reset, as RFC 9293 (section 3.10.7.2) wants it.
 *
 * It also takes a reset for news of its neighbour (to this day): as a reset announces no window, it
 * begins to probe that, and ns-3 with assertions ends there. This one drops a reset, as the same
 * section wants it.
 *
 * Nor does a connecting socket of ns-3 (to this day) answer a host that knows its port from a
 * connection of a former life, and holds that for alive: it repeats its SYN until it gives up,
 * after 9 s in a maintained link, and requests wait with it. This one resets the old connection
 * (sections 3.5.1 and 3.10.7.3 there) and connects again at once.
 *
 * When the application reads, some versions of ns-3 (after 3.48) announce a window that was closed,
 * in the midst of the reading, and others do not. This one never does: DhtIncomingConnection tells,
 * once all is read, and every version of ns-3 sends the same segments.
 *
 * Beyond that, it can be aborted and tells of timeouts, an established connection gets its segments
 * from a DhtTcpDemux, and it differs in nothing else.
 */
class DhtTcpSocket : public TcpSocketBase
{
  public:
    /**
     * @return The TypeId.
     */
    static TypeId GetTypeId();

    /**
     * Make a socket as TcpSocketFactory does, with the algorithms that the node's TCP is set to.
     *
     * @param node A node with a TCP stack.
     * @return The socket.
     */
    static Ptr<DhtTcpSocket> Create(Ptr<Node> node);

    ~DhtTcpSocket() override;

    /// @param onTimeout Called whenever data has not been acknowledged for as long as the
    /// retransmission timer takes.
    void SetTimeoutCallback(std::function<void()> onTimeout);

    /// End at once and send nothing, as when a machine crashes: the other end is not told.
    void Abort();

    using TcpSocketBase::Recv;
    Ptr<Packet> Recv(uint32_t maxSize, uint32_t flags) override;

    /**
     * @param connection A connection.
     * @param local Its address at this end.
     * @return Whether it is this socket's, which takes segments.
     */
    bool IsAt(const DhtTcpDemux::Connection& connection, Ipv4Address local) const;

    /**
     * Process a segment of the connection that the demultiplexer knows, without ECN bits and
     * without a checksum to be verified.
     *
     * @param packet The segment, with its TCP header.
     * @param first Its sequence number.
     * @param headerSize The length of its TCP header in bytes, at most that of the segment.
     */
    void Receive(Ptr<Packet> packet, SequenceNumber32 first, uint32_t headerSize);

  protected:
    void SendEmptyPacket(uint8_t flags) override;
    uint32_t AvailableWindow() const override;
    void PersistTimeout() override;
    void ReTxTimeout() override;
    void DoForwardUp(Ptr<Packet> packet,
                     const Address& fromAddress,
                     const Address& toAddress) override;
    Ptr<TcpSocketBase> Fork() override;
    void CompleteFork(Ptr<Packet> packet,
                      const TcpHeader& header,
                      const Address& from,
                      const Address& to) override;

  private:
    /// Answer a segment of a connection that is not there. @param header Its header. @param from
    /// Who has sent it. @param to The address that the segment was sent to.
    void Reset(const TcpHeader& header, const Address& from, const Address& to);

    /**
     * Answer a segment if it is of a connection that is not there.
     *
     * @param packet A segment, while this socket listens or connects.
     * @param fromAddress Who has sent it.
     * @param toAddress The address that the segment was sent to.
     * @return Whether there is no such connection.
     */
    bool RefuseStray(const Ptr<Packet>& packet,
                     const Address& fromAddress,
                     const Address& toAddress);

    /// Have the demultiplexer hand this connection's segments straight to this socket.
    void Remember();

    /// Send the SYN once more (without ECN), if that was not done yet.
    void ConnectAgain();

    bool m_reading{false};                //!< Whether the application is reading just now.
    bool m_isAgain{false};                //!< Whether the SYN was sent once more.
    std::function<void()> m_onTimeout;    //!< Called at each timeout.
    Ptr<DhtTcpDemux> m_demux;             //!< The node's.
    bool m_isRemembered{false};           //!< Whether it knows this connection.
    DhtTcpDemux::Connection m_connection; //!< By what it does.
    Address m_peer;                       //!< The connection's other end.
    Address m_local;                      //!< The connection's end here.
};

} // namespace ns3

#endif // DHT_CC_DHT_TCP_SOCKET_H
