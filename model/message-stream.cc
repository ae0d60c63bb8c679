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

/// Segments that one acknowledgement answers, and for which a window has to have room.
constexpr uint16_t TWO = 2;

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

std::vector<dht::Request>
MessageSender::TakeSegment()
{
    const auto size = std::min<std::size_t>(m_unsent.size(), m_options->segment);
    if (m_edge - m_sent < size)
    {
        return {}; // against the silly window syndrome, as ns-3's TCP does
    }
    m_sent += static_cast<uint32_t>(size);
    if (size == m_unsent.size())
    {
        return std::exchange(m_unsent, {});
    }
    const auto end = m_unsent.begin() + static_cast<std::ptrdiff_t>(size);
    std::vector<dht::Request> segment(std::make_move_iterator(m_unsent.begin()),
                                      std::make_move_iterator(end));
    m_unsent.erase(m_unsent.begin(), end);
    return segment;
}

void
MessageSender::OnAck(const MessageAck& ack)
{
    m_acked = ack.received;
    m_edge = ack.edge;
}

// ---- where they are read

MessageReceiver::MessageReceiver(const MessageStreamOptions& options)
    : m_options(&options)
{
}

void
MessageReceiver::OnSegment(std::vector<dht::Request> requests)
{
    m_received += static_cast<uint32_t>(requests.size());
    ++m_segments;
    if (m_unread.empty())
    {
        m_unread = std::move(requests);
        return;
    }
    std::move(requests.begin(), requests.end(), std::back_inserter(m_unread));
}

void
MessageReceiver::Pop()
{
    m_unread.erase(m_unread.begin());
    if (m_unread.empty())
    {
        m_unread = {}; // of very many streams, few have something to read: its memory is given back
    }
}

MessageReceiver::AckDue
MessageReceiver::AfterReading()
{
    const bool isClosed = Room() < TWO * std::size_t{m_options->segment};
    const bool hasOpened = std::exchange(m_isClosed, isClosed) && !isClosed;
    if (m_segments >= TWO || hasOpened)
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
