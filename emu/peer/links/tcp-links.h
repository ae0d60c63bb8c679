/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_EMU_TCP_LINKS_H
#define DHT_EMU_TCP_LINKS_H

#include "connection-eviction.h"
#include "held-requests.h"
#include "outgoing-link.h"
#include "peer-clock.h"
#include "peer-links.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

/**
 * @file
 * @ingroup dht-emu
 * A peer's links over TCP.
 */

namespace dht
{

/// A peer's links over Linux' TCP.
class TcpLinks : public PeerLinks
{
  public:
    /// What they are made of.
    struct Setup
    {
        Endpoint self;                    ///< Whose address links leave from.
        TcpOptions tcp;                   ///< How to set up sockets.
        ConnectionPlaces places;          ///< How many may come.
        Time frameTimeout;                ///< How long half a frame may wait for the other half.
        std::size_t maximumLinks;         ///< Numbers of links are below.
        std::function<KnownHosts()> know; ///< Hosts of the peers in the tables.
        HoldOptions hold;                 ///< Whether requests wait to cross together.
    };

    /// @param context Runs them; must outlive them. @param clock The clock; must outlive them.
    /// @param listener For neighbours. @param setup What they are made of. @param listeners Whom to
    /// tell what happens.
    TcpLinks(boost::asio::io_context& context,
             const PeerClock& clock,
             boost::asio::ip::tcp::acceptor listener,
             Setup setup,
             Listeners listeners);

    void Start() override;
    void Stop() override;
    void Open(LinkIndex link, const Endpoint& neighbour) override;
    void Close(LinkIndex link) override;
    LinkState StateFor(LinkIndex link, std::size_t bytes) override;
    void Send(LinkIndex link, const Request& request) override;
    void Resume(ConnectionId connection) override;
    bool OnPacket(const Endpoint& from,
                  const std::uint8_t* bytes,
                  std::size_t size,
                  Time late) override;
    bool IsSending() const override;
    void OnDatagram(std::size_t bytes, const Endpoint& to) override;
    std::size_t ConnectionCount() const override;
    WireErrorCounts Errors() const override;
    LimitCounters Limits() const override;
    std::string WhyLinksFail() const override;

  private:
    /// Wait for the next neighbour.
    void Accept();
    /// A link has failed. @param link The link's number. @param why As
    /// OutgoingLink::Callbacks::onFailed().
    void OnFailed(LinkIndex link, const boost::system::error_code& why);
    /// A link could not be made, or a connection taken. @param why What the system says.
    void NoteFailure(const boost::system::error_code& why);
    /// The system lets no more files be opened: close connections of those who are not in the
    /// tables, and take fewer from now on. @return Whether there were any.
    bool FreeFiles();
    /// A neighbour has connected. @param socket The connection.
    void Take(boost::asio::ip::tcp::socket socket);
    /// Close another connection for a new one, if there are too many. @param host Where the new one
    /// comes from. @return Whether there is room.
    bool MakeRoom(const Endpoint& host);
    /// Nothing waits on a link any more. @param link The link's number.
    void ForgetHeld(LinkIndex link);
    /// Close an incoming connection. @param connection The connection's number.
    void Remove(ConnectionId connection);
    /// Close the connections whose neighbours have sent half a frame, and no more.
    void CloseStalled();

    boost::asio::io_context* m_context;        ///< Runs them.
    const PeerClock* m_clock;                  ///< The clock.
    boost::asio::ip::tcp::acceptor m_listener; ///< For neighbours.
    Setup m_setup;                             ///< What they are made of.
    Listeners m_listeners;                     ///< Whom to tell what happens.
    boost::asio::steady_timer m_sweep;         ///< To the next CloseStalled().
    HeldRequests::Links m_links;               ///< By number; null where there is none.
    std::optional<HeldRequests> m_held;        ///< What waits; nothing if none does.
    IncomingConnections m_incoming;            ///< From neighbours.
    ConnectionPlaces m_places;                 ///< How many may come now.
    Time m_lackedAt{0};                        ///< When files were lacking last.
    ConnectionId m_nextConnection{0};          ///< Of the next incoming connection.
    WireErrorCounts m_errors{};                ///< Of closed connections.
    boost::system::error_code m_failure;       ///< Why the last link failed.
    LimitCounters m_limits;                    ///< How often a limit was hit.
    bool m_acceptLater{false};                 ///< Whether the system could not accept a neighbour.
    bool m_stopped{false};                     ///< Whether Stop() was called.
};

} // namespace dht

#endif // DHT_EMU_TCP_LINKS_H
