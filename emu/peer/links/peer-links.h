/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_EMU_PEER_LINKS_H
#define DHT_EMU_PEER_LINKS_H

#include "dht-host.h"
#include "dht-time.h"
#include "dht-wire-errors.h"

#include <boost/system/error_code.hpp>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

/**
 * @file
 * @ingroup dht-emu
 * What carries requests between a peer and its neighbours.
 */

namespace dht
{

class TransportEndpoint;

/// How often a limit was hit.
struct LimitCounters
{
    std::uint64_t connectionsRefused{0}; ///< Connections closed at once, as there are too many, or
                                         ///< of another transport.
    std::uint64_t connectionsEvicted{0}; ///< Connections closed to make room for another.
    std::uint64_t framesTimedOut{0};     ///< Connections closed over half a frame.
    std::uint64_t connectionsBroken{
        0};                        ///< Connections closed over an impossible length or version.
    std::uint64_t linksFailed{0};  ///< Outgoing connections refused or lost, or given up.
    std::uint64_t linksSpoken{0};  ///< Of these, given up as the neighbour spoke on them.
    std::uint64_t filesLacking{0}; ///< Times that the system let no more files be opened, for a
                                   ///< connection or a link.
};

/// @param error What the system says. @return Whether too many files are open already.
inline bool
LacksFiles(const boost::system::error_code& error)
{
    return error == boost::system::errc::too_many_files_open ||
           error == boost::system::errc::too_many_files_open_in_system;
}

/**
 * A peer's links to its neighbours, and theirs to it: the one interface of the kinds of transport.
 * Nobody is told anything while the peer is at work, nor after Stop().
 */
class PeerLinks
{
  public:
    /// Something happened to a link. @param link The link's number.
    using Event = std::function<void(LinkIndex link)>;

    /// Whom to tell what happens. Any may close a link, and open others.
    struct Listeners
    {
        Event onConnected; ///< The link is there.
        Event onWritable;  ///< StateFor() may have changed.
        Event onFailed;    ///< The neighbour is not there, or not any more. It is tried again.
        Event onSilent;    ///< The neighbour may not be there any more.
        /// Takes a request; false: its connection keeps it and is not read until Resume().
        std::function<bool(ConnectionId connection, Request& request)> onRequest;
        /// A connection is gone.
        std::function<void(ConnectionId connection)> onClosed;
        /// A neighbour opens links over another transport than this peer.
        std::function<void(const Endpoint& from)> onOtherTransport;
        std::function<void()> onOwnFault; ///< No link can be made: no more files may be open.
    };

    virtual ~PeerLinks() = default;

    /// Accept neighbours.
    virtual void Start() = 0;
    /// Close everything, both ways.
    virtual void Stop() = 0;

    /// Connect. @param link A free number. @param neighbour Where to connect to.
    virtual void Open(LinkIndex link, const Endpoint& neighbour) = 0;
    /// What was sent still arrives, and the number is free. @param link The link's number.
    virtual void Close(LinkIndex link) = 0;
    /**
     * @param link A number.
     * @param bytes Size of a frame.
     * @return kReady if it fits in the link's buffer as a whole; kDown if it never does, or the
     *         number is free. Without a connection a link is busy: what waits for it stays until it
     *         is sent, or maintenance finds another way.
     */
    virtual LinkState StateFor(LinkIndex link, std::size_t bytes) = 0;
    /// @param link The link's number. @param request A request whose frame StateFor() has just
    /// declared kReady.
    virtual void Send(LinkIndex link, const Request& request) = 0;
    /// Read a connection again, as soon as the present event is over. @param connection The
    /// connection's number.
    virtual void Resume(ConnectionId connection) = 0;

    /// A packet of the overlay's own transport came. @param from The sender's endpoint. @param
    /// bytes The packet.
    /// @param size Its bytes. @param late How long ago. @return Whether it was taken.
    virtual bool OnPacket(const Endpoint& from,
                          const std::uint8_t* bytes,
                          std::size_t size,
                          Time late) = 0;

    /// The peer has sent a datagram of its own, over the same uplink. @param bytes Its frame.
    /// @param to The receiver's endpoint.
    virtual void OnDatagram(std::size_t /* bytes */, const Endpoint& /* to */)
    {
    }

    /// @return Whether this process must stay for something to arrive that was sent.
    virtual bool IsSending() const = 0;
    /// @return Neighbours that are connected to this peer.
    virtual std::size_t ConnectionCount() const = 0;
    /// @return Frames that were rejected.
    virtual WireErrorCounts Errors() const = 0;
    /// @return How often a limit was hit.
    virtual LimitCounters Limits() const = 0;
    /// @return Why links fail, as the last one did, and what may be done about it.
    virtual std::string WhyLinksFail() const = 0;
    /// @return The overlay's own transport; null if something else carries the links.
    virtual const TransportEndpoint* Transport() const = 0;
};

} // namespace dht

#endif // DHT_EMU_PEER_LINKS_H
