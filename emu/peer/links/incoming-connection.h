/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_EMU_INCOMING_CONNECTION_H
#define DHT_EMU_INCOMING_CONNECTION_H

#include "dht-deframer.h"
#include "dht-endpoint.h"
#include "dht-time.h"

#include <array>
#include <boost/asio/ip/tcp.hpp>
#include <functional>
#include <memory>
#include <optional>

/**
 * @file
 * @ingroup dht-emu
 * The way from a neighbour.
 */

namespace dht
{

/**
 * A TCP connection that a neighbour has made, which carries requests one way. It keeps one request
 * that was refused, at the most, and one unfinished frame.
 */
class IncomingConnection : public std::enable_shared_from_this<IncomingConnection>
{
  public:
    /// Whom to call, always from the event loop. After Close() nobody is called.
    struct Callbacks
    {
        /// Takes a request; false: the connection keeps it and reads no further until Resume().
        std::function<bool(Request& request)> onRequest;
        /// The neighbour has closed, or has sent nonsense. Close() is still to be called.
        std::function<void()> onEnd;
        /// @return The present.
        std::function<Time()> now;
    };

    /**
     * @param socket The connection.
     * @param host Where it comes from.
     * @param maximumFrame Bytes of the longest frame accepted.
     * @param callbacks Whom to call.
     */
    IncomingConnection(boost::asio::ip::tcp::socket socket,
                       const Endpoint& host,
                       std::size_t maximumFrame,
                       Callbacks callbacks);

    IncomingConnection(const IncomingConnection&) = delete;
    IncomingConnection& operator=(const IncomingConnection&) = delete;

    /// Read.
    void Open();

    /// Offer the request that was refused, and read on, as soon as the present event is over.
    void Resume();

    /// Close the connection.
    void Close();

    /// @return Since when half a frame waits for its other half; nothing if none does.
    std::optional<Time> HalfFrameSince() const;

    /// @return When it first delivered a request; nothing if it never has.
    std::optional<Time> DeliversSince() const;

    /// @return When it last delivered a request, or was opened; the present if one waits.
    Time IdleSince() const;

    /// @return The neighbour's host, by HostOf().
    const Endpoint& Host() const;

    /// @return Whether the neighbour has sent what leaves no way to find the next frame.
    bool IsBroken() const;

    /// @return Frames that were rejected.
    const WireErrorCounts& Errors() const;

  private:
    /// Read some bytes.
    void Read();
    /// Offer the request that was refused, and read on.
    void ReadAgain();
    /// Hand over what the deframer holds. @return Whether to read on.
    bool Deliver();
    /// Hand a request over. @param request The request; moved from if it is taken. @return Whether
    /// it was taken.
    bool Offer(Request& request);

    /// Bytes taken out of the socket at once: little, so that an unread connection fills up its
    /// window rather than the deframer.
    using Chunk = std::array<std::uint8_t, 2048>;

    boost::asio::ip::tcp::socket m_socket; ///< The connection.
    Endpoint m_host;                       ///< The neighbour's host.
    Deframer m_deframer;                   ///< Bytes to requests.
    Callbacks m_callbacks;                 ///< Whom to call.
    bool m_closed{false};                  ///< Whether Close() was called.
    bool m_broken{false};                  ///< Whether the neighbour has sent nonsense.
    Chunk m_chunk{};                       ///< Bytes being read.
    std::optional<Request> m_held;         ///< The request that was refused.
    std::optional<Time> m_halfSince;       ///< Since when half a frame waits.
    Time m_idleSince{0};                   ///< When it last delivered a request, or was opened.
    std::optional<Time> m_deliversSince;   ///< When it first delivered one.
};

} // namespace dht

#endif // DHT_EMU_INCOMING_CONNECTION_H
