/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_MESSAGE_CARRIER_H
#define DHT_CC_MESSAGE_CARRIER_H

#include "dht-datagram.h"
#include "dht-host.h"
#include "message-level-links.h"
#include "message-stream.h"

#include <cstdint>

namespace ns3
{

/// Where a link leads, and what its two ends call it: its number, or, where links come and go, the
/// number of its stream.
struct MessageWay
{
    uint32_t to;     //!< Who is at its other end.
    uint32_t stream; //!< What both ends call it.
};

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
     * @param way On which link.
     * @param departure When it has left the uplink.
     * @param request The request.
     */
    virtual void CarryRequest(uint32_t from,
                              const MessageWay& way,
                              dht::Time departure,
                              const dht::Request& request) = 0;

    /**
     * Carry a segment to a neighbour.
     *
     * @param from Who sends it.
     * @param way On which link.
     * @param departure When it has left the uplink.
     * @param requests Those that are in it, at least one.
     */
    virtual void CarrySegment(uint32_t from,
                              const MessageWay& way,
                              dht::Time departure,
                              MessageRequests requests) = 0;

    /**
     * Carry an acknowledgement of segments to the neighbour who sent them.
     *
     * @param from Who sends it.
     * @param way Its destination, and on which of the destination's links the segments came.
     * @param departure When it has left the uplink.
     * @param ack The acknowledgement.
     */
    virtual void CarrySegmentAck(uint32_t from,
                                 const MessageWay& way,
                                 dht::Time departure,
                                 const MessageAck& ack) = 0;

    /// Carry a datagram. @param from Who sends it. @param to Its destination. @param departure When
    /// it has left the uplink. @param datagram The datagram.
    virtual void CarryDatagram(uint32_t from,
                               uint32_t to,
                               dht::Time departure,
                               const dht::Datagram& datagram) = 0;

    /// Carry what is said of a link, where links come and go. @param to Its destination. @param
    /// departure When it has left the uplink. @param signal What is said.
    virtual void CarrySignal(uint32_t to, dht::Time departure, const MessageSignal& signal) = 0;

    /**
     * Call MessageLevelPeer::OnTimer().
     *
     * @param peer Which peer's.
     * @param time The instant; not in the past.
     * @param timer Which of its timers.
     */
    virtual void SetTimer(uint32_t peer, dht::Time time, int timer) = 0;
};

} // namespace ns3

#endif // DHT_CC_MESSAGE_CARRIER_H
