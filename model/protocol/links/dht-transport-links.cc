/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-transport-links.h"

#include "dht-wire-format.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace dht
{

namespace
{

/// To the next attempt to open a link; in maintained links it doubles so often at the most.
constexpr Time kRetryAfter = FromSeconds(1);
constexpr unsigned kMostDoubled = 4;

} // namespace

TransportLinks::TransportLinks(TransportEndpoint& endpoint,
                               const Options& options,
                               Listeners listeners)
    : m_endpoint(endpoint),
      m_options(options),
      m_listeners(std::move(listeners))
{
}

void
TransportLinks::Open(Time now, LinkIndex link, const Endpoint& neighbour)
{
    const auto [added, isNew] = m_links.emplace(link, Record{});
    if (!isNew)
    {
        throw std::logic_error("link " + std::to_string(link) + " is open already");
    }
    added->second.neighbour = neighbour;
    Connect(now, link, added->second);
}

void
TransportLinks::Close(Time now, LinkIndex link)
{
    if (const Record* const record = Find(link))
    {
        m_numbers.erase(record->transport);
        m_endpoint.Close(now, record->transport);
        m_links.erase(link);
    }
}

void
TransportLinks::CloseAll(Time now)
{
    while (!m_links.empty())
    {
        Close(now, m_links.begin()->first);
    }
}

LinkState
TransportLinks::StateFor(LinkIndex link, std::size_t bytes)
{
    const Record* const record = Find(link);
    if (!record || bytes > m_options.longestFrame ||
        (record->failed > 0 && !m_options.isMaintained))
    {
        return LinkState::kDown;
    }
    return record->isConnected && m_endpoint.Fits(record->transport, bytes) ? LinkState::kReady
                                                                            : LinkState::kBusy;
}

void
TransportLinks::Send(Time now, LinkIndex link, const Request& request)
{
    m_frame.resize(FrameSize(request));
    Encode(request, m_frame.data());
    const Record* const record = Find(link);
    if (!record || !m_endpoint.Write(now, record->transport, m_frame.data(), m_frame.size()))
    {
        throw std::logic_error("a frame did not fit after all");
    }
}

void
TransportLinks::OnEvent(Time now, const TransportEvent& event)
{
    const auto found = m_numbers.find(event.link);
    if (found == m_numbers.end())
    {
        return;
    }
    const LinkIndex link = found->second;
    Record& record = m_links.at(link);
    switch (event.kind)
    {
    case TransportEvent::Kind::kOpened:
        record.isConnected = true;
        record.failed = 0;
        m_listeners.onConnected(link);
        return;
    case TransportEvent::Kind::kWritable:
        m_listeners.onWritable(link);
        return;
    case TransportEvent::Kind::kSilent:
        m_listeners.onSilent(link);
        return;
    case TransportEvent::Kind::kLost:
        m_numbers.erase(found);
        RetryLater(now, record);
        m_listeners.onLost(link);
        return;
    default: // streams of others, and the end of what was closed
        return;
    }
}

void
TransportLinks::OnTimer(Time now)
{
    for (auto& [link, record] : m_links)
    {
        if (record.retry <= now)
        {
            Connect(now, link, record);
        }
    }
}

Time
TransportLinks::NextTimer() const
{
    Time next = kNever;
    for (const auto& [link, record] : m_links)
    {
        next = std::min(next, record.retry);
    }
    return next;
}

TransportLinks::Record*
TransportLinks::Find(LinkIndex link)
{
    const auto found = m_links.find(link);
    return found == m_links.end() ? nullptr : &found->second;
}

void
TransportLinks::Connect(Time now, LinkIndex link, Record& record)
{
    record.retry = kNever;
    record.transport = m_endpoint.Open(now, record.neighbour, m_options.priority);
    m_numbers[record.transport] = link;
}

void
TransportLinks::RetryLater(Time now, Record& record)
{
    const unsigned doubled = m_options.isMaintained ? std::min(record.failed, kMostDoubled) : 0;
    record.transport = 0;
    record.isConnected = false;
    record.retry = now + kRetryAfter * (1 << doubled);
    ++record.failed;
}

} // namespace dht
