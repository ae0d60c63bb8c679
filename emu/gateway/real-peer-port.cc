/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "real-peer-port.h"

#include "ethernet.h"

#include "ns3/packet.h"

#include <algorithm>
#include <cerrno>
#include <unistd.h>

namespace ns3
{

namespace
{

/// No frame is longer, whatever the MTU: so that one that is too long is seen to be.
constexpr std::size_t LONGEST_FRAME = ETHERNET_HEADER_BYTES + 65535;

} // namespace

RealPeerPort::RealPeerPort(Tap& tap, Ptr<AccessNetDevice> device)
    : m_tap(tap),
      m_device(device),
      m_peer(tap.GetAddress()),
      m_frame(LONGEST_FRAME)
{
    device->SetReceiveCallback(MakeCallback(&RealPeerPort::Deliver, this));
}

bool
RealPeerPort::Read()
{
    const ssize_t size = read(m_tap.GetFile(), m_frame.data(), m_frame.size());
    if (size < 0)
    {
        return errno == EAGAIN || errno == EINTR;
    }
    m_counters.read++;
    Handle(m_frame.data(), size);
    return true;
}

void
RealPeerPort::Learn(const uint8_t* frame)
{
    // the peer may be behind a bridge in its namespace
    std::copy_n(frame + m_peer.size(), m_peer.size(), m_peer.begin());
}

void
RealPeerPort::Handle(const uint8_t* frame, std::size_t size)
{
    if (size < ETHERNET_HEADER_BYTES)
    {
        m_counters.filtered++;
        return;
    }
    switch (EtherTypeOf(frame))
    {
    case ETHERTYPE_IPV4:
        Learn(frame);
        Send(frame + ETHERNET_HEADER_BYTES, size - ETHERNET_HEADER_BYTES);
        return;
    case ETHERTYPE_ARP:
        Learn(frame);
        m_counters.arp++;
        if (const auto answer = AnswerArp(frame, size))
        {
            // one that is lost is asked for again
            [[maybe_unused]] const auto written =
                write(m_tap.GetFile(), answer->data(), answer->size());
        }
        return;
    default:
        m_counters.filtered++;
    }
}

void
RealPeerPort::Send(const uint8_t* packet, std::size_t size)
{
    const auto length = SizeOfIpv4(packet, size);
    if (!length)
    {
        m_counters.filtered++;
        return;
    }
    m_counters.sent += m_device->Send(Create<Packet>(packet, *length), Address(), ETHERTYPE_IPV4);
}

bool
RealPeerPort::Deliver(Ptr<NetDevice>, Ptr<const Packet> packet, uint16_t, const Address&)
{
    WriteEthernetHeader(m_peer, ETHERTYPE_IPV4, m_frame.data());
    const std::size_t size = ETHERNET_HEADER_BYTES + packet->GetSize();
    packet->CopyData(m_frame.data() + ETHERNET_HEADER_BYTES, packet->GetSize());
    const bool written = write(m_tap.GetFile(), m_frame.data(), size) == static_cast<ssize_t>(size);
    (written ? m_counters.delivered : m_counters.lost)++;
    return true;
}

const RealPeerPort::Counters&
RealPeerPort::GetCounters() const
{
    return m_counters;
}

Ptr<AccessNetDevice>
RealPeerPort::GetDevice() const
{
    return m_device;
}

} // namespace ns3
