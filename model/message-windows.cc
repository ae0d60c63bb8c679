/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "message-windows.h"

#include <utility>

namespace ns3
{

MessageWindows::MessageWindows(dht::LinkIndex links, uint16_t window)
    : m_window(window),
      m_underWay(links, 0)
{
}

bool
MessageWindows::IsOpen(dht::LinkIndex link) const
{
    return m_underWay[link] < m_window;
}

void
MessageWindows::OnSent(dht::LinkIndex link)
{
    ++m_underWay[link];
}

void
MessageWindows::OnTakenIn(dht::LinkIndex link)
{
    --m_underWay[link];
}

bool
MessageWindows::IsHeld(dht::ConnectionId connection) const
{
    return m_held.count(connection) > 0;
}

void
MessageWindows::Hold(dht::ConnectionId connection, dht::LinkIndex link, dht::Request request)
{
    m_held[connection].push_back({link, std::move(request)});
}

void
MessageWindows::Resume(dht::ConnectionId connection)
{
    m_resumed.push_back(connection);
}

std::optional<dht::ConnectionId>
MessageWindows::TakeResumed()
{
    if (m_resumed.empty())
    {
        return std::nullopt;
    }
    const dht::ConnectionId connection = m_resumed.front();
    m_resumed.erase(m_resumed.begin());
    return connection;
}

std::pair<dht::LinkIndex, dht::Request&>
MessageWindows::Front(dht::ConnectionId connection)
{
    Held& held = m_held.at(connection).front();
    return {held.link, held.request};
}

void
MessageWindows::Pop(dht::ConnectionId connection)
{
    const auto held = m_held.find(connection);
    held->second.erase(held->second.begin());
    if (held->second.empty())
    {
        m_held.erase(held);
    }
}

} // namespace ns3
