/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_LINKED_HOST_H
#define DHT_LINKED_HOST_H

#include "dht-carrier.h"
#include "dht-link-options.h"
#include "dht-random.h"
#include "dht-transport-counters.h"
#include "dht-transport-options.h"
#include "dht-transport-window.h"
#include "dht-wire-errors.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>

/**
 * @file
 * @ingroup dht-protocol
 * A host with one socket, whose peer has links.
 */

namespace dht
{

class Node;

/**
 * A base for hosts whose node relays, in a ring that peers join: its links are the overlay's own
 * transport, on the one socket of its datagrams. The derived class has the socket, the clock and
 * one timer, and is told what comes of joining. It hands in what the socket reads and when the
 * timer fires; whatever else it calls the node for needs no call here.
 *
 * Datagrams are sent at once. The socket may lose any, for want of room too: links notice it and
 * send more slowly.
 */
class LinkedHost : public Carrier
{
  public:
    /// Makes the window of a link.
    using WindowMaker = std::function<std::unique_ptr<TransportWindow>()>;

    LinkedHost();
    ~LinkedHost() override;

    /**
     * Have links from now on, before anything has happened.
     *
     * @param node The node, whose carrier this object is. From its end on, nothing may be handed
     * in.
     * @param transport Constants. Its sendBuffer is at least PeerOptions::longestFrame.
     * @param links How links are; the carrier is not looked at.
     * @param makeWindow Makes windows.
     * @param random For what others should not guess; must outlive this object.
     */
    void Attach(Node& node,
                const TransportOptions& transport,
                const LinkOptions& links,
                WindowMaker makeWindow,
                Random& random);

    /// The socket has read a datagram: a message, or a packet of links. @param from The sender's
    /// endpoint. @param bytes The datagram. @param size Its bytes. @return What is wrong with the
    /// message; kNone for any packet.
    WireError OnBytes(const Endpoint& from, const std::uint8_t* bytes, std::size_t size);

    /// The time of CallAt() has come, or is still to come.
    void OnTimer();

    /// @return Frames that came over links and were rejected, by WireError.
    WireErrorCounts LinkErrors() const;
    /// @return What has happened to links, and their packets.
    const TransportCounters& LinkCounts() const;
    /// @return Whether the identities of all counters hold: of the node, and of its links.
    bool IdentitiesHold() const;

    LinkState StateOf(LinkIndex link, const Request& request) override;
    void Send(LinkIndex link, const Request& request) override;
    Endpoint EndpointOf(LinkIndex link) override;
    LinkState StateOfDatagrams(std::size_t size) override;
    void SendDatagram(const Endpoint& to, const Datagram& datagram) override;
    void WakeAt(Time time) override;
    void WakeStorageAt(Time time) override;
    void Resume(ConnectionId connection) override;
    void Connect(LinkIndex link, const Endpoint& neighbour) override;
    void Disconnect(LinkIndex link) override;

  protected:
    // none of these may call back

    /// @return The present, which never decreases.
    virtual Time Now() const = 0;

    /// Send a datagram of the socket, now or not at all. @param to The receiver's endpoint. @param
    /// bytes The datagram. @param size Its bytes. @return False if the way takes none that is so
    /// long: links send shorter ones then. True otherwise, even if it got lost.
    virtual bool SendBytes(const Endpoint& to, const std::uint8_t* bytes, std::size_t size) = 0;

    /// Call OnTimer() at this time, which replaces the one asked for before. @param time The
    /// instant: at once if it is past, but not from within; kNever for not at all.
    virtual void CallAt(Time time) = 0;

  private:
    class Pump;
    class Links;

    /// Links may have changed: see to them before the entry point at work returns; soon, if that is
    /// one of the node's own.
    void PollSoon();
    /// An entry point is about to return: see to links, and to the next timer.
    void Leave();
    /// Send a packet of links. @return Whether there was any to be sent.
    bool Transmit();
    /// Ask for the next call of OnTimer(), unless an entry point is at work, which will.
    void SetTimer();

    Node* m_node{nullptr};          ///< The node.
    std::unique_ptr<Links> m_links; ///< Its links.
    Time m_wake{kNever};            ///< When the peer wants to be called.
    Time m_storageWake{kNever};     ///< When its store does.
    Time m_called{kNever};          ///< What CallAt() was told last.
    Time m_due{kNever};             ///< Since when links are to be seen to.
    bool m_isInside{false};         ///< An entry point is at work.
};

} // namespace dht

#endif // DHT_LINKED_HOST_H
