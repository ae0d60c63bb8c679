/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "message-stream.h"

#include <algorithm>
#include <utility>

namespace ns3
{

namespace
{

/// Segments for which a window has to have room, or it is closed; unless it never has that much.
constexpr std::size_t LEAST_WINDOW = 2;

} // namespace

double
MessageStreamOptions::SegmentCost(std::size_t requests) const
{
    return header + (1 - header) * static_cast<double>(requests);
}

// ---- where requests are written

MessageSender::MessageSender(const MessageStreamOptions& options)
    : m_room(options.receiveBuffer)
{
}

void
MessageSender::Write(const dht::Request& request)
{
    m_unsent.PushBack(request);
}

std::size_t
MessageSender::NextSegment(const MessageStreamOptions& options) const
{
    const auto size = std::min<std::size_t>(m_unsent.Size(), options.segment);
    // no part of it, against the silly window syndrome, as ns-3's TCP does
    return size <= m_room ? size : 0;
}

MessageRequests
MessageSender::TakeSegment(const MessageStreamOptions& options)
{
    MessageRequests segment;
    const auto size = static_cast<uint16_t>(NextSegment(options));
    m_sent += size;
    m_unacknowledged += size;
    m_room -= size;
    if (size == m_unsent.Size())
    {
        std::swap(segment, m_unsent);
    }
    while (segment.Size() < size)
    {
        segment.PushBack(m_unsent.Take(0));
    }
    return segment;
}

MessageRequests
MessageSender::TakeRest(const MessageStreamOptions& options)
{
    MessageRequests segment;
    while (!m_unsent.IsEmpty() && segment.Size() < options.segment)
    {
        segment.PushBack(m_unsent.Take(0));
    }
    return segment;
}

uint32_t
MessageSender::OnAck(const MessageAck& ack)
{
    const uint32_t arrived = ack.received - (m_sent - m_unacknowledged);
    m_unacknowledged = static_cast<uint16_t>(m_sent - ack.received);
    m_room = static_cast<uint16_t>(ack.edge - m_sent);
    return arrived;
}

// ---- where they are read

void
MessageReceiver::OnSegment(MessageRequests requests)
{
    m_received += static_cast<uint32_t>(requests.Size());
    ++m_segments;
    if (m_unread.IsEmpty())
    {
        std::swap(m_unread, requests);
    }
    while (!requests.IsEmpty())
    {
        m_unread.PushBack(requests.Take(0));
    }
}

void
MessageReceiver::Pop()
{
    m_unread.Take(0);
}

MessageReceiver::AckDue
MessageReceiver::AfterReading(const MessageStreamOptions& options)
{
    const bool isClosed = Room(options) < std::min<std::size_t>(LEAST_WINDOW * options.segment,
                                                                options.receiveBuffer);
    const bool hasOpened = std::exchange(m_isClosed, isClosed) && !isClosed;
    if (m_segments >= options.segmentsPerAck || hasOpened)
    {
        return AckDue::NOW;
    }
    return m_segments > 0 ? AckDue::LATER : AckDue::NEVER;
}

MessageAck
MessageReceiver::Acknowledge(const MessageStreamOptions& options)
{
    m_segments = 0;
    return {m_received, m_received + static_cast<uint32_t>(Room(options))};
}

std::size_t
MessageReceiver::Room(const MessageStreamOptions& options) const
{
    // a stream that closes does not ask for room
    return options.receiveBuffer - std::min<std::size_t>(m_unread.Size(), options.receiveBuffer);
}

} // namespace ns3
