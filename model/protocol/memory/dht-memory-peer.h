/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_MEMORY_PEER_H
#define DHT_MEMORY_PEER_H

#include "dht-memory-ring.h"
#include "dht-mersenne-random.h"

#include <deque>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * One peer of a ring in memory, and the host that runs it.
 */

namespace dht
{

/// A peer with its uplink, its links and its incoming connections.
class MemoryPeer : private Host
{
  public:
    /// @param network The whole. @param overlay Who knows whom. @param index Which of the peers.
    MemoryPeer(MemoryRing& network, const Overlay& overlay, std::size_t index);

    /// Make the next link. @param to Where it leads.
    void Connect(MemoryPeer& to);
    /// Begin to issue requests.
    void Start();
    /// Issue no further ones.
    void Stop();
    /// Pause, or go on. @param paused Whether to pause.
    void SetPaused(bool paused);
    /// Call the peer, unless it is dead. @param call What to call.
    void CallPeer(const std::function<void(Time, Peer&)>& call);
    /// Do nothing any more. What is sent here is lost.
    void Die();

    /// @return The peer.
    const Peer& GetPeer() const;
    /// @return Requests that arrived at this peer, or will, and were not accepted yet.
    std::size_t OnTheWay() const;
    /// @return How often the identities did not hold.
    std::size_t Violations() const;

  private:
    /// A way to a neighbour.
    struct Link
    {
        MemoryPeer* to;          ///< The neighbour.
        ConnectionId connection; ///< What the neighbour calls it.
        std::size_t inWindow{0}; ///< Requests on the way.
        bool refused{false};     ///< Whether the peer waits until there is room again.
    };

    /// A neighbour's link to this peer.
    struct Connection
    {
        MemoryPeer* from;             ///< The neighbour.
        LinkIndex link;               ///< What the neighbour calls it.
        std::deque<Request> requests; ///< On the way or arrived, in order.
        std::size_t arrived{0};       ///< How many of these have arrived.
        bool blocked{false};          ///< Whether the peer does not want to read now.
    };

    LinkState StateOf(LinkIndex link, const Request& request) override;
    void Send(LinkIndex link, const Request& request) override;
    Endpoint EndpointOf(LinkIndex link) override;
    LinkState StateOfDatagrams(std::size_t size) override;
    void SendDatagram(const Endpoint& to, const Datagram& datagram) override;
    void WakeAt(Time time) override;
    void Resume(ConnectionId connection) override;

    /// Call the peer, and check its identities afterwards. @param call What to call.
    template <typename Call>
    void Enter(Call call);
    /// @return When the uplink has sent one message more than it has now. Its time is taken.
    Time TakeUplink();
    /// A timer fired.
    void Wake();
    /// Offer what arrived to the peer. @param connection The connection's number.
    void Read(ConnectionId connection);
    /// A request has left a link's window. @param link Which link.
    void OnWindow(LinkIndex link);

    MemoryRing& m_network;                 ///< The whole.
    Endpoint m_self;                       ///< Where to reach this peer.
    MersenneRandom m_random;               ///< For the peer itself.
    MersenneRandom m_gaps;                 ///< For the workload's gaps.
    MersenneRandom m_keys;                 ///< For the workload's keys.
    Workload m_workload;                   ///< The application.
    Peer m_peer;                           ///< The peer.
    std::vector<Link> m_links;             ///< By the routing table's index.
    std::vector<Connection> m_connections; ///< By ConnectionId.
    Time m_uplinkFree{0};                  ///< When the uplink has sent all it was given.
    bool m_dead{false};                    ///< Whether the peer is gone.
    bool m_datagramsRefused{false};        ///< Whether the peer waits to send a datagram.
    Time m_wanted{kNever};                 ///< When the peer wants to be woken.
    Time m_timer{kNever};                  ///< When the earliest timer fires.
    std::size_t m_violations{0};           ///< Calls after which the identities did not hold.
};

} // namespace dht

#endif // DHT_MEMORY_PEER_H
