/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_MESSAGE_LEVEL_RING_H
#define DHT_CC_MESSAGE_LEVEL_RING_H

#include "dht-behaviour.h"
#include "dht-peer-delays.h"
#include "dht-scheme.h"
#include "expected-event.h"
#include "message-level-overlay.h"
#include "message-level-peer.h"

#include "ns3/nstime.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <variant>
#include <vector>

namespace ns3
{

/**
 * @ingroup dht-cc
 * A request on its way to a neighbour.
 */
struct MessageRequest
{
    uint32_t from;        //!< Who sent it.
    uint32_t stream;      //!< On which of its links.
    dht::Request request; //!< The request.
};

/**
 * @ingroup dht-cc
 * A segment on its way to a neighbour.
 */
struct MessageSegment
{
    uint32_t from;            //!< Who sent it.
    uint32_t stream;          //!< On which of its links.
    MessageRequests requests; //!< Those in it.
    dht::Time sent{0};        //!< When it was handed to the uplink.
};

/**
 * @ingroup dht-cc
 * An acknowledgement of segments on its way to a neighbour.
 */
struct MessageSegmentAck
{
    uint32_t stream; //!< On which of its destination's links they came.
    MessageAck ack;  //!< The acknowledgement.
};

/**
 * @ingroup dht-cc
 * A datagram on its way to a peer.
 */
struct MessageDatagram
{
    uint32_t from;          //!< Who sent it.
    dht::Datagram datagram; //!< The datagram.
};

/**
 * @ingroup dht-cc
 * The peers that another process simulates.
 */
class RemotePeers
{
  public:
    /// What travels from peer to peer.
    using Message =
        std::variant<MessageRequest, MessageDatagram, MessageSegment, MessageSegmentAck>;

    virtual ~RemotePeers() = default;

    /// Hand a message over. @param arrival When it arrives. @param to The receiver's number. @param
    /// message The message.
    virtual void Send(Time arrival, uint32_t to, const Message& message) = 0;
};

/**
 * @ingroup dht-cc
 * Which peers a process simulates.
 */
struct PeerRange
{
    uint32_t first; //!< The first one.
    uint32_t end;   //!< The one after the last.
};

/**
 * @ingroup dht-cc
 * A ring of message-level peers, of which one process may simulate a part.
 *
 * One event carries a message from peer to peer; where there are downlinks, one more takes it
 * through. Links lose nothing and keep the order.
 *
 * Messages arrive at instants of their own: in ticks of the simulator's resolution, an instant is a
 * multiple of the number of peers plus one, and then the sender's number plus one. So no two
 * senders' messages ever arrive at one peer at once. What a peer schedules for itself, timers and
 * what has passed its downlink, is at multiples, in the order in which it does so. So nothing
 * depends on how many processes there are. The resolution should be picoseconds where there are
 * more than a few thousand peers.
 */
class MessageLevelRing : private MessageCarrier, private ExpectedEventOwner
{
  public:
    /// What a ring is made of.
    struct Plan
    {
        MessageLevelOptions options; //!< What all peers have in common.
        /// Who knows whom; null in a ring that peers join and leave.
        std::unique_ptr<const dht::MessageLevelOverlay> overlay;
        std::unique_ptr<const dht::PeerDelays> delay;                 //!< Between peers.
        Ptr<const DhtScheme> scheme;                                  //!< The congestion control.
        std::function<MessageLevelPeer::Capacity(uint32_t)> capacity; //!< By peer.
        uint64_t seed;                                                //!< Of the random numbers.
        /// How a peer treats the others, by peer, of those behaviours that are of its scheme or its
        /// reading (dht::IsOfScheme(), dht::IsOfReading()); null if all are honest.
        std::function<dht::Behaviour(uint32_t)> behaviour{};
        /// How peers keep their places in a ring that they join and leave.
        dht::MaintenanceOptions maintenance{};
    };

    /**
     * @param plan What it is made of. In a ring that peers join and leave, nobody is there before
     * MessageLevelPeer::Return().
     * @param range Which peers this process simulates.
     * @param remote Takes what goes to the others; null if there are none.
     */
    MessageLevelRing(Plan plan, PeerRange range, RemotePeers* remote);

    MessageLevelRing(const MessageLevelRing&) = delete;
    MessageLevelRing& operator=(const MessageLevelRing&) = delete;

    /**
     * Make the next peers.
     *
     * @param most How many at the most.
     * @return Whether all are made.
     */
    bool Make(uint32_t most);

    /// Let all peers begin. @param observer Watches all of them; must outlive the simulation.
    void Start(dht::Observer& observer);

    /// @return Who knows whom.
    const dht::MessageLevelOverlay& GetOverlay() const;

    /// @return How many of its peers are made.
    std::size_t Size() const;

    /// @param place Which of them, below Size(). @return The peer.
    MessageLevelPeer& Get(std::size_t place);

    /// A message of a remote peer arrives. @param arrival The instant of its arrival. @param to The
    /// receiver's number, a peer of this rank. @param message The message.
    void Receive(Time arrival, uint32_t to, const RemotePeers::Message& message);

  private:
    // MessageCarrier
    uint32_t Neighbour(uint32_t peer, dht::LinkIndex link) const override;
    void CarryRequest(uint32_t from,
                      const MessageWay& way,
                      dht::Time departure,
                      const dht::Request& request) override;
    void CarrySegment(uint32_t from,
                      const MessageWay& way,
                      dht::Time departure,
                      MessageRequests requests) override;
    void CarrySegmentAck(uint32_t from,
                         const MessageWay& way,
                         dht::Time departure,
                         const MessageAck& ack) override;
    void CarryDatagram(uint32_t from,
                       uint32_t to,
                       dht::Time departure,
                       const dht::Datagram& datagram) override;
    void CarrySignal(uint32_t to, dht::Time departure, const MessageSignal& signal) override;

    void SetTimer(uint32_t peer, dht::Time time, int timer) override;

    template <typename Message>
    class Arrival;

    /// @param peer The number of the next peer. It is made. @param place Gets it.
    void MakeAt(uint32_t peer, std::optional<MessageLevelPeer>& place);
    /// @return Up to three members of a ring that peers join, chosen at random.
    std::vector<dht::Endpoint> NameMembers();

    /// @param time The instant on the peers' clock. @param order Who comes first, at the same time:
    /// 0 to the number of peers.
    /// @return The instant.
    Time InstantOf(dht::Time time, uint32_t order) const;
    /// Carry a message. @param from Who sends it. @param to The receiver's number. @param departure
    /// When it has left the uplink. @param message The message.
    template <typename Message>
    void Carry(uint32_t from, uint32_t to, dht::Time departure, Message message);
    /// Let a message arrive. @param arrival The instant of its arrival. @param to The receiver's
    /// number, among the own peers. @param message The message.
    template <typename Message>
    void ScheduleArrival(Time arrival, uint32_t to, Message message);

    /// @param peer The number of a peer that is made. @return The peer.
    MessageLevelPeer& At(uint32_t peer)
    {
        return *m_peers[peer - m_range.first];
    }

    /// Peers do not move. They are in one piece, which has huge pages where programs ask for them.
    using Peers = std::vector<std::optional<MessageLevelPeer>>;

    Plan m_plan;                   //!< What the ring is made of.
    MessageLevelJoining m_joining; //!< How peers join it, if they do.
    dht::SplitMixRandom m_choices; //!< Chooses the members to name.
    PeerRange m_range;             //!< Which peers this process simulates.
    RemotePeers* m_remote;         //!< Takes what goes to the others; or null.
    int64_t m_ticks;               //!< Of the simulator, in a nanosecond.
    int64_t m_step;                //!< Between two instants of the peers' clock, in ticks.
    Peers m_peers;                 //!< The own ones, as far as they are made.
    uint32_t m_made{0};            //!< How many of them are.
};

} // namespace ns3

#endif // DHT_CC_MESSAGE_LEVEL_RING_H
