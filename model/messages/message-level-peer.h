/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_MESSAGE_LEVEL_PEER_H
#define DHT_CC_MESSAGE_LEVEL_PEER_H

#include "dht-carrier.h"
#include "dht-held-links.h"
#include "dht-hostile-reader.h"
#include "dht-peer-workload.h"
#include "dht-peer.h"
#include "dht-uplink-pacer.h"
#include "load-model.h"
#include "message-carrier.h"
#include "message-level-lives.h"
#include "message-level-streams.h"
#include "message-server.h"
#include "split-mix-random.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace ns3
{

/**
 * @ingroup dht-cc
 * What all peers of a message-level ring have in common.
 */
struct MessageLevelOptions
{
    dht::PeerOptions peer;         //!< Of the protocol; self is each peer's own.
    dht::WorkloadOptions workload; //!< Of the application.
    /// Of which kind it is.
    Ptr<const DhtPeerWorkload> workloadKind{
        DhtPeerWorkload::Create(dht::WorkloadRegistry::kRandom)};
    dht::Time startSpread{0}; //!< Over which the workloads' starts are spread, from start on.
    dht::LoadModel load;      //!< What else is charged to the uplink.
    uint32_t uplinkBuffer{8}; //!< Requests that the uplink takes ahead of time; 0: no limit.
    /// What peers that hold requests take the rate of their uplink for, over its true one; 0: they
    /// know when it idles.
    double holdRate{0};
    MessageStreamOptions stream; //!< Of those links that are streams.
    /// Whether links are streams under any scheme, which take requests that the other end does not:
    /// TCP's, or those of the overlay's own transport if `stream` has windows. Else they are
    /// streams only where a peer may let requests wait.
    bool areStreams{false};

    /// @param datagram A datagram. @return What it costs an uplink or a downlink, in requests that
    /// go out.
    double CostOf(const dht::Datagram& datagram) const;
};

/**
 * @ingroup dht-cc
 * A peer without packets: the protocol core's peer, its workload, and an uplink that takes one
 * message after the other and loses none. The peer has a ready-made table, or joins its ring and
 * leaves it, and then it is a whole node, with links that come and go. (A node takes 270 bytes
 * more, of which a million peers that never leave need nothing.)
 *
 * The uplink is a first-in first-out server. A request that goes out takes the time 1 / c of it;
 * one that comes in, and one that arrives for good, take what the load model says (models M1 and M2
 * of COMSNETS09, section III-C). It takes requests as long as fewer than uplinkBuffer are in it, as
 * a socket's send buffer does, and then none until half of them have left.
 *
 * A link that is a stream takes requests as long as its send buffer has room. With TCP, the
 * requests that a peer writes to it in the course of one event go out together, as those that are
 * written to a socket of ns-3 at one instant do.
 */
class MessageLevelPeer : private dht::Carrier
{
  public:
    /// The random streams of one peer.
    struct Streams
    {
        uint64_t seed;  //!< Of the run.
        uint64_t first; //!< The first of three streams.
    };

    /// What its access link carries, in requests/s that go out; 0: no limit.
    struct Capacity
    {
        double up;      //!< Of the uplink; c.
        double down{0}; //!< Of the downlink.
    };

    /// What of the protocol is each peer's own.
    struct Parts
    {
        std::unique_ptr<dht::Membership> membership;    //!< Its place in the overlay.
        std::unique_ptr<dht::CongestionControl> scheme; //!< Its congestion control.
        /// How it treats what it reads (dht::IsOfReading()).
        dht::Behaviour behaviour{dht::Behaviour::kHonest};
    };

    /**
     * @param options What all peers have in common; must outlive the peer.
     * @param carrier Takes what it sends; must outlive the peer.
     * @param number The peer's number.
     * @param capacity What its access link carries.
     * @param parts What is its own.
     * @param streams Its random numbers.
     */
    MessageLevelPeer(const MessageLevelOptions& options,
                     MessageCarrier& carrier,
                     uint32_t number,
                     const Capacity& capacity,
                     Parts parts,
                     const Streams& streams);

    /**
     * A peer that joins its ring and leaves it; before Return(), it is not there.
     *
     * @param options What all peers have in common; must outlive the peer.
     * @param joining How they join; must outlive the peer.
     * @param carrier Takes what it sends; must outlive the peer.
     * @param number The peer's number.
     * @param capacity What its access link carries.
     * @param seed Of the run.
     */
    MessageLevelPeer(const MessageLevelOptions& options,
                     const MessageLevelJoining& joining,
                     MessageCarrier& carrier,
                     uint32_t number,
                     const Capacity& capacity,
                     uint64_t seed);

    MessageLevelPeer(const MessageLevelPeer&) = delete;
    MessageLevelPeer& operator=(const MessageLevelPeer&) = delete;

    /// Begin to issue requests; where peers join, as soon as this one has. @param observer Watches
    /// the peer.
    void Start(dht::Observer& observer);

    /// It joins its ring, anew if it was there before; nothing if it is there.
    void Return();
    /// It tells its neighbours on the ring that it goes, relays for a second more what was on its
    /// way, and is gone; nothing if it is not there.
    void Leave();
    /// It is gone at once, and nobody is told; nothing if it is not there.
    void Crash();
    /// @return Its lives; null in a ready-made ring.
    const MessageLevelLives* GetLives() const;

    /// @param application Answers requests in a ready-made ring; null for nobody. It must outlive
    /// the simulation, or be replaced before.
    void SetApplication(dht::Application* application);

    /// Answer a request that the application has left unanswered. @param request The request, as it
    /// arrived.
    /// @param answer What the overlay-ack carries.
    void Respond(const dht::Request& request, dht::Payload answer);

    /// @return What goes out passes it.
    const MessageServer& GetUplink() const
    {
        return m_uplink;
    }

    /// @return What comes in passes it first.
    MessageServer& Downlink();

    /// A request arrived, where links are no streams. @param from Who sent it. @param stream On
    /// which of its links. @param request The request; moved from if it is taken.
    void OnRequest(uint32_t from, uint32_t stream, dht::Request& request);

    /// A segment arrived. @param from Who sent it. @param stream On which of its links. @param
    /// requests Those in it. @param sent When it was handed to the sender's uplink.
    void OnSegment(uint32_t from, uint32_t stream, MessageRequests requests, dht::Time sent);

    /// Segments were acknowledged. @param stream On which link they were sent. @param ack What the
    /// neighbour says.
    void OnSegmentAck(uint32_t stream, const MessageAck& ack);

    /// Something was said of a link. @param signal Is what it is told.
    void OnSignal(const MessageSignal& signal);

    /// A datagram arrived. @param from Who sent it. @param datagram The datagram, moved from.
    void OnDatagram(uint32_t from, dht::Datagram&& datagram);

    /// A timer is due. @param timer The timer's number.
    void OnTimer(int timer);

    /// @return The peer of the protocol core; where peers join, that of the last life, and there
    /// was one.
    const dht::Peer& GetPeer() const;

    /// @return Requests that its workload has made.
    uint64_t GetMade() const;

    /// @return Requests of others that it has read and, as it is hostile, not taken on.
    uint64_t GetKept() const;

    /// @param peer A number of a peer of a ready-made ring. @return The endpoint by which the
    /// others know it.
    static dht::Endpoint AddressOf(uint32_t peer);

  private:
    /// What a peer with a ready-made table is made of: in place, as there may be a million.
    struct Ready
    {
        /// @param options Of all peers. @param number The peer's number. @param parts What is its
        /// own. @param host Carries out what it asks for. @param streams Its random numbers.
        Ready(const MessageLevelOptions& options,
              uint32_t number,
              Parts parts,
              dht::Host& host,
              const Streams& streams);

        dht::SplitMixRandom gaps;                //!< Of the workload.
        dht::SplitMixRandom keys;                //!< Of the workload.
        dht::SplitMixRandom random;              //!< Of the core.
        std::unique_ptr<dht::Workload> workload; //!< The application.
        dht::Peer peer;                          //!< The protocol core's.
    };

    /// Requests that are held while the uplink is busy.
    struct Hold
    {
        dht::HeldLinks links;                  //!< Whose turn it is when the uplink idles.
        std::optional<dht::UplinkPacer> pacer; //!< Tells when that is; nothing: the uplink does.
        dht::Time idleAt{dht::kNever};         //!< When the earliest timer IDLE is due.
    };

    /// The timers.
    enum Timer : int
    {
        LEFT = -3, //!< The life of a peer that leaves ends.
        JOIN,      //!< It looks for a place once more.
        LINKS,     //!< There is something to do for a link.
        WAKE,      //!< Of the protocol core.
        UPLINK,    //!< The uplink has room again.
        IDLE,      //!< The uplink may idle, and held requests cross.
        ACK        //!< Of the first incoming stream; those of the others follow.
    };

    // dht::Carrier
    dht::LinkState StateOf(dht::LinkIndex link, const dht::Request& request) override;
    void Send(dht::LinkIndex link, const dht::Request& request) override;
    std::size_t Backlog(dht::LinkIndex link) const override;
    dht::Time UplinkIdleAt() const override;
    dht::Endpoint EndpointOf(dht::LinkIndex link) override;
    dht::LinkState StateOfDatagrams(std::size_t size) override;
    void SendDatagram(const dht::Endpoint& to, const dht::Datagram& datagram) override;
    void WakeAt(dht::Time time) override;
    void WakeStorageAt(dht::Time time) override;
    void Resume(dht::ConnectionId connection) override;
    void Connect(dht::LinkIndex link, const dht::Endpoint& neighbour) override;
    void Disconnect(dht::LinkIndex link) override;
    void OnJoined() override;
    void OnJoinFailed(dht::JoinFailure why) override;

    /// @param options Of all peers. @param capacity What the access link carries. @return What
    /// waits for an idle uplink; null if nothing does.
    static std::unique_ptr<Hold> MakeHold(const MessageLevelOptions& options,
                                          const Capacity& capacity);
    /// @param options Of all peers. @param policy How a peer relays. @return Whether its links are
    /// streams.
    static bool HasStreams(const MessageLevelOptions& options, const dht::RelayPolicy& policy);
    /// @return The peer of the protocol core.
    dht::Peer& ThePeer();
    /// @return Its lives; null in a ready-made ring.
    MessageLevelLives* Lives();
    /// @return Whether what arrives finds somebody.
    bool IsThere() const;
    /// @param link A link. @return Where it leads now.
    MessageWay WayOf(dht::LinkIndex link) const;
    /// @param from A neighbour. @param stream Its stream. @return The connection; nothing if this
    /// peer knows none, of which the neighbour is told.
    std::optional<dht::ConnectionId> FindConnection(uint32_t from, uint32_t stream);
    /// Tell somebody of a link. @param to The other peer. @param stream Which stream. @param kind
    /// The kind of signal.
    void Tell(uint32_t to, uint32_t stream, MessageSignal::Kind kind);
    /// Something for a link has come while nobody was here. @param from Who sent it. @param stream
    /// On which of its links.
    void OnNobody(uint32_t from, uint32_t stream);
    /// A neighbour connects. @param signal What it says.
    void Accept(const MessageSignal& signal);
    /// A neighbour has answered an attempt to connect. @param signal What it says.
    void OnOpened(const MessageSignal& signal);
    /// Try to connect. @param link A link.
    void OpenLink(dht::LinkIndex link);
    /// A link has failed. @param link The link.
    void FailLink(dht::LinkIndex link);
    /// Send what is written to a link, whatever its window. @param link A link that closes.
    void SendRest(dht::LinkIndex link);
    /// An incoming connection is no more. @param connection The connection.
    void CloseConnection(dht::ConnectionId connection);
    /// Close it if all has been read, and nothing more comes. @param connection The connection.
    /// @return Whether it is closed now.
    bool CloseIfRead(dht::ConnectionId connection);
    /// Have a timer see to the links when there is something to do for one.
    void ArmLinks();
    /// See to the links for which there is something to do.
    void SeeToLinks();
    /// End its life. @param how How it ends.
    void EndLife(MessageLevelLives::End how);

    /// Read a request. @param connection Whence. @param request The request; moved from if it is
    /// taken. @return Whether it is taken.
    bool Take(dht::ConnectionId connection, dht::Request& request);
    /// @return Whether the uplink takes nothing more now; if so, it says when it does again.
    bool IsUplinkFull();
    /// Charge the uplink. @param requests In requests that go out. @return When it is done with it.
    dht::Time Charge(double requests);
    /// The core wakes up, if it is time.
    void Wake();
    /// The uplink has room again: the queues that waited for it may go on, in turn.
    void RefillUplink();

    /// Offer what waits on those connections that may be read again, and send what was written.
    void Finish();
    /// Offer what waits on those streams that may be read again.
    void ReadStreams();
    /// Take a segment in. @param connection The connection's number. @param requests Those in it.
    /// @param sent When it was handed to the sender's uplink.
    void Receive(dht::ConnectionId connection, MessageRequests requests, dht::Time sent);
    /// Offer what waits on a stream that may be read. @param stream The stream, with something to
    /// read. @param connection Its number.
    void Read(MessageLevelStreams::Incoming& stream, dht::ConnectionId connection);
    /// Acknowledge what has come on a stream, now or later. @param stream The stream that was read.
    /// @param connection Its number.
    void AfterReading(MessageLevelStreams::Incoming& stream, dht::ConnectionId connection);
    /// Acknowledge what has come on a stream, if it is time. @param connection The connection's
    /// number.
    void AcknowledgeIfDue(dht::ConnectionId connection);
    /// Acknowledge what has come on a stream. @param stream The stream that has something to
    /// acknowledge. @param timing Its times; null where they do not count.
    void Acknowledge(MessageLevelStreams::Incoming& stream, MessageLevelStreams::Timing* timing);
    /// Send what was written to streams, but for what is held.
    void Transmit();
    /// Send the segments of a stream. @param link The link's number. @param least Requests in each
    /// at least.
    void TransmitOn(dht::LinkIndex link, std::size_t least);
    /// Send what is held if the uplink idles, or look again as soon as it does.
    void Cross();
    /// @return When the uplink idles, as far as the peer knows.
    dht::Time IdleAt() const;
    /// @return What tells when the uplink idles; null if the uplink itself does, or nothing is
    /// held.
    dht::UplinkPacer* Pacer() const;
    /// Tell the pacer, if there is one, what has surely left the uplink.
    void CorrectPacer();
    /// @param link A link. @return Whether it takes one more request, as far as the uplink does.
    bool TakesRequest(dht::LinkIndex link) const;

    const MessageLevelOptions& m_options; //!< What all peers have in common.
    MessageCarrier& m_carrier;            //!< Takes what it sends.
    uint32_t m_number;                    //!< The peer's number, from 0.
    dht::QueueIndex m_queues;   //!< Relay queues of the core; not counted where peers join.
    dht::QueueIndex m_turn{0};  //!< The one whose turn it is when there is room.
    bool m_isUplinkFull{false}; //!< Whether it takes nothing until there is room.
    std::unique_ptr<MessageLevelLives> m_lives; //!< Of a peer that joins; else null.
    MessageServer m_uplink;                     //!< Takes what it sends.
    MessageServer m_downlink;                   //!< Takes what comes in.
    dht::Time m_now{0};                         //!< When the event was that it deals with.
    dht::Time m_wakeAt{dht::kNever};            //!< When the core wants to be called.
    dht::Time m_timerAt{dht::kNever};           //!< When the next timer that sees to it is due.
    std::vector<dht::Time> m_laterTimers;       //!< When the others are, the earliest last.
    std::unique_ptr<Hold> m_hold; //!< What waits for an idle uplink; null if nothing does.
    std::unique_ptr<MessageLevelStreams> m_streams; //!< Its links, if they are streams; else null.
    std::unique_ptr<dht::HostileReader> m_reader;   //!< What it does with requests; or null.
    std::optional<Ready> m_ready; //!< The protocol core's, and the application; or m_lives.
};

} // namespace ns3

#endif // DHT_CC_MESSAGE_LEVEL_PEER_H
