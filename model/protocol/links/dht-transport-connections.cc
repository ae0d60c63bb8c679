/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-transport-connections.h"

#include "dht-wire-errors.h"

#include <algorithm>
#include <utility>

namespace dht
{

namespace
{

/// Bytes read at once: little, so that a connection that is not read fills its window rather than
/// the deframer.
constexpr std::size_t kChunk = 2048;

} // namespace

TransportConnections::TransportConnections(TransportEndpoint& endpoint,
                                           std::size_t longestFrame,
                                           Sink sink,
                                           Closed onClosed)
    : m_endpoint(endpoint),
      m_longestFrame(longestFrame),
      m_sink(std::move(sink)),
      m_onClosed(std::move(onClosed))
{
}

void
TransportConnections::OnEvent(Time now, const TransportEvent& event)
{
    if (event.kind == TransportEvent::Kind::kAccepted)
    {
        m_ids[event.link] = m_next;
        m_connections.emplace(
            m_next++,
            Record{event.link, event.peer, Deframer(m_longestFrame), Deframer(m_longestFrame)});
        return;
    }
    const auto found = m_ids.find(event.link);
    if (found == m_ids.end())
    {
        return;
    }
    const ConnectionId id = found->second;
    Record& record = m_connections.at(id);
    // what has arrived was acknowledged: it is handed over, even if the connection was lost
    record.isEnded = record.isEnded || event.kind == TransportEvent::Kind::kClosed ||
                     event.kind == TransportEvent::Kind::kLost;
    if (!record.held)
    {
        Read(now, id);
    }
}

void
TransportConnections::Resume(ConnectionId connection)
{
    m_resumed.push_back(connection);
}

bool
TransportConnections::IsResumed() const
{
    return !m_resumed.empty();
}

void
TransportConnections::ReadResumed(Time now)
{
    for (const ConnectionId id : std::exchange(m_resumed, {}))
    {
        Read(now, id);
    }
}

void
TransportConnections::AbortAll(Time now)
{
    for (const auto& [id, record] : m_connections)
    {
        AddErrors(m_errors, record);
        m_endpoint.Abort(now, record.transport);
    }
    m_connections.clear();
    m_ids.clear();
    m_resumed.clear();
}

std::optional<ConnectionId>
TransportConnections::Find(const Endpoint& from) const
{
    const auto found = std::find_if(m_connections.rbegin(),
                                    m_connections.rend(),
                                    [&](const auto& entry) { return entry.second.from == from; });
    return found == m_connections.rend() ? std::nullopt : std::optional(found->first);
}

WireErrorCounts
TransportConnections::Errors() const
{
    WireErrorCounts errors = m_errors;
    for (const auto& [id, record] : m_connections)
    {
        AddErrors(errors, record);
    }
    return errors;
}

std::uint64_t
TransportConnections::Broken() const
{
    return m_broken;
}

void
TransportConnections::Read(Time now, ConnectionId id)
{
    const auto found = m_connections.find(id);
    if (found == m_connections.end())
    {
        return;
    }
    Record& record = found->second;
    do
    {
        const Deframer::Result result = Deliver(id, record);
        if (result == Deframer::Result::kRequest)
        {
            return;
        }
        m_endpoint.Consume(now, record.transport, std::exchange(record.unconsumed, 0));
        // who says that its frames are whole sends whole ones
        if (result == Deframer::Result::kBroken || record.ahead.Buffered() > 0)
        {
            Break(now, id);
            return;
        }
    } while (ReadChunk(now, record) || ReadAhead(now, record));
    if (record.isEnded)
    {
        Remove(id);
    }
}

void
TransportConnections::Break(Time now, ConnectionId id)
{
    ++m_broken;
    m_endpoint.Abort(now, m_connections.at(id).transport);
    Remove(id);
}

Deframer::Result
TransportConnections::Deliver(ConnectionId id, Record& record)
{
    if (record.held && !m_sink(id, *record.held))
    {
        return Deframer::Result::kRequest;
    }
    record.held.reset();
    const Deframer::Result ahead = Deliver(id, record, record.ahead);
    return ahead == Deframer::Result::kNeedMore ? Deliver(id, record, record.deframer) : ahead;
}

Deframer::Result
TransportConnections::Deliver(ConnectionId id, Record& record, Deframer& deframer)
{
    Request request;
    for (;;)
    {
        const Deframer::Result result = deframer.Next(request);
        if (result != Deframer::Result::kRequest)
        {
            return result;
        }
        if (!m_sink(id, request))
        {
            record.held = std::move(request);
            return result;
        }
    }
}

bool
TransportConnections::ReadChunk(Time now, Record& record)
{
    std::size_t size = 0;
    const std::uint8_t* const bytes = m_endpoint.Look(record.transport, size);
    size = std::min(size, kChunk);
    if (size > 0)
    {
        record.deframer.Append(bytes, size);
        m_endpoint.Read(now, record.transport, size);
        record.unconsumed += size;
    }
    return size > 0;
}

void
TransportConnections::AddErrors(WireErrorCounts& sum, const Record& record)
{
    AddWireErrors(sum, record.deframer.Errors());
    AddWireErrors(sum, record.ahead.Errors());
}

bool
TransportConnections::ReadAhead(Time now, Record& record)
{
    bool isAny = false;
    std::size_t size = 0;
    constexpr auto kDelivery = StreamDelivery::kAsArrived;
    while (const std::uint8_t* const bytes = m_endpoint.Look(record.transport, size, kDelivery))
    {
        record.ahead.Append(bytes, size);
        m_endpoint.Read(now, record.transport, size, kDelivery);
        record.unconsumed += size;
        isAny = true;
    }
    return isAny;
}

void
TransportConnections::Remove(ConnectionId id)
{
    const auto found = m_connections.find(id);
    AddErrors(m_errors, found->second);
    m_ids.erase(found->second.transport);
    m_connections.erase(found);
    m_onClosed(id);
}

} // namespace dht
