/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_EMU_REAL_PEER_H
#define DHT_EMU_REAL_PEER_H

#include "connection-eviction.h"
#include "datagram-port.h"
#include "dht-link-options.h"
#include "dht-maintenance.h"
#include "dht-node.h"
#include "dht-scheme-registry.h"
#include "dht-transport-options.h"
#include "dht-transport-replies.h"
#include "dtl-repair-links.h"
#include "link-windows.h"
#include "peer-clock.h"
#include "peer-disk.h"
#include "peer-links.h"
#include "peer-sockets.h"
#include "tcp-tuning.h"

#include <boost/asio/io_context.hpp>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup dht-emu
 * The host of a peer that is a process.
 */

namespace dht
{

/// What a real peer is made of.
struct RealPeerOptions
{
    PeerOptions peer;               ///< The protocol; self and replyTo are the host's business.
    bool routedAcks{false};         ///< Whether overlay-acks come back through the overlay.
    MaintenanceOptions maintenance; ///< How it keeps its place.
    LinkOptions links;              ///< What carries its links.
    TransportOptions transport;     ///< The overlay's own transport.
    LinkWindows windows;            ///< Who governs that.
    TcpOptions tcp;                 ///< Its connections; their buffers are those of any transport.
    PeerStoreOptions store;         ///< What it stores for others.
    /// What carries the repair of that: the window yields soonest of the polite ones.
    DtlRepairLinks::Setup repair{{}, {"plusplus", {}}};
    std::vector<Endpoint> bootstrap; ///< Peers of the ring to join; with no contacts: a new ring.
    std::vector<Endpoint> contacts;  ///< Peers of the ring that were there once; up to 64.
    ConnectionPlaces connections;    ///< Incoming connections.
    double uploadRate{0};            ///< Of the uplink in bytes/s, by which a peer that holds goes.
    Time frameTimeout{FromSeconds(30)}; ///< How long half a frame may wait for the other half.
};

/**
 * The protocol core over Linux' TCP or the overlay's own transport (links to neighbours) and UDP
 * (everything else), on one thread.
 * Nothing happens before Start() and after Stop(); the event loop must not run on after this object
 * has gone.
 */
class RealPeer : private Carrier
{
  public:
    /// Whom to call, always from the event loop.
    struct Callbacks
    {
        std::function<void()> onJoined; ///< It has a place in the ring.
        /// Nobody led to one, and why; and whether others may lead to one later (Rejoin()).
        std::function<void(const std::string& why, bool mayPass)> onJoinFailed;
        /// Something is wrong with the ring that it goes on in.
        std::function<void(const std::string& what)> onWarning;
        /// Something is right again that it had warned of.
        std::function<void(const std::string& what)> onRelief;
    };

    /**
     * @param context Runs it; must outlive it.
     * @param clock The clock; must outlive it.
     * @param sockets Its port.
     * @param options What it is made of.
     * @param scheme Its congestion control.
     * @param random For ids and marks; must outlive it.
     * @param callbacks Whom to call.
     */
    RealPeer(boost::asio::io_context& context,
             const PeerClock& clock,
             PeerSockets sockets,
             const RealPeerOptions& options,
             std::unique_ptr<CongestionControl> scheme,
             Random& random,
             Callbacks callbacks);
    ~RealPeer() override;

    RealPeer(const RealPeer&) = delete;
    RealPeer& operator=(const RealPeer&) = delete;

    /// Join the ring, or make one, after having worked for a place where it costs some.
    void Start();
    /// Try again, as nobody has led to a place. @param bootstrap Peers of the ring to join, as they
    /// are known now.
    void Rejoin(const std::vector<Endpoint>& bootstrap);
    /// @param observer Watches; null for nobody.
    void SetObserver(Observer* observer);
    /// Issue requests. @param source Where they come from; must outlive it, or StopWorkload() is
    /// called before.
    void StartWorkload(RequestSource& source);
    /// @param application Answers requests; null for nobody. It must outlive the peer, or be
    /// replaced before.
    void SetApplication(Application* application);
    /// Answer a request that the application has left unanswered. @param request The request, as it
    /// arrived.
    /// @param answer What the overlay-ack carries.
    void Respond(const Request& request, Payload answer);
    /// Issue no further requests.
    void StopWorkload();
    /// Hand to others what it stores; it has not left yet. Storage::IsHandingOver() says when that
    /// is done.
    void HandOver();
    /// Tell the neighbours that it leaves. It relays on until Stop().
    void Leave();
    /// Close everything.
    void Stop();

    /// @return The protocol.
    const Peer& GetPeer() const;
    /// @return Its place in the ring.
    const Membership& GetMembership() const;
    /// @return The others in its tables: its successors, predecessor and fingers; then those that
    /// were there once.
    std::vector<Endpoint> GetContacts() const;
    /// @return Where it is.
    const Endpoint& Self() const;
    /// @return Frames and datagrams that were rejected.
    WireErrorCounts GetWireErrors() const;
    /// @return How often a limit was hit.
    LimitCounters GetLimits() const;
    /// @return The overlay's own transport; null if something else carries its links.
    const TransportEndpoint* GetTransport() const;
    /// @return Whether it must stay for something to arrive that was sent.
    bool IsSending() const;
    /// @return Its datagrams' way in and out, for counters.
    const DatagramPort& GetDatagrams() const;
    /// @return What stores for others; null if it does not.
    const Storage* GetStorage() const;
    /// @return Where that is kept; null if it stores nothing.
    const PeerDisk* GetDisk() const;
    /// @return What carries the repair of what it stores; null if datagrams do.
    const RepairStreams* GetRepairStreams() const;
    /// @return Neighbours that are connected to it.
    std::size_t ConnectionCount() const;
    /// @return Whether the identities of all its counters hold.
    bool IdentitiesHold() const;

  private:
    // Host
    LinkState StateOf(LinkIndex link, const Request& request) override;
    void Send(LinkIndex link, const Request& request) override;
    Endpoint EndpointOf(LinkIndex link) override;
    LinkState StateOfDatagrams(std::size_t size) override;
    void SendDatagram(const Endpoint& to, const Datagram& datagram) override;
    void WakeAt(Time time) override;
    void Resume(ConnectionId connection) override;

    // Carrier
    void WakeStorageAt(Time time) override;

    // LiveHost
    void Connect(LinkIndex link, const Endpoint& neighbour) override;
    void Disconnect(LinkIndex link) override;
    void OnJoined() override;
    void OnJoinFailed(JoinFailure failure) override;
    void OnWayOut(bool isOpen) override;

    /// Work for a place for a moment, again and again until that is done, and take it.
    void Enter();
    /// @param failure Why it has no place. @return That in words.
    std::string Explain(JoinFailure failure) const;
    /// @param other Somebody who wants another puzzle than this peer. @return That in words.
    std::string Explain(const OtherPuzzle& other) const;
    /// @return The options of the protocol.
    PeerOptions MakePeerOptions() const;
    /// @return How datagrams are taken.
    DatagramPort::Callbacks MakeDatagramCallbacks();
    /// @param listener For neighbours. @param random For what others should not guess. @return What
    /// carries its links.
    std::unique_ptr<PeerLinks> MakeLinks(boost::asio::ip::tcp::acceptor listener, Random& random);
    /// @return Whom links tell what happens.
    PeerLinks::Listeners MakeListeners();
    /// Begin to store what others ask for. @param random For ids, and for what others should not
    /// guess.
    void MakeStorage(Random& random);
    /// A packet of the overlay's own transport came; parameters and result are those of
    /// PeerLinks::OnPacket().
    bool OnPacket(const Endpoint& from, const std::uint8_t* bytes, std::size_t size, Time late);
    /// Say that no repair goes over links here. @param from Who thinks so. @param bytes Its packet.
    /// @param size How many.
    void Refuse(const Endpoint& from, const std::uint8_t* bytes, std::size_t size);
    /// @return Hosts of the peers in the tables.
    KnownHosts GetKnownHosts() const;
    /// Say once that not all peers of the ring have one transport. @param from Who has another one.
    void WarnOfOtherTransport(const Endpoint& from);
    /// A datagram has arrived. @param datagram The datagram, moved from. @param from The sender's
    /// endpoint.
    void Receive(Datagram&& datagram, const Endpoint& from);

    boost::asio::io_context* m_context;       ///< Runs it.
    const PeerClock* m_clock;                 ///< The clock.
    RealPeerOptions m_options;                ///< What it is made of.
    Endpoint m_self;                          ///< Where it is.
    Callbacks m_callbacks;                    ///< Whom to call.
    DatagramPort m_datagrams;                 ///< For all but links over TCP.
    std::unique_ptr<PeerLinks> m_links;       ///< To and from neighbours.
    std::unique_ptr<DtlRepairLinks> m_repair; ///< What carries its repair; null: datagrams.
    std::unique_ptr<PeerDisk> m_disk;         ///< What it stores; null for nothing.
    Node m_node;                              ///< The protocol.
    WakeTimer m_wake;                         ///< For the peer.
    WakeTimer m_storeWake;                    ///< For its store.
    WireErrorCounts m_errors{};               ///< Of datagrams of no use.
    TransportCounters m_refused;              ///< What has happened to them.
    TransportReplies m_refusals{m_refused};   ///< Resets to who wants links for repair.
    std::string m_otherVersion;               ///< Who speaks another version, if anybody does.
    bool m_warned{false};                     ///< Whether it was said that transports are mixed.
    bool m_stopped{false};                    ///< Whether Stop() was called.
};

} // namespace dht

#endif // DHT_EMU_REAL_PEER_H
