/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "message-level-streams.h"

#include "ns3/abort.h"

namespace ns3
{

MessageLevelStreams::MessageLevelStreams(const MessageStreamOptions& options, dht::LinkIndex links)
    : m_options(options),
      m_senders(links, MessageSender(options))
{
    NS_ABORT_MSG_IF(options.receiveBuffer < 2 * options.segment,
                    "a receive buffer that holds less than two segments never opens again");
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
MessageLevelStreams::OnAck(dht::LinkIndex link, const MessageAck& ack)
{
    m_senders[link].OnAck(ack);
    m_touched.push_back(link);
}

MessageRequests
MessageLevelStreams::TakeSegment(dht::LinkIndex link)
{
    return m_senders[link].TakeSegment();
}

dht::ConnectionId
MessageLevelStreams::ConnectionFrom(uint32_t from, dht::LinkIndex link)
{
    const auto next = static_cast<dht::ConnectionId>(m_incoming.size());
    const auto [found, isNew] = m_connections.emplace(std::pair(from, link), next);
    if (isNew)
    {
        m_incoming.push_back({from, link, MessageReceiver(m_options)});
    }
    return found->second;
}

MessageLevelStreams::Incoming&
MessageLevelStreams::Get(dht::ConnectionId connection)
{
    return m_incoming[connection];
}

void
MessageLevelStreams::Resume(dht::ConnectionId connection)
{
    m_resumed.push_back(connection);
}

} // namespace ns3
