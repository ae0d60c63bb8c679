/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_EMU_OUTGOING_LINK_H
#define DHT_EMU_OUTGOING_LINK_H

#include "dht-held-frames.h"
#include "dht-host.h"
#include "tcp-tuning.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

/**
 * @file
 * @ingroup dht-emu
 * The way to a neighbour.
 */

namespace dht
{

/**
 * A peer's TCP connection to one of its neighbours, which carries requests one way. It connects
 * again when it is refused or lost.
 *
 * A frame is written only if it fits, with all that the neighbour has not acknowledged, in the send
 * buffer: what waits there is hidden from the relay queue. Linux counts other bytes for its own
 * buffer, and tells only when a third of it is free; so this class counts itself, and while
 * somebody waits for room, it has every acknowledgement reported.
 *
 * A link that holds writes full segments at once, and the rest on Flush(), in one write. What is
 * held takes room in the send buffer.
 */
class OutgoingLink : public std::enable_shared_from_this<OutgoingLink>
{
  public:
    /// Whom to call, always from the event loop. After Close() nobody is called.
    struct Callbacks
    {
        /// The connection is made.
        std::function<void()> onConnected;
        /// StateFor() may have changed.
        std::function<void()> onWritable;
        /// The connection was refused or lost, and why; or given up as the neighbour spoke on it,
        /// for which there is no error.
        std::function<void(const boost::system::error_code& why)> onFailed;
    };

    /**
     * @param context Runs it.
     * @param self The address of this end.
     * @param neighbour Whom it leads to.
     * @param tcp How to set up the socket.
     * @param holds Whether what fills no segment waits for Flush().
     * @param callbacks Whom to call.
     */
    OutgoingLink(boost::asio::io_context& context,
                 const Endpoint& self,
                 const Endpoint& neighbour,
                 const TcpOptions& tcp,
                 bool holds,
                 Callbacks callbacks);

    OutgoingLink(const OutgoingLink&) = delete;
    OutgoingLink& operator=(const OutgoingLink&) = delete;

    /// Connect.
    void Open();

    /// Send what the buffer holds, and no more.
    void Close();

    /**
     * @param bytes Size of a frame.
     * @return kReady if it fits in the buffer as a whole, otherwise kBusy. Without a connection it
     * is busy too: what waits for it stays until it is sent, or maintenance finds another way.
     */
    LinkState StateFor(std::size_t bytes);

    /// @param request A request whose frame StateFor() has just declared kReady.
    void Send(const Request& request);

    /// @return Requests that wait for Flush(), one that has begun to cross included.
    const HeldFrames& Held() const;
    /// Write what is held.
    void Flush();
    /// @return Whether all that was handed to TCP is acknowledged.
    bool IsQuiet();
    /// @return Bytes that an Ethernet carries for what was handed to TCP since this was asked last.
    double TakeCost();
    /// @return The same for what was handed to TCP and not acknowledged.
    double CostOfUnacknowledged();

  private:
    /// The attempt to connect is over. @param error What went wrong, if anything.
    void OnConnected(const boost::system::error_code& error);
    /// Notice when the neighbour closes. Requests go one way, so whatever it sends is an error.
    void WatchForEnd();
    /// The connection is refused or lost: try again later. @param why As Callbacks::onFailed().
    void Fail(const boost::system::error_code& why);
    /// Hand the first of the held bytes to TCP. @param bytes How many.
    void Write(std::size_t bytes);
    /// Write what is left of that, as far as it goes.
    void WriteRest();
    /// @param bytes Handed to TCP. @return Bytes that an Ethernet carries for them.
    double CostOf(std::size_t bytes) const;
    /// @param bytes Size of a frame that is to be sent as soon as there is room.
    void WaitForRoom(std::size_t bytes);
    /// Hear of the next acknowledgement.
    void WatchForAcknowledgement();
    /// Look again soon, whatever was heard.
    void LookAgain();
    /// Say so if there is room now.
    void CheckRoom();
    /// Ask how much is not acknowledged yet.
    void CountUnacknowledged();

    boost::asio::io_context* m_context;    ///< Runs it.
    Endpoint m_self;                       ///< The address of this end.
    Endpoint m_neighbour;                  ///< Whom it leads to.
    TcpOptions m_tcp;                      ///< How to set up the socket.
    Callbacks m_callbacks;                 ///< Whom to call.
    boost::asio::ip::tcp::socket m_socket; ///< The connection, or the attempt.
    boost::asio::steady_timer m_retry;     ///< To the next attempt, or its end.
    boost::asio::steady_timer m_look;      ///< To the next look for room.
    bool m_closed{false};                  ///< Whether Close() was called.
    bool m_connected{false};               ///< Whether it is established.
    int m_failed{0};                       ///< Attempts that failed since the last connection.
    std::size_t m_unacknowledged{0};       ///< Bytes, at the most.
    std::size_t m_wanted{0};               ///< Bytes that somebody waits to send.
    bool m_reported{false};                ///< Whether acknowledgements are reported.
    bool m_watching{false};                ///< Whether the next one is waited for.
    std::uint64_t m_written{0};            ///< Bytes written to the connection.
    std::uint64_t m_reportedFrom{0};       ///< Bytes written when they began to be reported.
    bool m_holds;                          ///< Whether what fills no segment waits.
    std::size_t m_segment{0};              ///< Bytes in a full segment, of a connection.
    std::vector<std::uint8_t> m_bytes;     ///< Of frames that the system has not taken.
    std::size_t m_rest{0};                 ///< How many of these are to be written now.
    HeldFrames m_held;                     ///< Those of which there is more to write than that.
    std::uint64_t m_charged{0};            ///< Bytes handed to TCP that TakeCost() has told of.
    std::uint64_t m_handed{0};             ///< Bytes handed to TCP.
    std::uint8_t m_spoken{0};              ///< What the neighbour should not have sent.
};

} // namespace dht

#endif // DHT_EMU_OUTGOING_LINK_H
