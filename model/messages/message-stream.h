/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_MESSAGE_STREAM_H
#define DHT_CC_MESSAGE_STREAM_H

#include "dht-lean-ring.h"
#include "dht-message.h"
#include "dht-time.h"
#include "dht-transport-window.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>

namespace ns3
{

/**
 * @ingroup dht-cc
 * What a stream makes of requests that go to a neighbour, in whole requests: segments, buffers at
 * both ends, and acknowledgements. Nothing is lost. By default there is flow control and nothing
 * else: a segment is a request, and headers cost nothing.
 */
struct MessageStreamOptions
{
    /// Cost of a packet's headers, where a request that goes out alone costs 1 with them; below 1.
    double header{0};
    uint16_t segment{1};        //!< Requests that fit in a segment, at least 1.
    uint16_t segmentsPerAck{1}; //!< Segments that one acknowledgement answers, at least 1.
    uint16_t sendBuffer{16};    //!< Requests that were not acknowledged, at least 1.
    uint16_t receiveBuffer{32}; //!< Requests that were not read, at least one segment.
    /// How long a segment waits to be acknowledged with others.
    dht::Time ackDelay{std::chrono::milliseconds(200)};

    /// Makes the window of a link of the overlay's own transport; null: links are TCP's, and have
    /// none.
    std::function<std::unique_ptr<dht::TransportWindow>()> makeWindow{};
    std::size_t size{0};      //!< Of a request's frame in bytes, where there are windows.
    bool sharesWindow{false}; //!< All links of a peer have the same window.
    /// Requests that wait for a window, at the most; one may.
    uint16_t unsent{std::numeric_limits<uint16_t>::max()};

    /// @param requests How many. @return What a segment of them costs.
    double SegmentCost(std::size_t requests) const;

    /// @return Whether it counts when segments come and are acknowledged.
    bool CountsTime() const
    {
        return segmentsPerAck > 1 || makeWindow;
    }
};

/**
 * @ingroup dht-cc
 * What an acknowledgement tells of the newest segment that has arrived.
 */
struct MessageTimes
{
    dht::Time sent{0};  //!< When it was handed to the uplink.
    dht::Time delay{0}; //!< How long it took from there, through both access links.
    dht::Time hold{0};  //!< How long the acknowledgement was held back.
};

/**
 * @ingroup dht-cc
 * A stream's acknowledgement. Its numbers wrap after 2^32 requests.
 */
struct MessageAck
{
    uint32_t received;    //!< Requests that have arrived, of all that were sent.
    uint32_t edge;        //!< So many may be sent.
    MessageTimes times{}; //!< For the windows of links that have one.
};

/**
 * @ingroup dht-cc
 * Requests of a stream, first come first. Where there are none, nothing is allocated.
 */
using MessageRequests = dht::LeanRing<dht::Request>;

/**
 * @ingroup dht-cc
 * The end of a stream where requests are written. A peer has very many, so the options, which all
 * have in common, are told each time.
 */
class MessageSender
{
  public:
    /// @param options Of all streams.
    explicit MessageSender(const MessageStreamOptions& options);

    /// @param options Of all streams. @return Whether the send buffer has room for a request.
    bool HasRoom(const MessageStreamOptions& options) const
    {
        return m_unsent.Size() + Unacknowledged() < options.sendBuffer &&
               (m_unsent.IsEmpty() || m_unsent.Size() < options.unsent);
    }

    /// @return Whether the other end would take one more than was written.
    bool IsOpen() const
    {
        return m_unsent.Size() < m_room;
    }

    /// @return Requests that were written and not sent.
    std::size_t Unsent() const
    {
        return m_unsent.Size();
    }

    /// @return Requests that were sent and not acknowledged.
    uint32_t Unacknowledged() const
    {
        return m_unacknowledged;
    }

    /// @return Whether all that was sent is acknowledged.
    bool IsQuiet() const
    {
        return Unacknowledged() == 0;
    }

    /// @param request What to send; there is room for it.
    void Write(const dht::Request& request);

    /// @param options Of all streams. @return Requests of the next segment; 0: none may be sent.
    std::size_t NextSegment(const MessageStreamOptions& options) const;

    /// @param options Of all streams. @return The next segment: as many requests as wait and fit in
    /// it; or none, where fewer than that may be sent.
    MessageRequests TakeSegment(const MessageStreamOptions& options);

    /// @param options Of all streams. @return As many requests as wait and fit in a segment, even
    /// if the other end takes none: the stream closes.
    MessageRequests TakeRest(const MessageStreamOptions& options);

    /// @param ack What the other end says. @return Requests that have arrived since it was asked
    /// last.
    uint32_t OnAck(const MessageAck& ack);

  private:
    uint32_t m_sent{0};           //!< Requests.
    uint16_t m_unacknowledged{0}; //!< Of these, those that may still be on their way.
    uint16_t m_room;              //!< So many more may be sent.
    MessageRequests m_unsent;     //!< Those that wait to be sent.
};

/**
 * @ingroup dht-cc
 * The end of a stream where requests are read.
 */
class MessageReceiver
{
  public:
    /// When an acknowledgement is due.
    enum class AckDue
    {
        NEVER, //!< Nothing is to be acknowledged.
        LATER, //!< After the ack delay, unless it is due earlier.
        NOW
    };

    /// @param requests A segment.
    void OnSegment(MessageRequests requests);

    /// @return Whether there is something to read.
    bool IsReadable() const
    {
        return !m_unread.IsEmpty();
    }

    /// @return The first request that was not read.
    dht::Request& Front()
    {
        return m_unread[0];
    }

    /// It was read.
    void Pop();

    /// All was read that could be. @param options Of all streams. @return When to acknowledge: at
    /// once if there are enough segments, or if the window has opened.
    AckDue AfterReading(const MessageStreamOptions& options);

    /// @param options Of all streams. @return An acknowledgement of all that has arrived.
    MessageAck Acknowledge(const MessageStreamOptions& options);

  private:
    /// @param options Of all streams. @return Requests that the receive buffer still takes.
    std::size_t Room(const MessageStreamOptions& options) const;

    uint32_t m_received{0};   //!< Requests.
    uint16_t m_segments{0};   //!< Segments that were not acknowledged.
    bool m_isClosed{false};   //!< Whether it had too little room.
    MessageRequests m_unread; //!< Those that wait to be read.
};

} // namespace ns3

#endif // DHT_CC_MESSAGE_STREAM_H
