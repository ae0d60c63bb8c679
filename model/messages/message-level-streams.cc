/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "message-level-streams.h"

#include "dht-grown.h"
#include "message-windows.h"

#include "ns3/abort.h"

#include <algorithm>

namespace ns3
{

MessageLevelStreams::MessageLevelStreams(const MessageStreamOptions& options, dht::LinkIndex links)
    : m_options(options),
      m_senders(links, MessageSender(options))
{
    // in an even ring, as many come in as go out
    m_incoming.reserve(links);
    NS_ABORT_MSG_IF(options.receiveBuffer < options.segment,
                    "a receive buffer that holds less than a segment takes none");
    if (options.makeWindow)
    {
        m_windows = std::make_unique<MessageWindows>(options, links);
    }
}

MessageLevelStreams::~MessageLevelStreams() = default;

void
MessageLevelStreams::Open(dht::LinkIndex link)
{
    dht::GrownAt(m_senders, link, MessageSender(m_options)) = MessageSender(m_options);
}

MessageRequests
MessageLevelStreams::TakeRest(dht::LinkIndex link)
{
    return m_senders[link].TakeRest(m_options);
}

void
MessageLevelStreams::Accept(dht::ConnectionId connection, uint32_t from, uint32_t stream)
{
    dht::GrownAt(m_incoming, connection) = {from, stream, 0, {}};
    if (m_options.CountsTime())
    {
        // a timer of an earlier connection may still look at it
        Timing& timing = dht::GrownAt(m_timings, connection);
        timing = {dht::Time(0), dht::Time(0), dht::kNever, timing.hasTimer};
    }
}

void
MessageLevelStreams::Forget(dht::ConnectionId connection)
{
    m_incoming[connection].receiver = {};
    if (auto* const timing = TimingOf(connection))
    {
        timing->ackAt = dht::kNever;
    }
    m_resumed.erase(std::remove(m_resumed.begin(), m_resumed.end(), connection), m_resumed.end());
}

const MessageSender&
MessageLevelStreams::Sender(dht::LinkIndex link) const
{
    return m_senders[link];
}

std::size_t
MessageLevelStreams::Unacknowledged() const
{
    std::size_t sum = 0;
    for (const MessageSender& sender : m_senders)
    {
        sum += sender.Unacknowledged();
    }
    return sum;
}

void
MessageLevelStreams::Write(dht::LinkIndex link, const dht::Request& request)
{
    m_senders[link].Write(request);
    m_touched.push_back(link);
}

void
MessageLevelStreams::OnAck(dht::Time now, dht::LinkIndex link, const MessageAck& ack)
{
    const uint32_t arrived = m_senders[link].OnAck(ack);
    if (m_windows && arrived > 0)
    {
        m_windows->OnAcked(now, link, arrived, ack.times);
        // others may wait for the same window, and this link has had its turn
        for (std::size_t i = 1; m_options.sharesWindow && i < m_senders.size(); ++i)
        {
            m_touched.push_back(static_cast<dht::LinkIndex>((link + i) % m_senders.size()));
        }
    }
    m_touched.push_back(link);
}

MessageRequests
MessageLevelStreams::TakeSegment(dht::Time now, dht::LinkIndex link)
{
    MessageSender& sender = m_senders[link];
    if (!m_windows)
    {
        return sender.TakeSegment(m_options);
    }
    const std::size_t size = sender.NextSegment(m_options);
    if (size == 0 || !m_windows->HasRoom(link, size))
    {
        return {};
    }
    m_windows->OnSent(now, link, size);
    return sender.TakeSegment(m_options);
}

dht::ConnectionId
MessageLevelStreams::ConnectionFrom(uint32_t from, dht::LinkIndex link)
{
    // they are few, and beside each other in memory
    const auto found =
        std::find_if(m_incoming.begin(), m_incoming.end(), [&](const Incoming& incoming) {
            return incoming.from == from && incoming.link == link;
        });
    const auto connection = static_cast<dht::ConnectionId>(found - m_incoming.begin());
    if (found == m_incoming.end())
    {
        m_incoming.push_back({from, link, 0, {}});
        m_timings.resize(m_options.CountsTime() ? m_incoming.size() : 0);
    }
    return connection;
}

MessageLevelStreams::Incoming&
MessageLevelStreams::Get(dht::ConnectionId connection)
{
    return m_incoming[connection];
}

MessageLevelStreams::Timing*
MessageLevelStreams::TimingOf(dht::ConnectionId connection)
{
    return connection < m_timings.size() ? &m_timings[connection] : nullptr;
}

void
MessageLevelStreams::Resume(dht::ConnectionId connection)
{
    m_resumed.push_back(connection);
}

} // namespace ns3
