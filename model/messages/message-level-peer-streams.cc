/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// A message-level peer whose links are streams.

#include "dht-present-time.h"
#include "message-level-peer.h"

#include <utility>

namespace ns3
{

// ---- what comes in

void
MessageLevelPeer::OnSegment(uint32_t from,
                            uint32_t stream,
                            MessageRequests requests,
                            dht::Time sent)
{
    m_now = DhtPresent();
    const auto found =
        Lives() ? FindConnection(from, stream) : m_streams->ConnectionFrom(from, stream);
    if (!found)
    {
        return;
    }
    Charge(m_options.load.incoming * static_cast<double>(requests.Size()));
    Receive(*found, std::move(requests), sent);
    Finish();
}

void
MessageLevelPeer::Receive(dht::ConnectionId connection, MessageRequests requests, dht::Time sent)
{
    auto& stream = m_streams->Get(connection);
    stream.receiver.OnSegment(std::move(requests));
    if (auto* const timing = m_streams->TimingOf(connection))
    {
        timing->sent = sent;
        timing->arrived = m_now;
    }
    if (!stream.isBlocked)
    {
        Read(stream, connection);
    }
    AfterReading(stream, connection);
}

void
MessageLevelPeer::Read(MessageLevelStreams::Incoming& stream, dht::ConnectionId connection)
{
    stream.isBlocked = false;
    while (stream.receiver.IsReadable() && !stream.isBlocked)
    {
        stream.isBlocked = !Take(connection, stream.receiver.Front());
        if (!stream.isBlocked)
        {
            stream.receiver.Pop();
        }
    }
}

void
MessageLevelPeer::AfterReading(MessageLevelStreams::Incoming& stream, dht::ConnectionId connection)
{
    if (CloseIfRead(connection))
    {
        return;
    }
    const auto due = stream.receiver.AfterReading(m_options.stream);
    auto* const timing = m_streams->TimingOf(connection);
    if (due == MessageReceiver::AckDue::NOW)
    {
        Acknowledge(stream, timing);
    }
    else if (due == MessageReceiver::AckDue::LATER && timing->ackAt == dht::kNever)
    {
        timing->ackAt = m_now + m_options.stream.ackDelay;
        if (!std::exchange(timing->hasTimer, true))
        {
            m_carrier.SetTimer(m_number, timing->ackAt, ACK + static_cast<int>(connection));
        }
    }
}

void
MessageLevelPeer::ReadStreams()
{
    while (const auto connection = m_streams->TakeResumed())
    {
        auto& stream = m_streams->Get(*connection);
        Read(stream, *connection);
        AfterReading(stream, *connection);
    }
}

// ---- acknowledgements

void
MessageLevelPeer::Acknowledge(MessageLevelStreams::Incoming& stream,
                              MessageLevelStreams::Timing* timing)
{
    const dht::Time departure = m_options.areStreams ? Charge(m_options.stream.header) : m_now;
    MessageAck ack = stream.receiver.Acknowledge(m_options.stream);
    if (timing)
    {
        timing->ackAt = dht::kNever;
        ack.times = {timing->sent, timing->arrived - timing->sent, m_now - timing->arrived};
    }
    m_carrier.CarrySegmentAck(m_number, {stream.from, stream.link}, departure, ack);
}

void
MessageLevelPeer::AcknowledgeIfDue(dht::ConnectionId connection)
{
    if (!m_streams->TimingOf(connection))
    {
        return; // of an earlier life
    }
    MessageLevelStreams::Timing& timing = *m_streams->TimingOf(connection);
    if (timing.ackAt <= m_now)
    {
        timing.hasTimer = false;
        Acknowledge(m_streams->Get(connection), &timing);
    }
    else if (timing.hasTimer = timing.ackAt < dht::kNever; timing.hasTimer)
    {
        m_carrier.SetTimer(m_number, timing.ackAt, ACK + static_cast<int>(connection));
    }
}

// ---- what goes out

bool
MessageLevelPeer::TakesRequest(dht::LinkIndex link) const
{
    const MessageLevelLives* const lives = GetLives();
    if (lives && !lives->GetLinks().IsOpen(link))
    {
        return false;
    }
    if (!m_streams)
    {
        return true;
    }
    const MessageSender& stream = m_streams->Sender(link);
    return stream.HasRoom(m_options.stream) && (m_options.areStreams || stream.IsOpen());
}

void
MessageLevelPeer::OnSegmentAck(uint32_t stream, const MessageAck& ack)
{
    m_now = DhtPresent();
    dht::LinkIndex link = stream;
    if (auto* const lives = Lives())
    {
        const auto found = lives->IsUp() ? lives->GetLinks().Find(stream) : std::nullopt;
        if (!found)
        {
            return;
        }
        link = *found;
        lives->GetLinks().OnHeard(link);
    }
    m_streams->OnAck(m_now, link, ack);
    if (m_options.stream.makeWindow)
    {
        Transmit(); // what waits for the window makes room for more
    }
    ThePeer().OnWritable(m_now, link);
    Finish();
}

void
MessageLevelPeer::Transmit()
{
    while (const auto link = m_streams->TakeTouched())
    {
        if (!m_hold)
        {
            TransmitOn(*link, 1);
            continue;
        }
        TransmitOn(*link, m_options.stream.segment);
        m_hold->links.Set(*link, m_streams->Sender(*link).Unsent());
    }
    if (m_hold)
    {
        Cross();
    }
}

void
MessageLevelPeer::TransmitOn(dht::LinkIndex link, std::size_t least)
{
    while (m_streams->Sender(link).Unsent() >= least)
    {
        MessageRequests segment = m_streams->TakeSegment(m_now, link);
        if (segment.IsEmpty())
        {
            return;
        }
        const double cost = m_options.stream.SegmentCost(segment.Size());
        const dht::Time departure = Charge(cost);
        // acknowledgements are TCP's own, and nobody tells of them
        if (auto* const pacer = Pacer())
        {
            pacer->OnSent(m_now, cost);
        }
        m_carrier.CarrySegment(m_number, WayOf(link), departure, std::move(segment));
    }
}

void
MessageLevelPeer::Cross()
{
    if (!m_hold->links.IsEmpty())
    {
        CorrectPacer();
    }
    while (!m_hold->links.IsEmpty() && IdleAt() <= m_now)
    {
        const auto next = m_hold->links.TakeNext(
            [this](dht::LinkIndex link) { return m_streams->Sender(link).IsQuiet(); });
        if (!next)
        {
            return; // an acknowledgement will tell
        }
        // what its window does not let out waits for an acknowledgement, too
        TransmitOn(*next, 1);
    }
    // acknowledgements may have made it earlier
    if (!m_hold->links.IsEmpty() && IdleAt() < m_hold->idleAt)
    {
        m_hold->idleAt = IdleAt();
        m_carrier.SetTimer(m_number, m_hold->idleAt, IDLE);
    }
}

dht::Time
MessageLevelPeer::IdleAt() const
{
    const auto* const pacer = Pacer();
    return pacer ? pacer->IdleAt() : m_uplink.FreeAt();
}

dht::UplinkPacer*
MessageLevelPeer::Pacer() const
{
    return m_hold && m_hold->pacer ? &*m_hold->pacer : nullptr;
}

void
MessageLevelPeer::CorrectPacer()
{
    if (auto* const pacer = Pacer())
    {
        // as if each had crossed alone: they cost no more
        pacer->OnUnacknowledged(m_now, static_cast<double>(m_streams->Unacknowledged()));
    }
}

} // namespace ns3
