/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "message-stream.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace ns3
{

namespace
{

/// Segments for which a window has to have room, or it is closed.
constexpr std::size_t LEAST_WINDOW = 2;

} // namespace

double
MessageStreamOptions::SegmentCost(std::size_t requests) const
{
    return header + (1 - header) * static_cast<double>(requests);
}

// ---- where requests are written

MessageSender::MessageSender(const MessageStreamOptions& options)
    : m_options(&options),
      m_edge(options.receiveBuffer)
{
}

void
MessageSender::Write(const dht::Request& request)
{
    m_unsent.push_back(request);
}

std::size_t
MessageSender::NextSegment() const
{
    const auto size = std::min<std::size_t>(m_unsent.size(), m_options->segment);
    // no part of it, against the silly window syndrome, as ns-3's TCP does
    return size <= m_edge - m_sent ? size : 0;
}

MessageRequests
MessageSender::TakeSegment()
{
    MessageRequests segment;
    const std::size_t size = NextSegment();
    m_sent += static_cast<uint32_t>(size);
    segment.splice(segment.end(), m_unsent, m_unsent.begin(), std::next(m_unsent.begin(), size));
    return segment;
}

uint32_t
MessageSender::OnAck(const MessageAck& ack)
{
    const uint32_t arrived = ack.received - m_acked;
    m_acked = ack.received;
    m_edge = ack.edge;
    return arrived;
}

// ---- where they are read

MessageReceiver::MessageReceiver(const MessageStreamOptions& options)
    : m_options(&options)
{
}

void
MessageReceiver::OnSegment(MessageRequests requests)
{
    m_received += static_cast<uint32_t>(requests.size());
    ++m_segments;
    m_unread.splice(m_unread.end(), requests);
}

void
MessageReceiver::Pop()
{
    m_unread.pop_front();
}

MessageReceiver::AckDue
MessageReceiver::AfterReading()
{
    const bool isClosed = Room() < LEAST_WINDOW * m_options->segment;
    const bool hasOpened = std::exchange(m_isClosed, isClosed) && !isClosed;
    if (m_segments >= m_options->segmentsPerAck || hasOpened)
    {
        return AckDue::NOW;
    }
    return m_segments > 0 ? AckDue::LATER : AckDue::NEVER;
}

MessageAck
MessageReceiver::Acknowledge()
{
    m_segments = 0;
    return {m_received, m_received + static_cast<uint32_t>(Room())};
}

std::size_t
MessageReceiver::Room() const
{
    return m_options->receiveBuffer - m_unread.size();
}

} // namespace ns3
