/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_MESSAGE_LEVEL_STREAMS_H
#define DHT_CC_MESSAGE_LEVEL_STREAMS_H

#include "dht-host.h"
#include "message-stream.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace ns3
{

class MessageWindows;

/**
 * @ingroup dht-cc
 * All streams of a message-level peer: those to its neighbours, and those from whom it is a
 * neighbour of.
 */
class MessageLevelStreams
{
  public:
    /// A stream that comes in.
    struct Incoming
    {
        uint32_t from;            //!< From whom.
        uint32_t link : 31;       //!< On which of its links. (Two may lead to one peer.)
        uint32_t isBlocked : 1;   //!< Whether its next request was refused.
        MessageReceiver receiver; //!< This end.
    };

    /// What is known of the times of a stream that comes in.
    struct Timing
    {
        dht::Time sent{0};            //!< When the segment left that came last.
        dht::Time arrived{0};         //!< When it came.
        dht::Time ackAt{dht::kNever}; //!< When an acknowledgement is due.
        bool hasTimer{false};         //!< Whether a timer will look at it.
    };

    /// @param options Of all streams; must outlive this object. @param links Of the peer; where
    /// links come and go, those that are there from the start.
    MessageLevelStreams(const MessageStreamOptions& options, dht::LinkIndex links);
    ~MessageLevelStreams();

    // where links come and go: these have no windows

    /// A link is there from now on, or has another stream. @param link The link.
    void Open(dht::LinkIndex link);
    /// @param link A link that closes. @return What was written to it and may not be sent yet, as
    /// much as fits in a segment.
    MessageRequests TakeRest(dht::LinkIndex link);
    /// A stream comes in from now on. @param connection The number of the connection. @param from
    /// The peer that sends it. @param stream How the other end calls it.
    void Accept(dht::ConnectionId connection, uint32_t from, uint32_t stream);
    /// A stream comes in no more. @param connection The number of the connection.
    void Forget(dht::ConnectionId connection);

    /// @param link A link. @return The peer's end of it.
    const MessageSender& Sender(dht::LinkIndex link) const;
    /// @return Requests that were sent on any link and not acknowledged.
    std::size_t Unacknowledged() const;
    /// @param link A link. @param request What to send on it, later.
    void Write(dht::LinkIndex link, const dht::Request& request);
    /// @param now The present. @param link A link. @param ack What the neighbour says.
    void OnAck(dht::Time now, dht::LinkIndex link, const MessageAck& ack);

    /// @return The next link on which there may be something to send, which is forgotten.
    std::optional<dht::LinkIndex> TakeTouched()
    {
        return TakeFirst(m_touched);
    }

    /// @param now The present. @param link A link. @return Its next segment; or nothing is in it.
    MessageRequests TakeSegment(dht::Time now, dht::LinkIndex link);

    /// @param from A peer. @param link One of its links. @return The stream that comes from there.
    dht::ConnectionId ConnectionFrom(uint32_t from, dht::LinkIndex link);
    /// @param connection A stream that comes in. @return The stream's state.
    Incoming& Get(dht::ConnectionId connection);
    /// @param connection A stream that comes in. @return Its times; null where they do not count.
    Timing* TimingOf(dht::ConnectionId connection);
    /// A stream may be read again. @param connection The connection's number.
    void Resume(dht::ConnectionId connection);

    /// @return The next stream to read, which is no longer to be read; nothing if there is none.
    std::optional<dht::ConnectionId> TakeResumed()
    {
        return TakeFirst(m_resumed);
    }

  private:
    /// @param items First come first. @return The first, which is taken out; nothing if there is
    /// none.
    template <typename T>
    static std::optional<T> TakeFirst(std::vector<T>& items)
    {
        if (items.empty())
        {
            return std::nullopt;
        }
        const T first = items.front();
        items.erase(items.begin());
        return first;
    }

    const MessageStreamOptions& m_options;     //!< Of all streams.
    std::vector<MessageSender> m_senders;      //!< By link.
    std::unique_ptr<MessageWindows> m_windows; //!< Of these; null if they are TCP's.
    std::vector<dht::LinkIndex> m_touched;     //!< Links on which there may be something to send.
    std::vector<Incoming> m_incoming;          //!< By connection.
    std::vector<Timing> m_timings;             //!< By connection, where they count.
    std::vector<dht::ConnectionId> m_resumed;  //!< Streams to read.
};

} // namespace ns3

#endif // DHT_CC_MESSAGE_LEVEL_STREAMS_H
