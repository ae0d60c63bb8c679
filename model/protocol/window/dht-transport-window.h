/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_TRANSPORT_WINDOW_H
#define DHT_TRANSPORT_WINDOW_H

#include "dht-time.h"

#include <cstddef>
#include <cstdint>
#include <optional>

/**
 * @file
 * @ingroup dht-protocol
 * How much a flow of the overlay's own transport may have in flight.
 */

namespace dht
{

/// What one acknowledgement tells about the path.
struct PathSample
{
    Time roundTrip; ///< From the packet's departure to the ack's arrival, without the ack's hold.
    Time oneWay;    ///< The receiver's clock at arrival less the sender's at departure: any value.
    Time hold;      ///< How long the receiver held the ack back; at least 0.
};

/// What a window is told of packets that were acknowledged by one ack.
struct AckedPackets
{
    Time now;          ///< The present.
    Time sent;         ///< When the newest of them left.
    std::size_t bytes; ///< Payload of all of them, in bytes.
    bool isLimited;    ///< The window, not the application or the receiver, bounded the
                       ///< flow in the round trip that ends now.
    std::optional<PathSample> sample; ///< Of the newest packet, if it is new.
    std::uint32_t link{0};            ///< Which of the links that share the window they were on.
};

/// What a window is told of packets that were lost.
struct LostPackets
{
    Time now;               ///< The present.
    Time sent;              ///< When the newest of them left.
    bool isPersistent;      ///< Nothing was acknowledged for three probe timeouts.
    std::size_t packets{1}; ///< How many they are.
};

/**
 * The window of one flow, or of all flows of a peer: bytes that may be in flight, and the rate at
 * which they may leave. It knows neither packets nor clocks: whoever sends tells it what happened.
 * Times given to one window never decrease.
 */
class TransportWindow
{
  public:
    virtual ~TransportWindow() = default;

    /// Packets have left. @param now The present. @param bytes Their payload.
    virtual void OnSent(Time now, std::size_t bytes);
    /// Packets have arrived. @param acked What is known of them.
    virtual void OnAck(const AckedPackets& acked) = 0;
    /// Packets were lost. Whether they are of a congestion that was answered already, the window
    /// finds out. @param lost What is known of them.
    virtual void OnLoss(const LostPackets& lost) = 0;
    /// A loss was none: a packet that had been taken for lost has arrived. @param now The present.
    /// @param sent When it left.
    virtual void OnSpuriousLoss(Time now, Time sent);
    /// Of what was taken for lost on a link, nothing will arrive any more. @param link The link.
    virtual void ForgetLosses(std::uint32_t link);
    /// A link uses the window no more. @param link The link.
    virtual void ForgetLink(std::uint32_t link);

    /// @param priority 0: yields to everything; N > 0: takes as much as N TCP flows. Windows that
    /// know one priority only ignore it.
    virtual void SetPriority(double priority);

    /// @return Bytes of payload that may be in flight, at least a packet's smallest payload.
    virtual std::size_t Bytes() const = 0;
    /// @return Bytes a second at which packets may leave; infinite: no pacing.
    virtual double PacingRate() const = 0;
    /// @return The queueing delay that the window believes in; 0: none, or it does not look.
    virtual Time QueueingDelay() const;
};

} // namespace dht

#endif // DHT_TRANSPORT_WINDOW_H
