/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_EMU_DATAGRAM_PORT_H
#define DHT_EMU_DATAGRAM_PORT_H

#include "datagram-queue.h"
#include "dht-host.h"
#include "dht-maintenance-format.h"
#include "dht-transport-endpoint.h"
#include "dht-wire-format.h"
#include "udp-batches.h"

#include <boost/asio/ip/udp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <cstdint>
#include <functional>
#include <vector>

/**
 * @file
 * @ingroup dht-emu
 * Where a peer's datagrams come and go.
 */

namespace dht
{

/// Bytes of the longest message of a store: in a ring of one peer a fragment is the whole block.
constexpr std::size_t kLongestStoreDatagram = kMostBlockBytes + 512;

/**
 * A peer's UDP socket. What answers the peer's own questions (overlay-acks, redirects, neighbours,
 * and those of the store) is handed over as soon as it is read; everything else waits in a bounded
 * queue that is fair between its senders, so that a flood of questions costs the peer none of its
 * answers.
 *
 * Linux counts a datagram against the socket's send buffer until the device has taken it, with its
 * own bookkeeping: so one that waits for room (StateFor()) does so a little sooner than its
 * length alone would say.
 */
class DatagramPort
{
  public:
    /// Whom to call, always from the event loop. After Close() nobody is called.
    struct Callbacks
    {
        /// Takes what has arrived, and where from.
        std::function<void(Datagram&&, const Endpoint&)> onDatagram;
        /// A query of this peer was answered in another version, and by whom.
        std::function<void(const OtherVersion&, const Endpoint&)> onOtherVersion;
        /// StateFor() may have changed.
        std::function<void()> onWritable;
        /// A datagram was sent, so long, to whom; also a packet of the overlay's own transport.
        std::function<void(std::size_t, const Endpoint&)> onSent{};
        /// Takes a packet of the overlay's own transport, and how long ago it came. @return Whether
        /// it was taken; if not, it is rejected as the datagram that it is not.
        std::function<bool(const Endpoint&, const std::uint8_t*, std::size_t, Time)> onPacket{};
    };

    /**
     * @param socket The socket, bound.
     * @param maximumSize Bytes of the longest datagram accepted.
     * @param sendBuffer Bytes of datagrams that may wait for the device.
     * @param callbacks Whom to call.
     */
    DatagramPort(boost::asio::ip::udp::socket socket,
                 std::size_t maximumSize,
                 std::size_t sendBuffer,
                 Callbacks callbacks);

    DatagramPort(const DatagramPort&) = delete;
    DatagramPort& operator=(const DatagramPort&) = delete;

    /// Receive.
    void Open();
    /// Close the socket. What it has not received yet is lost.
    void Close();

    /// @param bytes Length of a datagram that waits for room. @return Whether Send() would take it
    /// now.
    LinkState StateFor(std::size_t bytes);
    /// @param to Whom to send to. @param datagram The message; StateFor() is ready, if it has to
    /// be.
    void Send(const Endpoint& to, const Datagram& datagram);

    /// Set the socket up for packets of the overlay's own transport: they have large buffers.
    void PrepareForPackets();
    /// @param packets Packets of the overlay's own transport. @param bytes Their bytes, one packet
    /// behind the other. @param [in,out] sent Bytes of them that are on their way already. @param
    /// onRoom Called once when there is room, if there is none. @return What became of them; but
    /// for want of room, the rest is given up.
    UdpBatches::Sent SendPackets(const Transmission& packets,
                                 const std::uint8_t* bytes,
                                 std::size_t& sent,
                                 const std::function<void()>& onRoom);

    /// @return Where it is bound.
    Endpoint Self() const;
    /// @return Datagrams that were rejected.
    const WireErrorCounts& Errors() const;
    /// @return Datagrams that the system did not take.
    std::uint64_t Unsent() const;
    /// @return Datagrams that were read and had to make room for others in the queue.
    std::uint64_t Dropped() const;
    /// @return Datagrams that the system dropped, as its buffer was full.
    std::uint64_t Overrun() const;

  private:
    /// Wait for what arrives.
    void Wait();
    /// Do a part of what is to be done, so that others have their turn before the rest.
    void Work();
    /// Read what has arrived, but not for ever. @return Whether nothing is left.
    bool Receive();
    /// Sort what has arrived. @param bytes The datagram. @param size Its bytes. @param from Its
    /// sender.
    /// @param late How long ago it came.
    void Sort(const std::uint8_t* bytes, std::size_t size, const Endpoint& from, Time late);
    /// Take some of what waits in the queue.
    void Serve();
    /// Take one datagram. @param bytes The datagram. @param size How long it is. @param from Its
    /// sender.
    void Take(const std::uint8_t* bytes, std::size_t size, const Endpoint& from);
    /// Send some bytes. @param to The receiver's endpoint. @param bytes The bytes. @param size How
    /// many.
    void SendBytes(const Endpoint& to, const std::uint8_t* bytes, std::size_t size);

    boost::asio::ip::udp::socket m_socket;       ///< The socket.
    int m_handle;                                ///< The system's name of it.
    UdpBatches m_batches;                        ///< Reads and writes it.
    std::size_t m_sendBuffer;                    ///< Bytes of datagrams that may wait.
    Callbacks m_callbacks;                       ///< Whom to call.
    boost::asio::steady_timer m_look;            ///< To the next look for room.
    bool m_waiting{false};                       ///< Whether somebody waits for room.
    std::vector<std::function<void()>> m_onRoom; ///< Whom to call whose packets wait.
    DatagramQueue m_queue;                       ///< What answers no question of the peer.
    std::uint64_t m_overrun{0};                  ///< What the system had dropped at Close().
    WireErrorCounts m_errors{};                  ///< What was rejected.
    std::uint64_t m_unsent{0};                   ///< What the system did not take.
};

} // namespace dht

#endif // DHT_EMU_DATAGRAM_PORT_H
