/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_EMU_PEER_LINKS_H
#define DHT_EMU_PEER_LINKS_H

#include "dht-neighbour-links.h"

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

/// The links of a real peer, of whatever transport. Nobody is told anything after Stop().
class PeerLinks : public NeighbourLinks
{
  public:
    /// Whom to tell what happens.
    struct Listeners : NeighbourLinks::Listeners
    {
        /// A neighbour opens links over another transport than this peer.
        std::function<void(const Endpoint& from)> onOtherTransport;
        std::function<void()> onOwnFault; ///< No link can be made: no more files may be open.
    };

    /// Accept neighbours.
    virtual void Start() = 0;
    /// Close everything, both ways.
    virtual void Stop() = 0;

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
    /// @return How often a limit was hit.
    virtual LimitCounters Limits() const = 0;
    /// @return Why links fail, as the last one did, and what may be done about it.
    virtual std::string WhyLinksFail() const = 0;
};

} // namespace dht

#endif // DHT_EMU_PEER_LINKS_H
