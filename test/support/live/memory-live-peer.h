/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_TEST_MEMORY_LIVE_PEER_H
#define DHT_CC_TEST_MEMORY_LIVE_PEER_H

#include "dht-conduct.h"
#include "event-digest.h"
#include "memory-live-ring.h"

#include <deque>
#include <map>

/**
 * @file
 * @ingroup dht-cc-tests
 * One peer of a live ring, and the host that runs it.
 */

namespace dht
{
namespace test
{

/// A peer with its maintenance, its links and its incoming connections.
class LivePeer : private LiveHost
{
  public:
    /// @param network The whole. @param index Which of the peers. @param life Which of the lives of
    /// all peers.
    LivePeer(LiveRing& network, std::size_t index, std::uint64_t life);

    /// Begin a ring.
    void Create();
    /// Join one. @param bootstrap Through whom. @param met Whom it had met.
    void Join(const std::vector<Endpoint>& bootstrap, const std::vector<Endpoint>& met);
    /// Leave it.
    void Leave();
    /// Issue no further requests.
    void Stop();
    /// Change. @param behaviour What it is like from now on.
    void Set(Behaviour behaviour);
    /// Send requests for random keys, besides all else, from now on. @param links On how many
    /// links; the longest. @param rate On each, a second; at most what they take.
    void Flood(std::size_t links, double rate);
    /// Somebody without a place connects, and sends requests for random keys from now on. @param
    /// source Whom they name as their source. @param rate How many a second; at most what the
    /// connection takes.
    void TakeFlood(const Endpoint& source, double rate);
    /// The peer at the other end of some connections is no more, and its system says so. @param who
    /// That peer.
    void OnReset(const LivePeer& who);
    /// A datagram arrived. @param from The sender's endpoint. @param datagram The datagram.
    void Receive(const Endpoint& from, const Datagram& datagram);

    /// @return The peer.
    const Peer& GetPeer() const;
    /// @return Its maintenance.
    const Maintenance& GetMaintenance() const;
    /// @return Its store; there has to be one.
    LiveStore& Store();
    /// @return Which of the peers.
    std::size_t Index() const;
    /// @return Whether it keeps to the protocol.
    bool IsHonest() const;
    /// @return Whether it has left, or is about to.
    bool HasLeft() const;
    /// @return Whether it was told that it has a place.
    bool IsReady() const;
    /// @return How often it was told that it finds none.
    unsigned JoinFailures() const;
    /// @return Messages that arrived and were not accepted yet.
    std::size_t OnTheWay() const;
    /// @return Connections that it does not read.
    std::size_t Blocked() const;

  private:
    /// A way to a neighbour.
    struct Link
    {
        bool used{false};           ///< Whether it leads anywhere.
        bool open{false};           ///< Whether it takes requests.
        Endpoint to{};              ///< Where it leads.
        std::uint64_t use{0};       ///< Which use of this number, or which try to connect.
        std::uint64_t life{0};      ///< Which life of that peer's.
        ConnectionId connection{0}; ///< What that peer calls it.
        std::uint64_t sent{0};      ///< Requests sent on the connection so far.
        std::deque<bool> inWindow;  ///< Requests on the way: whether they are junk.
        Time pause{0};              ///< How long to wait before the next try.

        /// @param junk Whether of those. @return Requests on the way.
        std::size_t Count(bool junk) const;
    };

    /// A neighbour's link to this peer.
    struct Connection
    {
        std::size_t from{0};          ///< The neighbour.
        std::uint64_t life{0};        ///< Which of its lives.
        LinkIndex link{0};            ///< What it calls the link.
        std::uint64_t use{0};         ///< Which use of that.
        std::deque<Request> requests; ///< Arrived, in order.
        std::uint64_t next{0};        ///< Number of what comes next on the connection.
        /// Arrived before what was sent earlier, by number; nothing for the end.
        std::map<std::uint64_t, std::optional<Request>> early;
        bool blocked{false}; ///< Whether the peer does not want to read now.
        bool closed{false};  ///< Whether nothing more comes.
    };

    /// Sees what becomes of the requests.
    class Watch : public EventDigest
    {
      public:
        /// @param network The whole. @param index Which of the peers.
        Watch(LiveRing& network, std::size_t index);
        void OnIssued(const EventContext& at, const Request& request) override;
        void OnAnswered(const EventContext& at, const Answer& answer) override;
        void OnGivenUp(const EventContext& at, std::uint64_t id) override;

      private:
        /// @param key A key. @return Its owner, if it and this peer are honest; else null.
        const LivePeer* HonestOwnerOf(const Key& key) const;

        LiveRing& m_network;                 ///< The whole.
        std::size_t m_index;                 ///< Which of the peers.
        std::map<std::uint64_t, Key> m_keys; ///< Of requests that are outstanding, by id.
    };

    LinkState StateOf(LinkIndex link, const Request& request) override;
    void Send(LinkIndex link, const Request& request) override;
    Endpoint EndpointOf(LinkIndex link) override;
    LinkState StateOfDatagrams(std::size_t size) override;
    void SendDatagram(const Endpoint& to, const Datagram& datagram) override;
    void WakeAt(Time time) override;
    void Resume(ConnectionId connection) override;

    void Connect(LinkIndex link, const Endpoint& neighbour) override;
    void Disconnect(LinkIndex link) override;
    void OnJoined() override;
    void OnJoinFailed(JoinFailure why) override;

    /// Do something later, if this peer is still there. @param time The instant. @param action What
    /// to do.
    void At(Time time, std::function<void()> action);
    /// @param to Another peer. @return How long a packet takes to it.
    Time DelayTo(std::size_t to) const;
    /// Do something at another peer after the delay of the network. @param to That peer.
    /// @param time When it leaves this one. @param action What to do.
    void AtPeer(std::size_t to, Time time, std::function<void(LivePeer&)> action);

    /// @param to Another peer. @return How long to wait until a packet of a connection to it is
    /// sent again.
    Time FirstWait(std::size_t to) const;

    /// A packet of a connection.
    struct LinkPacket
    {
        bool isOwn;                            ///< Whether this peer has opened it.
        std::size_t to;                        ///< The peer at the other end.
        std::function<void(LivePeer&)> arrive; ///< What to do there.
        std::function<void()> giveUp;          ///< What to do here if it never gets there.
    };

    /// Send a packet of a connection, again and again until it gets there, or the other end turns
    /// out to know nothing of it. @param packet The packet. @param time When it leaves this peer.
    /// @param wait How long until it is sent again.
    void SendOnLink(const LinkPacket& packet, Time time, Time wait);
    /// Send the next of what goes on a link. @param link The link's number. @param request What
    /// goes; nothing if it is the end. @param time When it leaves this peer.
    void SendNext(LinkIndex link, std::optional<Request> request, Time time);
    /// Something has arrived on a connection. @param connection The connection's number. @param
    /// number Its number there. @param request The request; nothing if it is the end.
    void Take(ConnectionId connection, std::uint64_t number, std::optional<Request> request);
    /// A connection is no more. @param connection The connection's number.
    void Drop(ConnectionId connection);
    /// Call the peer or its maintenance, and check the identities afterwards. @param call The call.
    template <typename Call>
    void Enter(Call call);
    /// @return When the uplink has sent one message more than it has now. Its time is taken.
    Time TakeUplink();
    /// Try to open a link. @param link The link's number.
    void Open(LinkIndex link);
    /// Ask for a connection, and once more if no answer comes. @param link The link's number.
    /// @param use Which use of it. @param wait How long until then. @param patience How long in
    /// all.
    void Knock(LinkIndex link, std::uint64_t use, Time wait, Time patience);
    /// A link broke or did not open. @param link The link's number. @param use Which use of it.
    void Fail(LinkIndex link, std::uint64_t use);
    /// A neighbour opens a link. @param from Which neighbour. @param life Which of its lives.
    /// @param link What it calls it. @param use Which use of that.
    void OnOpened(std::size_t from, std::uint64_t life, LinkIndex link, std::uint64_t use);
    /// Hand a request to the network. @param link On which link. @param request The request. @param
    /// time When it leaves. @param junk Whether nobody has business with it.
    void Transmit(LinkIndex link, const Request& request, Time time, bool junk);
    /// @param source Whom it names as its source. @return A request that nobody has business with.
    Request Junk(const Endpoint& source);
    /// More of them come on a connection, from now on. @param connection The connection's number.
    /// @param source Whom they name as their source. @param rate How many a second.
    void TakeJunk(ConnectionId connection, const Endpoint& source, double rate);
    /// Offer what arrived to the peer. @param connection The connection's number.
    void Read(ConnectionId connection);
    /// A request has left a link's window. @param link Which link. @param use Which use of it.
    void OnWindow(LinkIndex link, std::uint64_t use);

    LiveRing& m_network;                              ///< The whole.
    std::size_t m_index;                              ///< Which of the peers.
    std::uint64_t m_life;                             ///< Which of the lives of all peers.
    Endpoint m_self;                                  ///< Where to reach this peer.
    MersenneRandom m_random;                          ///< For the peer itself.
    MersenneRandom m_gaps;                            ///< For the workload's gaps.
    MersenneRandom m_keys;                            ///< For the workload's keys.
    Workload m_workload;                              ///< The application.
    Watch m_watch;                                    ///< Sees what becomes of the requests.
    Conduct m_conduct;                                ///< What it is like.
    Peer m_peer;                                      ///< The peer.
    std::unique_ptr<LiveStore> m_store;               ///< Its store, if it has one.
    std::vector<Link> m_links;                        ///< By number.
    std::map<ConnectionId, Connection> m_connections; ///< By number.
    ConnectionId m_nextConnection{0};                 ///< Number of the next one.
    std::uint64_t m_uses{0};                          ///< Uses of links so far.
    Time m_uplinkFree{0};                             ///< When the uplink has sent all.
    Time m_wake{kNever};                              ///< When the peer wants to be woken.
    bool m_datagramsRefused{false};                   ///< Whether the peer waits to send a lookup.
    bool m_ready{false};                              ///< Whether it has a place.
    bool m_left{false};                               ///< Whether it has left.
    std::vector<Endpoint> m_bootstrap{};              ///< Through whom it joined.
    std::vector<Endpoint> m_met{};                    ///< Whom it had met before.
    unsigned m_joinFailures{0};                       ///< How often it found no place.
};

template <typename Call>
void
LivePeer::Enter(Call call)
{
    call(m_network.Now());
    m_network.m_violations += !m_peer.IdentitiesHold();
}

} // namespace test
} // namespace dht

#endif // DHT_CC_TEST_MEMORY_LIVE_PEER_H
