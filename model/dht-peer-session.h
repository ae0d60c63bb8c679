/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_DHT_PEER_SESSION_H
#define DHT_CC_DHT_PEER_SESSION_H

#include "dht-datagram-socket.h"
#include "dht-incoming-connections.h"
#include "dht-outgoing-links.h"

#include "ns3/dht-peer.h"
#include "ns3/event-id.h"
#include "ns3/node.h"

#include <memory>
#include <optional>
#include <vector>

namespace ns3
{

/**
 * @ingroup dht-cc
 * One stay of a peer in its overlay: the host of the protocol core, with its sockets and timers.
 * When the stay is over, what the peer counted is still there.
 */
class DhtPeerSession : private dht::Host
{
  public:
    /// What a session is made of.
    struct Options
    {
        Ptr<Node> node;                            //!< The peer's node.
        DhtTcpOptions tcp;                         //!< How TCP sockets are set up.
        dht::PeerOptions peer;                     //!< The peer's; self is where it listens.
        std::shared_ptr<const dht::RoutingTable> table; //!< Of a ready-made overlay.
        std::vector<dht::Endpoint> neighbours;     //!< By the table's links.
    };

    /**
     * Listen, and connect to the neighbours. Only while the simulation runs; aborts if the port is
     * in use.
     *
     * @param options What it is made of.
     * @param scheme The congestion control.
     * @param random For request ids, marks and processing times; must outlive this object.
     * @param observer Watches the peer; must outlive this object.
     */
    DhtPeerSession(Options options,
                   std::unique_ptr<dht::CongestionControl> scheme,
                   dht::Random& random,
                   dht::Observer& observer);
    ~DhtPeerSession() override;

    DhtPeerSession(const DhtPeerSession&) = delete;
    DhtPeerSession& operator=(const DhtPeerSession&) = delete;

    /// Begin to issue requests. @param workload Where they come from.
    void StartWorkload(std::unique_ptr<dht::Workload> workload);

    /// A pause begins or ends. @param paused Which.
    void SetPaused(bool paused);

    /// End: send what the buffers hold, and close all connections.
    void Close();

    /// End without a word: nothing is sent any more.
    void Abort();

    /**
     * @return Whether it is over.
     */
    bool IsOver() const;

    /**
     * @return The peer.
     */
    const dht::Peer& GetPeer() const;

    /**
     * @return Requests that the workload has made so far, issued or not.
     */
    uint64_t GetMade() const;

    /**
     * @return Whether the workload will make no further request, and every one was issued.
     */
    bool IsExhausted() const;

    /**
     * @return Where the neighbours are, by link; a free link's endpoint has port 0.
     */
    const std::vector<dht::Endpoint>& GetNeighbours() const;

    /// @param link A neighbour's index. @return Address and port of this end of the connection;
    /// invalid if there is none.
    Address GetLinkAddress(dht::LinkIndex link) const;

    /// @param from The other end of an incoming connection. @return The connection; nothing if
    /// there is none.
    std::optional<dht::ConnectionId> FindConnection(const Address& from) const;

    /**
     * @return Frames and datagrams that were rejected, by dht::WireError.
     */
    dht::WireErrorCounts GetWireErrors() const;

  private:
    // dht::Host
    dht::LinkState StateOf(dht::LinkIndex link, const dht::Request& request) override;
    void Send(dht::LinkIndex link, const dht::Request& request) override;
    dht::Endpoint EndpointOf(dht::LinkIndex link) override;
    dht::LinkState StateOfLookups(const dht::Request& lookup) override;
    void SendLookup(const dht::Request& lookup) override;
    void SendAck(const dht::Endpoint& to, const dht::OverlayAck& ack) override;
    void WakeAt(dht::Time time) override;
    void Resume(dht::ConnectionId connection) override;

    /// Open the sockets.
    void Listen();
    /// A datagram has arrived. @param datagram What it says. @param from Who sent it.
    void Receive(dht::Datagram& datagram, const dht::Endpoint& from);
    /// A neighbour has refused or dropped the connection. @param link To which.
    void OnLinkLost(dht::LinkIndex link);
    /// The time asked for has come.
    void Wake();
    /// Stop the workload and the timers, and keep what was counted.
    void Finish();

    Options m_options;                         //!< What it is made of.
    std::unique_ptr<dht::Workload> m_workload; //!< The application proper.
    std::unique_ptr<dht::Peer> m_peer;         //!< The protocol.
    std::unique_ptr<DhtIncomingConnections> m_incoming; //!< From neighbours; null when it is over.
    std::unique_ptr<DhtOutgoingLinks> m_links;          //!< To neighbours; null when it is over.
    std::unique_ptr<DhtDatagramSocket> m_datagrams;     //!< All else; null when it is over.
    EventId m_wake;                                     //!< Of Wake().
    uint64_t m_made{0};                  //!< Requests made, when it is over.
    dht::WireErrorCounts m_wireErrors{}; //!< When it is over.
};

} // namespace ns3

#endif // DHT_CC_DHT_PEER_SESSION_H
