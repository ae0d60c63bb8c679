/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "message-windows.h"

namespace ns3
{

MessageWindows::MessageWindows(const MessageStreamOptions& options, dht::LinkIndex links)
    : m_options(options)
{
    const std::size_t count = options.sharesWindow ? 1 : links;
    m_windows.reserve(count);
    while (m_windows.size() < count)
    {
        m_windows.emplace_back(options.makeWindow());
    }
}

bool
MessageWindows::HasRoom(dht::LinkIndex link, std::size_t requests) const
{
    return m_windows[PlaceOf(link)].HasRoom(requests * m_options.size);
}

void
MessageWindows::OnSent(dht::Time now, dht::LinkIndex link, std::size_t requests)
{
    m_windows[PlaceOf(link)].OnSent(now, requests * m_options.size);
}

void
MessageWindows::OnAcked(dht::Time now,
                        dht::LinkIndex link,
                        std::size_t requests,
                        const MessageTimes& times)
{
    const dht::PathSample sample{now - times.sent - times.hold, times.delay, times.hold};
    m_windows[PlaceOf(link)].OnAcked(
        {now, times.sent, requests * m_options.size, false, sample, link});
}

} // namespace ns3
