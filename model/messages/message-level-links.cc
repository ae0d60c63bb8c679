/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "message-level-links.h"

#include "dht-grown.h"

#include "ns3/abort.h"

#include <algorithm>
#include <array>

namespace ns3
{

namespace
{

/// Bits of a stream's number that are its link's.
constexpr uint32_t LINK_BITS = 12;
/// What a stream's number has room for, as MessageLevelStreams keeps 31 bits of it.
constexpr uint32_t MOST_STREAMS = uint32_t{1} << (31 - LINK_BITS);
/// Whether an end that does not answer is tried again after so long, or given up: with ns-3's TCP
/// and the options of links that are maintained, data after 1 s and 2 s more, and attempts to
/// connect after 3 s.
constexpr std::array<int, 3> DATA_WAITS{1, 2, 4};
constexpr std::array<int, 2> CONNECT_WAITS{3, 6};
/// How often the pause is doubled at the most.
constexpr uint8_t MOST_DOUBLED = 4;

/// @param seconds A number of seconds. @return The time.
dht::Time
SecondsOf(int seconds)
{
    return std::chrono::seconds(seconds);
}

} // namespace

MessageLevelLinks::MessageLevelLinks(uint32_t made)
    : m_first(made << LINK_BITS),
      m_made(made)
{
}

// ---- what goes out

uint32_t
MessageLevelLinks::Made() const
{
    return m_made;
}

uint32_t
MessageLevelLinks::Since() const
{
    return m_first;
}

const std::vector<MessageLevelLinks::Link>&
MessageLevelLinks::GetLinks() const
{
    return m_links;
}

const MessageLevelLinks::Link&
MessageLevelLinks::Get(dht::LinkIndex link) const
{
    static const Link nowhere;
    return link < m_links.size() ? m_links[link] : nowhere;
}

bool
MessageLevelLinks::IsOpen(dht::LinkIndex link) const
{
    return Get(link).state == State::OPEN;
}

std::optional<dht::LinkIndex>
MessageLevelLinks::Find(uint32_t stream) const
{
    const dht::LinkIndex link = stream & ((uint32_t{1} << LINK_BITS) - 1);
    const Link& found = Get(link);
    const bool isInUse = found.state == State::OPEN || found.state == State::CONNECTING;
    return isInUse && found.stream == stream ? std::optional(link) : std::nullopt;
}

void
MessageLevelLinks::Connect(dht::LinkIndex link, uint32_t to)
{
    NS_ABORT_MSG_IF(link >> LINK_BITS > 0, "link " << link << " has no room in a stream's number");
    Link& out = dht::GrownAt(m_links, link);
    NS_ABORT_MSG_IF(out.state != State::FREE, "link " << link << " leads somewhere already");
    out.to = to;
}

uint32_t
MessageLevelLinks::Open(dht::LinkIndex link)
{
    NS_ABORT_MSG_IF(m_made == MOST_STREAMS, "a peer has opened more links than there are numbers");
    Link& out = m_links[link];
    out.stream = m_made++ << LINK_BITS | link;
    out.state = State::CONNECTING;
    OnHeard(link);
    return out.stream;
}

void
MessageLevelLinks::OnOpened(dht::LinkIndex link)
{
    m_links[link].state = State::OPEN;
    m_links[link].failures = 0;
    OnHeard(link);
}

bool
MessageLevelLinks::OnSilence(dht::Time now, dht::LinkIndex link)
{
    Link& out = m_links[link];
    if (out.dueAt < dht::kNever)
    {
        return false;
    }
    out.dueAt =
        now + SecondsOf(out.state == State::OPEN ? DATA_WAITS.front() : CONNECT_WAITS.front());
    return true;
}

void
MessageLevelLinks::OnHeard(dht::LinkIndex link)
{
    Link& out = m_links[link];
    out.tries = 0;
    out.hasBeenTold = false;
    out.dueAt = dht::kNever;
}

void
MessageLevelLinks::Fail(dht::Time now, dht::LinkIndex link)
{
    Link& out = m_links[link];
    out.state = State::PAUSED;
    out.dueAt = now + SecondsOf(1 << out.failures);
    out.failures = std::min<uint8_t>(out.failures + 1, MOST_DOUBLED);
}

void
MessageLevelLinks::Free(dht::LinkIndex link)
{
    m_links[link] = {};
}

dht::Time
MessageLevelLinks::NextDue() const
{
    dht::Time next = dht::kNever;
    for (const Link& link : m_links)
    {
        next = std::min(next, link.dueAt);
    }
    return next;
}

std::optional<dht::LinkIndex>
MessageLevelLinks::FindDue(dht::Time now) const
{
    const auto found = std::find_if(m_links.begin(), m_links.end(), [now](const Link& link) {
        return link.dueAt <= now;
    });
    return found == m_links.end()
               ? std::nullopt
               : std::optional(static_cast<dht::LinkIndex>(found - m_links.begin()));
}

MessageLevelLinks::Due
MessageLevelLinks::TakeDue(dht::Time now, dht::LinkIndex link)
{
    Link& out = m_links[link];
    out.dueAt = dht::kNever;
    if (out.state == State::PAUSED)
    {
        return Due::OPEN;
    }
    const bool isOpen = out.state == State::OPEN;
    const std::size_t waits = isOpen ? DATA_WAITS.size() : CONNECT_WAITS.size();
    if (++out.tries >= waits)
    {
        return Due::FAIL;
    }
    out.dueAt = now + SecondsOf(isOpen ? DATA_WAITS[out.tries] : CONNECT_WAITS[out.tries]);
    return Due::PROBE;
}

bool
MessageLevelLinks::TakeTold(dht::LinkIndex link)
{
    return !std::exchange(m_links[link].hasBeenTold, true);
}

// ---- what comes in

const std::vector<MessageLevelLinks::Connection>&
MessageLevelLinks::GetConnections() const
{
    return m_connections;
}

std::optional<dht::ConnectionId>
MessageLevelLinks::FindConnection(uint32_t from, uint32_t stream) const
{
    // they are few, and beside each other in memory
    const auto found =
        std::find_if(m_connections.begin(), m_connections.end(), [&](const Connection& in) {
            return in.from == from && in.stream == stream && in.isThere;
        });
    return found == m_connections.end()
               ? std::nullopt
               : std::optional(static_cast<dht::ConnectionId>(found - m_connections.begin()));
}

dht::ConnectionId
MessageLevelLinks::Accept(uint32_t from, uint32_t stream)
{
    auto place = std::find_if(m_connections.begin(), m_connections.end(), [](const auto& in) {
        return !in.isThere;
    });
    if (place == m_connections.end())
    {
        place = m_connections.emplace(m_connections.end());
    }
    *place = {from, stream, true, false};
    return static_cast<dht::ConnectionId>(place - m_connections.begin());
}

void
MessageLevelLinks::OnClose(dht::ConnectionId connection)
{
    m_connections[connection].isClosed = true;
}

void
MessageLevelLinks::Drop(dht::ConnectionId connection)
{
    m_connections[connection].isThere = false;
}

std::optional<dht::ConnectionId>
MessageLevelLinks::FindOutlived(uint32_t from, uint32_t since) const
{
    const auto found =
        std::find_if(m_connections.begin(), m_connections.end(), [&](const Connection& in) {
            return in.from == from && in.stream < since && in.isThere;
        });
    return found == m_connections.end()
               ? std::nullopt
               : std::optional(static_cast<dht::ConnectionId>(found - m_connections.begin()));
}

} // namespace ns3
