/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// What the protocol core asks a message-level peer for.

#include "message-level-peer.h"

namespace ns3
{

dht::Time
MessageLevelPeer::Charge(double requests)
{
    return m_uplink.Serve(m_now, requests);
}

bool
MessageLevelPeer::IsUplinkFull()
{
    const dht::Time cost = m_uplink.Cost();
    const uint32_t most = m_options.uplinkBuffer;
    if (!m_isUplinkFull && most > 0 && m_uplink.Backlog(m_now) > cost * (most - 1))
    {
        m_isUplinkFull = true;
        m_carrier.SetTimer(m_number, m_uplink.FreeAt() - cost * (most / 2), UPLINK);
    }
    return m_isUplinkFull;
}

dht::LinkState
MessageLevelPeer::StateOf(dht::LinkIndex link, const dht::Request& /* request */)
{
    return !IsUplinkFull() && TakesRequest(link) ? dht::LinkState::kReady : dht::LinkState::kBusy;
}

void
MessageLevelPeer::Send(dht::LinkIndex link, const dht::Request& request)
{
    if (m_streams)
    {
        m_streams->Write(link, request);
        if (!m_options.areStreams)
        {
            Transmit(); // so that the uplink knows of it
        }
        return;
    }
    m_carrier.CarryRequest(m_number, WayOf(link), Charge(1), request);
}

std::size_t
MessageLevelPeer::Backlog(dht::LinkIndex link) const
{
    const MessageLevelLives* const lives = GetLives();
    if (!m_streams || (lives && !lives->GetLinks().IsOpen(link)))
    {
        return 0;
    }
    const MessageSender& stream = m_streams->Sender(link);
    return stream.Unsent() + stream.Unacknowledged();
}

dht::Time
MessageLevelPeer::UplinkIdleAt() const
{
    return IdleAt();
}

dht::Endpoint
MessageLevelPeer::EndpointOf(dht::LinkIndex link)
{
    const uint32_t to = WayOf(link).to;
    return Lives() ? MessageLevelLives::AddressOf(to) : AddressOf(to);
}

dht::LinkState
MessageLevelPeer::StateOfDatagrams(std::size_t /* size */)
{
    return IsUplinkFull() ? dht::LinkState::kBusy : dht::LinkState::kReady;
}

void
MessageLevelPeer::SendDatagram(const dht::Endpoint& to, const dht::Datagram& datagram)
{
    const double cost = m_options.CostOf(datagram);
    const dht::Time departure = Charge(cost);
    if (auto* const pacer = Pacer())
    {
        pacer->OnDatagram(m_now, cost);
    }
    const uint32_t number = Lives() ? MessageLevelLives::NumberOf(to) : to.Ipv4Address();
    m_carrier.CarryDatagram(m_number, number, departure, datagram);
}

void
MessageLevelPeer::WakeAt(dht::Time time)
{
    m_wakeAt = time;
    // a timer that is due earlier looks again
    if (time < m_timerAt)
    {
        if (m_timerAt < dht::kNever)
        {
            m_laterTimers.push_back(m_timerAt);
        }
        m_timerAt = time;
        m_carrier.SetTimer(m_number, time, WAKE);
    }
}

void
MessageLevelPeer::WakeStorageAt(dht::Time /* time */)
{
    // no store
}

void
MessageLevelPeer::Resume(dht::ConnectionId connection)
{
    m_streams->Resume(connection);
}

} // namespace ns3
