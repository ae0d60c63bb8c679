/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_DHT_PEER_APPLICATION_H
#define DHT_CC_DHT_PEER_APPLICATION_H

#include "dht-cross-load.h"
#include "dht-late-attributes.h"
#include "dht-observers.h"
#include "dht-peer-session.h"
#include "dht-peer-totals.h"
#include "dht-peer-traces.h"
#include "dht-peer-workload.h"
#include "dht-scheme.h"
#include "dht-stream-random.h"

#include "ns3/application.h"
#include "ns3/ipv4-address.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup dht-cc
 * A peer of an overlay, with congestion control: the protocol core over ns-3's TCP (links to
 * neighbours) and UDP (overlay-acks, lookups and maintenance), both on the same port number.
 *
 * The overlay is ready-made, or a Chord ring that the peer joins. When the application starts, it
 * connects to its neighbours, unless it looks up iteratively; its workload begins after the
 * attribute WorkloadDelay. The peer relays until the application stops.
 *
 * A peer may go before that, with or without a word, and return: each stay is a session. The random
 * streams go on from session to session, and counters are sums over all of them.
 *
 * The attribute Load has an effect whenever it is set. A session has the others as they are at its
 * begin.
 */
class DhtPeerApplication : public Application, public DhtLateAttributes, public DhtPeerTraces
{
  public:
    /// How the relay buffer is organised.
    enum QueueDiscipline
    {
        SCHEME,        //!< As the scheme wants it.
        SHARED,        //!< One queue.
        PER_NEIGHBOUR, //!< One queue a neighbour.
    };

    /// How overlay-acks come back.
    enum Acks
    {
        DIRECT,  //!< In a UDP datagram.
        OVERLAY, //!< Through the overlay, as requests travel.
    };

    /// How the peer treats the others: dht::Behaviour, as ns-3's enumerations are.
    enum Behaviour
    {
        HONEST = static_cast<int>(dht::Behaviour::kHonest),          //!< As the protocol says.
        DEAF = static_cast<int>(dht::Behaviour::kDeaf),              //!< It reads no connection.
        BLACK_HOLE = static_cast<int>(dht::Behaviour::kBlackHole),   //!< It loses what it reads.
        STOPPED = static_cast<int>(dht::Behaviour::kStopped),        //!< It does nothing.
        LYING = static_cast<int>(dht::Behaviour::kLying),            //!< It owns every key.
        GREEDY = static_cast<int>(dht::Behaviour::kGreedy),          //!< It obeys no scheme.
        SLOW_READER = static_cast<int>(dht::Behaviour::kSlowReader), //!< It rests as it reads.
        ALARMIST = static_cast<int>(dht::Behaviour::kAlarmist),      //!< It claims congestion.
        SILENT = static_cast<int>(dht::Behaviour::kSilent),          //!< It never does.
        DROPPING = static_cast<int>(dht::Behaviour::kDropping), //!< It loses every other request.
    };

    /// @return The TypeId.
    static TypeId GetTypeId();

    // DhtLateAttributes
    Effect GetEffect(const std::string& attribute) const override;
    void OnSet(const std::string& attribute) override;

    DhtPeerApplication();
    ~DhtPeerApplication() override;

    /**
     * Say where the peer is in a ready-made overlay. To be called before the application starts,
     * unless SetRing() is.
     *
     * @param address The peer's own address.
     * @param id The peer's own id.
     * @param place Makes its place there, anew in each session; what it refers to must outlive the
     *        application. It is given: nobody creates or joins that overlay.
     * @param neighbours The neighbours, in the order of that place's links.
     */
    void SetOverlay(Ipv4Address address,
                    const dht::Key& id,
                    dht::MembershipMaker place,
                    std::vector<dht::Endpoint> neighbours);

    /**
     * Let the peer join a Chord ring, in which its id is the SHA-1 digest of "address:port". To be
     * called before the application starts, unless SetOverlay() is.
     *
     * @param address The peer's own address.
     * @param bootstrap Asked for peers of the ring at each attempt to join it. If it names none,
     *                  the peer is the first one of a new ring.
     */
    void SetRing(Ipv4Address address, DhtPeerSession::Bootstrap bootstrap);

    /**
     * Let something answer the requests for this peer's keys, and hear what becomes of its own.
     *
     * @param application The application; null for nobody, and empty answers. It must live as long
     * as the peer, or be replaced before.
     */
    void SetUpcalls(dht::Application* application);

    /**
     * Answer a request that the upcall has left unanswered. Does nothing if the peer is not there
     * any more.
     *
     * @param request The request, as it arrived.
     * @param answer What the overlay-ack carries.
     */
    void Respond(const dht::Request& request, dht::Payload answer);

    /**
     * Let the peer's requests come from elsewhere, instead of from its workload.
     *
     * @param source Where they come from; null for the workload. It must live as long as the peer.
     *               To be called before the peer starts.
     */
    void SetSource(dht::RequestSource* source);

    /**
     * Let the peer have a block store, beside what it relays: it keeps fragments of blocks for
     * others, on a disk that stays when it crashes, and may put and get blocks itself. All that
     * goes in datagrams, but for what repair moves if links of the overlay's own transport carry
     * that (DhtPeerStoreOptions::repair). To be called before the peer starts; all peers of a ring
     * have a store, or none. Only in a ring that peers join (SetRing()), whose peers know at least
     * 16 successors (attribute Successors).
     *
     * @param options What it is like.
     */
    void SetStore(const DhtPeerStoreOptions& options);

    /**
     * Store a block; the trace source Stored tells what came of it. Aborts unless the peer is up
     * and has a store.
     *
     * @param block The block, at most 8192 bytes.
     * @return The put's id.
     * @throws std::invalid_argument It is too long.
     */
    uint64_t Put(dht::Bytes block);

    /**
     * Fetch a block; the trace source Fetched tells what came of it. Aborts unless the peer is up
     * and has a store.
     *
     * @param key Its key, as Stored has told it.
     * @return The get's id.
     */
    uint64_t Get(const dht::Key& key);

    /// @return What it keeps for others, up or not. Aborts without a store.
    const dht::BlockStore& GetKept() const;

    /// The disk of its store fails, and an empty one replaces it at once. Aborts without a store.
    void LoseDisk();

    /// @return Own gets and puts that have not ended.
    uint64_t GetStoreUnderWay() const;

    /**
     * Fix the random stream of the store, which is apart from the others so that they are the same
     * without one.
     *
     * @param stream The stream's number.
     * @return How many streams were used: one, or none without a store.
     */
    int64_t AssignStoreStream(int64_t stream);

    /// Let somebody else watch the peer, too. @param observer Hears all; must live as long as the
    /// peer, or be removed.
    void AddObserver(dht::Observer& observer);

    /// @param observer Hears nothing any more.
    void RemoveObserver(dht::Observer& observer);

    /// Issue what the source of SetSource() offers by now, as far as the scheme admits it. Does
    /// nothing if the peer is not there.
    void Issue();

    /// @param stream The first random stream to use.
    /// @return How many streams were used: five, or six if the peer joins a ring.
    int64_t AssignStreams(int64_t stream);

    /**
     * Fix the random stream of the overlay's own transport, which is apart from the others so that
     * they are the same over TCP.
     *
     * @param stream The stream's number.
     * @return How many streams were used: one, or none with TCP.
     */
    int64_t AssignTransportStream(int64_t stream);

    /// Go as a machine goes that crashes: nothing is sent any more, not even what the buffers hold,
    /// and what comes for it is lost. Does nothing if the peer is not there.
    void Crash();

    /// Go in good order: tell the neighbours on the ring, relay what still comes for a second, and
    /// close all connections. In a ready-made overlay there is nobody to tell, and nothing to wait
    /// for. Does nothing if the peer is not there.
    void Leave();

    /// Do not come when the application starts, but when Return() is called.
    void WaitForReturn();

    /// Begin another session. Does nothing if the peer is there and does not leave, or if the
    /// application does not run.
    void Return();

    /// @return Whether the peer is there.
    bool IsUp() const;

    /// @return How many sessions have begun.
    uint64_t GetSessions() const;

    /// @return Whether the peer has its place in the overlay, and is not about to leave.
    bool IsMember() const;

    /// @return What the peer knows of its overlay, in this session or the last one; null before the
    /// first session.
    const dht::Membership* GetMembership() const;

    /// @return Whether it keeps to the protocol (attribute Behaviour).
    bool IsHonest() const;

    /// @return Where others reach the peer.
    dht::Endpoint GetEndpoint() const;

    /// @return The peer's id.
    const dht::Key& GetId() const;

    /// @return The peer of this session, or of the last one; null before the first.
    const dht::Peer* GetPeer() const;

    /// @return What the peer has counted in all sessions. Beside the identities of each session:
    /// issued = answered + given up + GetOutstanding() + abandoned;
    /// accepted = forwarded + redirected + delivered + dropped + GetQueued() + abandonedInQueues;
    /// and of a store, gets + puts = those that ended + GetStoreUnderWay() + storeAbandoned.
    DhtPeerTotals GetTotals() const;

    /// @return What the peer has counted of requests in all sessions: a part of GetTotals().
    dht::Counters GetCounters() const;

    /// @return Own requests that were not answered yet.
    uint64_t GetOutstanding() const;

    /// @return Requests in the relay queues.
    uint64_t GetQueued() const;

    /// @return Whether the identities of the counters hold.
    bool IdentitiesHold() const;

    /// @return The peer's own address.
    Ipv4Address GetAddress() const;

    /// @return The neighbours, by link; nobody's endpoint for a link that leads nowhere.
    const std::vector<dht::Endpoint>& GetNeighbours() const;

    /// @param link A neighbour's index.
    /// @return Address and port of this end of the connection; invalid if there is none.
    Address GetLinkAddress(uint32_t link) const;

    /// @param from The other end of an incoming connection.
    /// @return The connection; nothing if there is none.
    std::optional<dht::ConnectionId> FindConnection(const Address& from) const;

    /// @return Whether the workload will make no further request, and every one was issued.
    bool IsExhausted() const;

  protected:
    void DoDispose() override;

  private:
    /// @param tid The TypeId so far. @return The same TypeId, with the attributes that the protocol
    /// core has tables of.
    static TypeId AddCoreAttributes(TypeId tid);

    void StartApplication() override;
    void StopApplication() override;

    /// @return The present session. Aborts unless the peer is up and has a store.
    DhtPeerSession& GetStoring() const;
    /// @return How the peer treats the others.
    dht::Behaviour GetBehaviour() const;
    /// @return What a session is made of, with the present attributes.
    DhtPeerSession::Options GetSessionOptions() const;
    /// @return What every peer needs, with the present attributes.
    dht::PeerOptions GetPeerOptions() const;
    /// @return Random numbers for the overlay's own transport; null with TCP, so that it draws
    /// none.
    dht::Random* GetTransportRandom();
    /// @return The workload's options, with the present attributes.
    dht::WorkloadOptions GetWorkloadOptions() const;
    /// @return The workload with its present attributes.
    std::unique_ptr<dht::Workload> MakeWorkload();
    /// @return Length of a request's frame without payload, in bytes.
    uint32_t GetHeaderSize() const;
    /// Begin a session.
    void BeginSession();
    /// The peer has its place.
    void OnJoined();
    /// End the session, if there is one. @param end The session's method that ends it.
    void EndSession(void (DhtPeerSession::*end)());
    /// Begin the workload.
    void StartWorkload();
    /// Bring the peer's network interface up or down. @param up True for up.
    void SetInterface(bool up);

    // what the protocol core has tables of
    dht::PeerOptions m_peer;               //!< What every peer needs.
    dht::MaintenanceOptions m_maintenance; //!< How the peer keeps its place in a ring.
    dht::WorkloadOptions m_workload;       //!< Its requests.
    dht::LinkOptions m_links;              //!< What carries its links.
    dht::TransportOptions m_transport;     //!< Of the overlay's own transport.

    Ptr<DhtScheme> m_scheme;           //!< The congestion control's constants.
    Ptr<DhtPeerWorkload> m_kind;       //!< The workload's constants.
    Ptr<DhtWindow> m_polite;           //!< Governs the overlay's own transport at priority 0.
    Ptr<DhtWindow> m_variable;         //!< Governs it above.
    uint16_t m_port;                   //!< For TCP and UDP.
    QueueDiscipline m_queueDiscipline; //!< How the relay buffer is organised.
    uint32_t m_segmentSize;            //!< TCP payload in bytes.
    uint32_t m_sendBuffer;             //!< TCP send buffer in bytes.
    uint32_t m_receiveBuffer;          //!< TCP receive buffer in bytes.
    uint32_t m_peersPerAddress;        //!< Neighbours that may share one.
    bool m_nagle;                      //!< Whether short segments wait for acknowledgements.
    uint32_t m_messageSize;            //!< Bytes of a request's frame.
    Time m_workloadDelay;              //!< From the application's start to its workload's.
    Acks m_ackRoute;                   //!< How overlay-acks come back.
    Behaviour m_behaviour;             //!< How the peer treats the others.
    double m_crossLoadShare;           //!< Of the time spent in pauses.
    Time m_meanPause;                  //!< Mean length of a pause.

    Ipv4Address m_address;                              //!< The peer's own.
    dht::Key m_id{0};                                   //!< The peer's own.
    dht::MembershipMaker m_place;                       //!< In a ready-made overlay.
    std::vector<dht::Endpoint> m_neighbours;            //!< By the place's links.
    DhtPeerSession::Bootstrap m_bootstrap;              //!< Of a ring to join.
    dht::RequestSource* m_source{nullptr};              //!< Of requests; null for the workload.
    dht::Application* m_upcalls{nullptr};               //!< Answers requests; null for nobody.
    dht::Observers m_observers;                         //!< This object, and others.
    DhtStreamRandom m_gaps;                             //!< The workload's gaps.
    DhtStreamRandom m_keys;                             //!< The workload's keys.
    DhtStreamRandom m_random;                           //!< Marks, ids, processing times.
    DhtStreamRandom m_maintenanceRandom;                //!< Ids of maintenance messages.
    std::unique_ptr<DhtStreamRandom> m_transportRandom; //!< Of the transport; null with TCP.
    int64_t m_transportStream{-1};                      //!< Its stream; -1: any.
    DhtCrossLoad m_crossLoad;                           //!< Pauses the peer.
    std::unique_ptr<DhtPeerStore> m_store;              //!< What stays of its store; null: none.
    std::unique_ptr<DhtPeerSession> m_session;          //!< The present one, or the last.
    bool m_waits{false};                                //!< Whether to wait for Return().
    bool m_running{false};                              //!< Between start and stop.
    Time m_begun;                                       //!< When the session began.
    EventId m_start;                                    //!< Of StartWorkload().
    EventId m_end;                                      //!< Of the end of a peer that leaves.

    uint64_t m_sessions{0}; //!< How many have begun.
    DhtPeerTotals m_past;   //!< What all before the present one have counted.
};

} // namespace ns3

#endif // DHT_CC_DHT_PEER_APPLICATION_H
