/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_DHT_PEER_SESSION_H
#define DHT_CC_DHT_PEER_SESSION_H

#include "dht-behaviour.h"
#include "dht-carrier.h"
#include "dht-datagram-socket.h"
#include "dht-link-options.h"
#include "dht-maintenance.h"
#include "dht-neighbour-link.h"
#include "dht-peer-links.h"
#include "dht-peer-store.h"
#include "dht-peer.h"
#include "dht-repair-link-counts.h"
#include "dht-transport-counters.h"
#include "dht-transport-options.h"
#include "dht-window.h"

#include "ns3/event-id.h"
#include "ns3/node.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace dht
{
class Node;
class Storage;
} // namespace dht

namespace ns3
{

class DhtStoreLinks;
class DhtWakeTimer;

/**
 * @ingroup dht-cc
 * One stay of a peer in its overlay: the host of the protocol core, with its sockets and timers.
 * The overlay is ready-made, or a Chord ring that the peer joins. When the stay is over, what the
 * peer counted is still there.
 */
class DhtPeerSession : private dht::Carrier
{
  public:
    /// Peers of a ring, as far as is known; none if this peer is to be the first one.
    using Bootstrap = std::function<std::vector<dht::Endpoint>()>;

    /// What a session is made of.
    struct Options
    {
        Ptr<Node> node;         //!< The peer's node.
        DhtTcpOptions tcp;      //!< How TCP sockets are set up; buffers of other links, too.
        dht::LinkOptions links; //!< What carries links.
        dht::TransportOptions transport; //!< Of the overlay's own transport, but for its buffers.
        Ptr<DhtWindow> polite;           //!< Governs its links at priority 0; null: multiplicative.
        Ptr<DhtWindow> variable;         //!< Governs them above; null: multcp.
        dht::PeerOptions peer;           //!< The peer's; self is where it listens.
        dht::Behaviour behaviour{dht::Behaviour::kHonest}; //!< How it treats the others.

        // in a ready-made overlay
        dht::MembershipMaker place;            //!< Gives the peer its place.
        std::vector<dht::Endpoint> neighbours; //!< By that place's links.

        // in a ring that it joins
        Bootstrap bootstrap;                 //!< Asked for each attempt; empty: ready-made.
        dht::MaintenanceOptions maintenance; //!< How the peer keeps its place.
    };

    /// What others lend to a session; all of it must outlive the session.
    struct Lent
    {
        dht::Random& random;          //!< For request ids, marks and processing times.
        dht::Random& maintenance;     //!< For ids of maintenance messages.
        dht::Observer& observer;      //!< Watches the peer.
        dht::Random* transport;       //!< For the overlay's own transport; null with TCP.
        DhtPeerStore* store;          //!< What stays of its store; null without one.
        dht::StorageObserver* stored; //!< Watches the store.
    };

    /**
     * Prepare; aborts if the port is in use.
     *
     * @param options What it is made of.
     * @param scheme The congestion control.
     * @param lent What is lent to it.
     */
    DhtPeerSession(Options options,
                   std::unique_ptr<dht::CongestionControl> scheme,
                   const Lent& lent);
    ~DhtPeerSession() override;

    DhtPeerSession(const DhtPeerSession&) = delete;
    DhtPeerSession& operator=(const DhtPeerSession&) = delete;

    /// Connect to the neighbours, or look for a place in the ring. Only while the simulation runs.
    /// @param onJoined Called when the peer has its place, at once in a ready-made overlay.
    void Begin(std::function<void()> onJoined);

    /// @param application Answers requests; null for nobody. It must outlive the session, or be
    /// replaced before.
    void SetApplication(dht::Application* application);

    /// Answer a request that the application has left unanswered. @param request The request, as it
    /// arrived.
    /// @param answer What the overlay-ack carries.
    void Respond(const dht::Request& request, dht::Payload answer);

    /// Begin to issue requests. @param workload Where they come from.
    void StartWorkload(std::unique_ptr<dht::Workload> workload);

    /// Offer another load from now on, if the workload has begun. @param load In requests/s; 0:
    /// unlimited.
    void SetLoad(double load);

    /// Take requests from somewhere else from now on, and issue what is offered there. @param
    /// source Where they come from; it must outlive the session.
    void Issue(dht::RequestSource& source);

    /// Store a block; the store's observer is told the outcome. The session must not be over, and
    /// have a store. @param block The block. @return The put's id.
    uint64_t Put(dht::Bytes block);

    /// Fetch a block; the store's observer is told the outcome. The session must not be over, and
    /// have a store. @param key Its key. @return The get's id.
    uint64_t Get(const dht::Key& key);

    /// A pause begins or ends. @param paused True while the peer pauses.
    void SetPaused(bool paused);

    /// Issue no further requests, and tell the neighbours on the ring that this peer goes. It
    /// relays until it ends.
    void Leave();

    /// End: send what the sockets' buffers hold, and close all connections.
    void Close();

    /// End without a word: nothing is sent any more.
    void Abort();

    /**
     * @return Whether it is over.
     */
    bool IsOver() const;

    /**
     * @return Whether it has its place in the overlay, and is not about to go.
     */
    bool IsMember() const;

    /**
     * @return What the peer knows of its overlay.
     */
    const dht::Membership& GetMembership() const;

    /**
     * @return The peer.
     */
    const dht::Peer& GetPeer() const;

    /**
     * @return Whether the identities of all counters hold, but those of links.
     */
    bool IdentitiesHold() const;

    /**
     * @return The store; null without one.
     */
    const dht::Storage* GetStorage() const;

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

    /**
     * @return What the overlay's own transport has counted; nothing with TCP.
     */
    dht::TransportCounters GetTransportCounters() const;

    /**
     * @return Whether the identities of these counters hold.
     */
    bool TransportIdentitiesHold() const;

    /**
     * @return What the links have counted that carry the store's repair; nothing without.
     */
    dht::RepairLinkCounts GetRepairCounts() const;

  private:
    // dht::Host
    dht::LinkState StateOf(dht::LinkIndex link, const dht::Request& request) override;
    std::size_t Backlog(dht::LinkIndex link) const override;
    dht::Time UplinkIdleAt() const override;
    void Send(dht::LinkIndex link, const dht::Request& request) override;
    dht::Endpoint EndpointOf(dht::LinkIndex link) override;
    dht::LinkState StateOfDatagrams(std::size_t size) override;
    void SendDatagram(const dht::Endpoint& to, const dht::Datagram& datagram) override;
    void WakeAt(dht::Time time) override;
    void Resume(dht::ConnectionId connection) override;

    // dht::Carrier
    void WakeStorageAt(dht::Time time) override;

    // dht::LiveHost
    void Connect(dht::LinkIndex link, const dht::Endpoint& neighbour) override;
    void Disconnect(dht::LinkIndex link) override;
    void OnJoined() override;
    void OnJoinFailed(dht::JoinFailure why) override;

    /// @param scheme Its congestion control. @param lent What is lent to it. @return The node.
    std::unique_ptr<dht::Node> MakeNode(std::unique_ptr<dht::CongestionControl> scheme,
                                        const Lent& lent);
    /// Have a store. @param store What stays of it. @param observer Watches it.
    void Keep(DhtPeerStore& store, dht::StorageObserver* observer);
    /// @param store What stays of a store. @return Links that carry its repair.
    std::unique_ptr<DhtStoreLinks> MakeRepairLinks(DhtPeerStore& store);
    /// Open the sockets. @param random For the overlay's own transport.
    void Listen(dht::Random* random);
    /// @param random For the overlay's own transport. @return Links over it.
    std::unique_ptr<DhtPeerLinks> MakeTransportLinks(dht::Random& random);
    /// @return Whom links tell what happens.
    DhtPeerLinks::Listeners MakeListeners();
    /// Close the sockets as soon as links need them no more, and not much later.
    void ReleaseWhenClosed();
    /// Close the sockets.
    void Release();
    /// Look for a place in the ring, or be its first peer.
    void Join();
    /// A datagram has arrived. @param datagram What it says. @param from Who sent it.
    void Receive(dht::Datagram&& datagram, const dht::Endpoint& from);
    /// A connection has been made, or takes more again. @param link The link's number.
    void OnLinkWritable(dht::LinkIndex link);
    /// The time that the peer asked for has come.
    void Wake();
    /// Issue no further requests.
    void StopWorkload();
    /// Stop the workload and the timers, and keep what was counted.
    void Finish();

    Options m_options;                              //!< What it is made of.
    std::function<void()> m_onJoined;               //!< Called when the peer has its place.
    std::unique_ptr<dht::Workload> m_workload;      //!< The application proper.
    std::unique_ptr<dht::Node> m_node;              //!< The protocol.
    std::unique_ptr<DhtWakeTimer> m_storeTimer;     //!< Calls the store; null without one.
    std::unique_ptr<DhtStoreLinks> m_repair;        //!< Carry its repair; null: datagrams do.
    std::unique_ptr<DhtDatagramSocket> m_datagrams; //!< All that is sent by datagram.
    std::unique_ptr<DhtPeerLinks> m_links;          //!< To and from neighbours.
    bool m_isOver{false};                           //!< Whether it is over.
    Time m_releaseBy;                               //!< When sockets are closed at the latest.
    EventId m_release;                              //!< Of ReleaseWhenClosed().
    EventId m_wake;                                 //!< Of Wake().
    dht::Time m_wakeAt{dht::kNever};                //!< When that is, if it is to come.
    bool m_asleep{false};                           //!< Whether a pause stops its timers.
    EventId m_join;                                 //!< Of Join().
    bool m_leaving{false};                          //!< Whether the neighbours were told.
    dht::TransportCounters m_transportCounters;     //!< When the sockets are closed.
    bool m_didTransportHold{true};                  //!< Whether their identities held then.
    uint64_t m_made{0};                  //!< Requests made, when the workload has stopped.
    dht::WireErrorCounts m_wireErrors{}; //!< Unexpected datagrams; all when it is over.
};

} // namespace ns3

#endif // DHT_CC_DHT_PEER_SESSION_H
