/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_DHT_DATAGRAM_SOCKET_H
#define DHT_CC_DHT_DATAGRAM_SOCKET_H

#include "access-net-device.h"
#include "dht-host.h"

#include "ns3/event-id.h"
#include "ns3/socket.h"

#include <array>
#include <deque>
#include <functional>
#include <vector>

namespace ns3
{

/**
 * @ingroup dht-cc
 * A peer's UDP socket.
 *
 * ns-3's UDP sockets have no send buffer: what a device cannot send at once waits in its queue, and
 * is dropped there. An operating system counts a datagram against the socket's send buffer until
 * the device has sent it, and that is what this class does, with an AccessNetDevice, for those that
 * wait for room (dht::WaitsForRoom()). With any other device, they are always sent at once.
 */
class DhtDatagramSocket
{
  public:
    /// Takes what has arrived. @param datagram What it says. @param from Who has sent it.
    using Sink = std::function<void(dht::Datagram&& datagram, const dht::Endpoint& from)>;
    /// Takes a packet of the overlay's own transport. @param from Who has sent it. @param bytes The
    /// packet.
    /// @param size Its bytes.
    using PacketSink =
        std::function<void(const dht::Endpoint& from, const uint8_t* bytes, std::size_t size)>;

    /**
     * @param node The peer's node.
     * @param port The port.
     * @param sendBuffer Bytes of datagrams that may wait for the device.
     * @param sink Takes what arrives.
     * @param onWritable Called when StateFor() may have changed.
     */
    DhtDatagramSocket(Ptr<Node> node,
                      uint16_t port,
                      uint32_t sendBuffer,
                      Sink sink,
                      std::function<void()> onWritable);
    ~DhtDatagramSocket();

    DhtDatagramSocket(const DhtDatagramSocket&) = delete;
    DhtDatagramSocket& operator=(const DhtDatagramSocket&) = delete;

    /**
     * @param bytes Length of a datagram that waits for room.
     * @return Whether Send() would take it now.
     */
    dht::LinkState StateFor(uint32_t bytes);

    /// @param to A peer. @param datagram What to send it; StateFor() is ready, if it has to be.
    void Send(const dht::Endpoint& to, const dht::Datagram& datagram);

    /// @param sink Takes packets of the overlay's own transport from now on; null: they are
    /// rejected, as datagrams that they are not. @param lane Whose dht::LaneOf() is this one.
    void SetPacketSink(PacketSink sink, uint8_t lane = 0);

    /// Send a packet of the overlay's own transport, which bounds by itself what waits. @param to A
    /// peer. @param bytes The packet. @param size Its bytes.
    void SendPacket(const dht::Endpoint& to, const uint8_t* bytes, std::size_t size);

    /**
     * Leave what arrives in the socket's receive buffer, or read it. What does not fit there is
     * lost, and not counted.
     *
     * @param reading Whether to read.
     */
    void SetReading(bool reading);

    /**
     * @return Datagrams that were rejected, by dht::WireError. Those that could not be sent count
     *         too: as dht::WireError::kField if they had to go to an IPv6 address, otherwise as
     *         dht::WireError::kLength.
     */
    const dht::WireErrorCounts& GetErrors() const;

  private:
    /// A datagram that the device has not sent yet.
    struct Waiting
    {
        Time until;     //!< When the device has sent it.
        uint32_t bytes; //!< Its length.
    };

    /// Send some bytes. @param to The receiver's endpoint. @param bytes The bytes. @param size How
    /// many.
    void SendBytes(const dht::Endpoint& to, const uint8_t* bytes, std::size_t size);
    /// Datagrams have arrived. @param socket The socket.
    void Receive(Ptr<Socket> socket);
    /// Count a datagram that was rejected, and answer if it is of a peer of another version that
    /// asks. @param error What is wrong with m_frame. @param from Who has sent it.
    void Reject(dht::WireError error, const dht::Endpoint& from);
    /// Forget what the device has sent.
    void Advance();

    Ptr<Socket> m_socket;                    //!< The socket.
    Ptr<AccessNetDevice> m_device;           //!< Whose uplink sends the datagrams, or null.
    uint32_t m_sendBuffer;                   //!< Bytes of datagrams that may wait.
    Sink m_sink;                             //!< Takes what arrives.
    std::array<PacketSink, 2> m_packetSinks; //!< Take packets of the overlay's transport, by lane.
    std::function<void()> m_onWritable;      //!< Called when there is room.
    std::deque<Waiting> m_waiting;           //!< In the order of departure.
    uint32_t m_waitingBytes{0};              //!< Sum over m_waiting.
    bool m_reading{true};                    //!< Whether what arrives is read.
    EventId m_writable;                      //!< Of m_onWritable.
    std::vector<uint8_t> m_frame;            //!< What is being read.
    dht::WireErrorCounts m_errors{};         //!< What was rejected.
};

} // namespace ns3

#endif // DHT_CC_DHT_DATAGRAM_SOCKET_H
