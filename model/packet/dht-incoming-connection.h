/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_DHT_INCOMING_CONNECTION_H
#define DHT_CC_DHT_INCOMING_CONNECTION_H

#include "dht-deframer.h"

#include "ns3/event-id.h"
#include "ns3/nstime.h"
#include "ns3/socket.h"

#include <functional>
#include <optional>
#include <vector>

namespace ns3
{

/**
 * @ingroup dht-cc
 * A TCP connection on which a neighbour's requests arrive, and which can be left unread.
 *
 * The socket sends no window update when an application that has let the receive buffer fill up
 * reads again (see DhtTcpSocket), so that the sender would wait for ever. Resume() therefore makes
 * the socket announce its window, once there is room for two full segments, and again while nothing
 * comes: what announces it may be lost, and a sender whose window is small but open does not probe
 * it.
 */
class DhtIncomingConnection
{
  public:
    /**
     * Takes a request. @param request The request. @return Whether it was accepted; if not, the
     * connection keeps it and reads no further until Resume().
     */
    using Sink = std::function<bool(dht::Request& request)>;

    /**
     * @param socket The accepted connection.
     * @param maximumFrame Bytes of the longest frame accepted.
     * @param sink Takes the requests.
     * @param onClosed Called when the neighbour has closed, or has sent nonsense; the connection
     *                 must not be destroyed before that call has returned.
     */
    DhtIncomingConnection(Ptr<Socket> socket,
                          uint32_t maximumFrame,
                          Sink sink,
                          std::function<void()> onClosed);

    /// Closes, unless it was aborted.
    ~DhtIncomingConnection();

    DhtIncomingConnection(const DhtIncomingConnection&) = delete;
    DhtIncomingConnection& operator=(const DhtIncomingConnection&) = delete;

    /// Read again, as soon as the present event is over.
    void Resume();

    /// Forget the connection, and send nothing: the neighbour is not told. Nothing but the
    /// destructor may follow.
    void Abort();

    /**
     * @return The neighbour's address and port.
     */
    Address GetNeighbour() const;

    /**
     * @return Frames that were rejected, by dht::WireError.
     */
    const dht::WireErrorCounts& GetErrors() const;

  private:
    /// @return The socket, which calls nobody back any more; null if it was aborted.
    Ptr<Socket> Release();
    /// Bytes have arrived. @param socket The connection.
    void OnReadable(Ptr<Socket> socket);
    /// Offer the request that was refused, and read on.
    void ReadAgain();
    /// Read until nothing is left or a request is refused.
    void Read();
    /// Hand over what the deframer holds. @return Whether to read on.
    bool Deliver();
    /// Note whether the advertised window has closed, and announce it when it is open again; say so
    /// when the neighbour has finished and everything it sent was read.
    void AfterReading();

    /// Make the socket announce its window, and again if nothing comes.
    void AnnounceWindow();

    Ptr<Socket> m_socket;               //!< The connection.
    Sink m_sink;                        //!< Takes the requests.
    std::function<void()> m_onClosed;   //!< Called at the end.
    dht::Deframer m_deframer;           //!< Bytes to requests.
    std::vector<uint8_t> m_chunk;       //!< Bytes being read.
    std::optional<dht::Request> m_held; //!< The request that was refused.
    uint32_t m_bufferSize;              //!< Bytes of the socket's receive buffer.
    uint32_t m_twoSegments;             //!< Bytes of two full segments, or half a buffer.
    bool m_finished{false};             //!< Whether the neighbour will send nothing more.
    bool m_windowClosed{false};         //!< Whether the neighbour may be waiting for a window.
    EventId m_resume;                   //!< Of ReadAgain().
    Time m_patience;                    //!< Until the window is announced again.
    EventId m_announce;                 //!< Of AnnounceWindow().
};

} // namespace ns3

#endif // DHT_CC_DHT_INCOMING_CONNECTION_H
