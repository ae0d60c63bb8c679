/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_MEMORY_HOST_H
#define DHT_MEMORY_HOST_H

#include "dht-behaviour.h"
#include "dht-carrier.h"
#include "dht-memory-timer.h"
#include "dht-mersenne-random.h"
#include "dht-overlay.h"
#include "dht-peer.h"
#include "dht-workload.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * One host of a net in memory, with its peer.
 */

namespace dht
{

class MemoryConnections;
class MemoryLinks;
class MemoryPath;
class MemoryStore;
class MemoryTransport;
struct MemoryParts;
class Node;

/// A host of a net in memory, with its peer, for one life: whoever is at the same place later is
/// another one. A MemoryNet makes it.
class MemoryHost : private Carrier
{
  public:
    /// @param parts What all hosts share. @param place Where this one is. @param life Which of the
    /// lives of all hosts. @param overlay Where the peer's table comes from; null in a ring that
    /// peers join.
    MemoryHost(MemoryParts& parts, std::size_t place, std::uint64_t life, const Overlay* overlay);
    ~MemoryHost() override;

    /// @return Where it is.
    std::size_t Place() const;
    /// @return Which of the lives of all hosts.
    std::uint64_t Life() const;
    /// @return Where to reach it.
    const Endpoint& Self() const;
    /// @return The peer.
    const Peer& GetPeer() const;
    /// @return Its place, and whom it knows.
    const Membership& GetMembership() const;
    /// @return Whether the peer keeps to the protocol.
    bool IsHonest() const;
    /// @return Whether the peer has left, or is about to.
    bool HasLeft() const;
    /// @return Whether the peer was told that it has a place, and has it.
    bool IsReady() const;
    /// @return How often the peer was told that it finds none.
    unsigned JoinFailures() const;

    // for what is there besides the peer

    /// @return The present.
    Time Now() const;
    /// Do something later, if this host is still there. @param time The instant. @param action What
    /// to do.
    void At(Time time, std::function<void()> action);
    /// Call the peer, and check its counters afterwards. @param call What to call.
    void Call(const std::function<void(Time, Peer&)>& call);
    /// Send a datagram, which may get lost. @param to The receiver. @param datagram The datagram.
    void SendDatagram(const Endpoint& to, const Datagram& datagram) override;

    // for what arrives at peers and none of them has made

    /// @param link A link's number. @return Where it leads.
    Endpoint EndpointOf(LinkIndex link) override;
    /// @param link A link's number. @return Whether Inject() may be called: the link is open, and
    /// less than 32 requests were put there so that have not left it.
    bool CanInject(LinkIndex link) const;
    /// Put a request on a link beside what the peer sends: it takes no uplink, nor any of the
    /// window. @param link The link's number. @param request The request.
    void Inject(LinkIndex link, const Request& request);
    /// Somebody who is at no place has connected, unless the own transport carries links. @return
    /// The connection.
    ConnectionId AcceptStranger();
    /// A request arrives from a stranger, unless 32 wait there. @param connection The stranger's.
    /// @param request The request.
    void Push(ConnectionId connection, const Request& request);

  private:
    friend class MemoryConnections;
    friend class MemoryLinks;
    friend class MemoryNet;
    friend class MemoryPump;

    LinkState StateOf(LinkIndex link, const Request& request) override;
    void Send(LinkIndex link, const Request& request) override;
    LinkState StateOfDatagrams(std::size_t size) override;
    void WakeAt(Time time) override;
    void WakeStorageAt(Time time) override;
    void Resume(ConnectionId connection) override;
    void Connect(LinkIndex link, const Endpoint& neighbour) override;
    void Disconnect(LinkIndex link) override;
    void OnJoined() override;
    void OnJoinFailed(JoinFailure why) override;

    /// @param overlay As the constructor's. @return The node.
    std::unique_ptr<Node> MakeNode(const Overlay* overlay);
    /// The peer has its place in the ready-made ring: let it begin. @param neighbours Its
    /// neighbours, in the order of its table's links.
    void Begin(const std::vector<MemoryHost*>& neighbours);
    /// Let the peer issue requests, in an event at the present.
    void StartLater();
    /// Begin a ring.
    void Create();
    /// Join one. @param bootstrap Through whom. @param met Whom it had met.
    void Join(const std::vector<Endpoint>& bootstrap, const std::vector<Endpoint>& met);
    /// Leave it.
    void Leave();
    /// A datagram arrived. @param from The sender's endpoint. @param datagram The datagram.
    void Receive(const Endpoint& from, const Datagram& datagram);
    /// A packet of the own transport arrived. @param from The sender's endpoint. @param packet Its
    /// bytes.
    void ReceivePacket(const Endpoint& from, const std::vector<std::uint8_t>& packet);
    /// Something arrives while the process is paused. @param bytes How much of the socket it takes.
    /// @param read Reads it.
    void ReadLater(std::size_t bytes, std::function<void()> read);
    /// Another host is gone, and its system says so. @param life Which life of all.
    void OnReset(std::uint64_t life);
    /// The peer relays nothing, or goes on; maybe its whole process. @param isPaused Which of both.
    void SetPaused(bool isPaused);
    /// The timer of the peer has fired.
    void Wake();
    /// The timer of the store has fired.
    void WakeStorage();

    MemoryParts& m_parts;                         ///< What all hosts share.
    std::size_t m_place;                          ///< Where it is.
    std::uint64_t m_life;                         ///< Which of all lives.
    Endpoint m_self;                              ///< Where to reach it.
    MersenneRandom m_random;                      ///< For the peer itself.
    MersenneRandom m_gaps;                        ///< For the workload's gaps.
    MersenneRandom m_keys;                        ///< For the workload's keys.
    std::unique_ptr<Workload> m_workload;         ///< The application.
    std::unique_ptr<MemoryPath> m_path;           ///< The way to the others.
    std::unique_ptr<MemoryStore> m_store;         ///< What the node's store needs, if any.
    std::unique_ptr<Node> m_node;                 ///< The peer, and what it is like.
    Peer& m_peer;                                 ///< The peer.
    std::unique_ptr<MemoryTransport> m_transport; ///< Both of the following, if that carries links.
    std::unique_ptr<MemoryLinks> m_links;         ///< Its ways to neighbours.
    std::unique_ptr<MemoryConnections> m_connections; ///< Neighbours' ways to it.
    MemoryTimer m_timer;                              ///< When the peer wants to be woken.
    MemoryTimer m_storageTimer;                       ///< When the store does.
    bool m_asleep{false};                             ///< Whether its process is paused.
    std::deque<std::function<void()>> m_unread;       ///< Reads what has come meanwhile.
    std::size_t m_unreadBytes{0};                     ///< Bytes of its frames.
    bool m_datagramsRefused{false};                   ///< Whether the peer waits to send a lookup.
    bool m_ready{false};                              ///< Whether it has a place.
    bool m_left{false};                               ///< Whether it has left.
    std::vector<Endpoint> m_bootstrap{};              ///< Through whom it joined.
    std::vector<Endpoint> m_met{};                    ///< Whom it had met before.
    unsigned m_joinFailures{0};                       ///< How often it found no place.
};

} // namespace dht

#endif // DHT_MEMORY_HOST_H
