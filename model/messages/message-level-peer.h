/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_MESSAGE_LEVEL_PEER_H
#define DHT_CC_MESSAGE_LEVEL_PEER_H

#include "dht-held-links.h"
#include "dht-hostile-reader.h"
#include "dht-peer-workload.h"
#include "dht-peer.h"
#include "dht-uplink-pacer.h"
#include "load-model.h"
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
 * Takes what a message-level peer sends to others. Peers are known by their numbers.
 */
class MessageCarrier
{
  public:
    virtual ~MessageCarrier() = default;

    /// @param peer A peer. @param link One of its links. @return Who is at its other end.
    virtual uint32_t Neighbour(uint32_t peer, dht::LinkIndex link) const = 0;

    /**
     * Carry a request to a neighbour.
     *
     * @param from Who sends it.
     * @param link On which link.
     * @param departure When it has left the uplink.
     * @param request The request.
     */
    virtual void CarryRequest(uint32_t from,
                              dht::LinkIndex link,
                              dht::Time departure,
                              const dht::Request& request) = 0;

    /**
     * Carry a segment to a neighbour.
     *
     * @param from Who sends it.
     * @param link On which link.
     * @param departure When it has left the uplink.
     * @param requests Those that are in it, at least one.
     */
    virtual void CarrySegment(uint32_t from,
                              dht::LinkIndex link,
                              dht::Time departure,
                              MessageRequests requests) = 0;

    /**
     * Carry an acknowledgement of segments to the neighbour who sent them.
     *
     * @param from Who sends it.
     * @param to Its destination.
     * @param departure When it has left the uplink.
     * @param link On which of the destination's links the segments came.
     * @param ack The acknowledgement.
     */
    virtual void CarrySegmentAck(uint32_t from,
                                 uint32_t to,
                                 dht::Time departure,
                                 dht::LinkIndex link,
                                 const MessageAck& ack) = 0;

    /// Carry a datagram. @param from Who sends it. @param to Its destination. @param departure When
    /// it has left the uplink. @param datagram The datagram.
    virtual void CarryDatagram(uint32_t from,
                               uint32_t to,
                               dht::Time departure,
                               const dht::Datagram& datagram) = 0;

    /**
     * Call MessageLevelPeer::OnTimer().
     *
     * @param peer Which peer's.
     * @param time The instant; not in the past.
     * @param timer Which of its timers.
     */
    virtual void SetTimer(uint32_t peer, dht::Time time, int timer) = 0;
};

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
 * message after the other and loses none.
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
class MessageLevelPeer : private dht::Host
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
        std::unique_ptr<dht::RoutingTable> routing;     //!< Whom it sends requests to.
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

    MessageLevelPeer(const MessageLevelPeer&) = delete;
    MessageLevelPeer& operator=(const MessageLevelPeer&) = delete;

    /// Begin to issue requests. @param observer Watches the peer.
    void Start(dht::Observer& observer);

    /// @param application Answers requests; null for nobody. It must outlive the simulation, or be
    /// replaced before.
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

    /// A request arrived, where links are no streams. @param from Who sent it. @param request The
    /// request; moved from if it is taken.
    void OnRequest(uint32_t from, dht::Request& request);

    /// A segment arrived. @param from Who sent it. @param link On which of its links. @param
    /// requests Those in it. @param sent When it was handed to the sender's uplink.
    void OnSegment(uint32_t from, dht::LinkIndex link, MessageRequests requests, dht::Time sent);

    /// Segments were acknowledged. @param link On which link they were sent. @param ack What the
    /// neighbour says.
    void OnSegmentAck(dht::LinkIndex link, const MessageAck& ack);

    /// A datagram arrived. @param from Who sent it. @param datagram The datagram, moved from.
    void OnDatagram(uint32_t from, dht::Datagram&& datagram);

    /// A timer is due. @param timer The timer's number.
    void OnTimer(int timer);

    /// @return The peer of the protocol core.
    const dht::Peer& GetPeer() const;

    /// @return Requests that its workload has made.
    uint64_t GetMade();

    /// @return Requests of others that it has read and, as it is hostile, not taken on.
    uint64_t GetKept() const;

    /// @param peer A peer's number. @return The endpoint by which the others know it.
    static dht::Endpoint AddressOf(uint32_t peer);

  private:
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
        WAKE,   //!< Of the protocol core.
        UPLINK, //!< The uplink has room again.
        IDLE,   //!< The uplink may idle, and held requests cross.
        ACK     //!< Of the first incoming stream; those of the others follow.
    };

    // dht::Host
    dht::LinkState StateOf(dht::LinkIndex link, const dht::Request& request) override;
    void Send(dht::LinkIndex link, const dht::Request& request) override;
    std::size_t Backlog(dht::LinkIndex link) const override;
    dht::Time UplinkIdleAt() const override;
    dht::Endpoint EndpointOf(dht::LinkIndex link) override;
    dht::LinkState StateOfDatagrams(std::size_t size) override;
    void SendDatagram(const dht::Endpoint& to, const dht::Datagram& datagram) override;
    void WakeAt(dht::Time time) override;
    void Resume(dht::ConnectionId connection) override;

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
    /// @param stream A link. @return Whether it takes one more request.
    bool TakesRequest(const MessageSender& stream) const;

    const MessageLevelOptions& m_options; //!< What all peers have in common.
    MessageCarrier& m_carrier;            //!< Takes what it sends.
    uint32_t m_number;                    //!< The peer's number, from 0.
    dht::QueueIndex m_queues;             //!< Relay queues of the core.
    dht::QueueIndex m_turn{0};            //!< The one whose turn it is when there is room.
    bool m_isUplinkFull{false};           //!< Whether it takes nothing until there is room.
    MessageServer m_uplink;               //!< Takes what it sends.
    MessageServer m_downlink;             //!< Takes what comes in.
    dht::Time m_now{0};                   //!< When the event was that it deals with.
    dht::Time m_wakeAt{dht::kNever};      //!< When the core wants to be called.
    dht::Time m_timerAt{dht::kNever};     //!< When the next timer that sees to it is due.
    std::vector<dht::Time> m_laterTimers; //!< When the others are, the earliest last.
    std::unique_ptr<Hold> m_hold;         //!< What waits for an idle uplink; null if nothing does.
    std::unique_ptr<MessageLevelStreams> m_streams; //!< Its links, if they are streams; else null.
    std::unique_ptr<dht::HostileReader> m_reader;   //!< What it does with requests; or null.
    dht::SplitMixRandom m_gaps;                     //!< Of the workload.
    dht::SplitMixRandom m_keys;                     //!< Of the workload.
    dht::SplitMixRandom m_random;                   //!< Of the core.
    std::unique_ptr<dht::Workload> m_workload;      //!< The application.
    dht::Peer m_peer;                               //!< The protocol core's.
};

} // namespace ns3

#endif // DHT_CC_MESSAGE_LEVEL_PEER_H
