/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-tcp-socket.h"

#include "ns3/inet-socket-address.h"
#include "ns3/ipv4-end-point.h"
#include "ns3/object-factory.h"
#include "ns3/rtt-estimator.h"
#include "ns3/simulator.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/tcp-option-ts.h"
#include "ns3/tcp-recovery-ops.h"
#include "ns3/tcp-tx-buffer.h"

#include <utility>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(DhtTcpSocket);

namespace
{

/// @param tcp The node's TCP. @param attribute Names a type. @return An object of that type.
template <typename T>
Ptr<T>
MakeFrom(const Ptr<TcpL4Protocol>& tcp, const std::string& attribute)
{
    TypeIdValue type;
    tcp->GetAttribute(attribute, type);
    ObjectFactory factory;
    factory.SetTypeId(type.Get());
    return factory.Create<T>();
}

} // namespace

TypeId
DhtTcpSocket::GetTypeId()
{
    static TypeId tid = TypeId("ns3::DhtTcpSocket")
                            .SetParent<TcpSocketBase>()
                            .SetGroupName("DhtCc")
                            .AddConstructor<DhtTcpSocket>();
    return tid;
}

Ptr<DhtTcpSocket>
DhtTcpSocket::Create(Ptr<Node> node)
{
    const auto tcp = node->GetObject<TcpL4Protocol>();
    auto socket = CreateObject<DhtTcpSocket>();
    socket->SetNode(node);
    socket->SetTcp(tcp);
    socket->SetRtt(MakeFrom<RttEstimator>(tcp, "RttEstimatorType"));
    socket->SetCongestionControlAlgorithm(MakeFrom<TcpCongestionOps>(tcp, "SocketType"));
    socket->SetRecoveryAlgorithm(MakeFrom<TcpRecoveryOps>(tcp, "RecoveryType"));
    socket->m_demux = DhtTcpDemux::Of(node);
    tcp->AddSocket(socket);
    return socket;
}

DhtTcpSocket::~DhtTcpSocket()
{
    if (m_isRemembered)
    {
        m_demux->Forget(m_connection, this);
    }
}

void
DhtTcpSocket::SetTimeoutCallback(std::function<void()> onTimeout)
{
    m_onTimeout = std::move(onTimeout);
}

void
DhtTcpSocket::Abort()
{
    CancelAllTimers();
    m_state = CLOSED;
    DeallocateEndPoint();
}

Ptr<Packet>
DhtTcpSocket::Recv(uint32_t maxSize, uint32_t flags)
{
    m_reading = true;
    const Ptr<Packet> packet = TcpSocketBase::Recv(maxSize, flags);
    m_reading = false;
    return packet;
}

void
DhtTcpSocket::SendEmptyPacket(uint8_t flags)
{
    if (!m_reading)
    {
        TcpSocketBase::SendEmptyPacket(flags);
    }
}

uint32_t
DhtTcpSocket::AvailableWindow() const
{
    const uint32_t window = TcpSocketBase::AvailableWindow();
    if (m_tcb->m_congState == TcpSocketState::CA_OPEN)
    {
        // nothing counts as lost: what was sent is in flight, and the window takes it off
        return window;
    }
    const bool recovery = m_sackEnabled && m_tcb->m_congState == TcpSocketState::CA_RECOVERY;
    SequenceNumber32 next;
    SequenceNumber32 end;
    if (window > 0 && m_txBuffer->NextSeg(&next, &end, recovery) && next == end)
    {
        return 0;
    }
    return window;
}

void
DhtTcpSocket::PersistTimeout()
{
    if (m_txBuffer->SizeFromSequence(m_tcb->m_nextTxSequence) > 0)
    {
        TcpSocketBase::PersistTimeout();
        return;
    }
    // there may be something to send by then
    m_persistEvent = Simulator::Schedule(m_persistTimeout, &DhtTcpSocket::PersistTimeout, this);
}

void
DhtTcpSocket::ReTxTimeout()
{
    const Ptr<DhtTcpSocket> alive(this); // whoever is called may let go of it
    if (m_onTimeout && m_txBuffer->Size() > 0)
    {
        // a copy, as it may be replaced meanwhile
        const auto onTimeout = m_onTimeout;
        onTimeout();
    }
    TcpSocketBase::ReTxTimeout();
}

bool
DhtTcpSocket::IsAt(const DhtTcpDemux::Connection& connection, Ipv4Address local) const
{
    return m_endPoint && m_endPoint->IsRxEnabled() && !m_endPoint->GetBoundNetDevice() &&
           m_endPoint->GetLocalAddress() == local &&
           m_endPoint->GetLocalPort() == connection.localPort &&
           m_endPoint->GetPeerAddress() == connection.peer &&
           m_endPoint->GetPeerPort() == connection.peerPort;
}

void
DhtTcpSocket::Receive(Ptr<Packet> packet, SequenceNumber32 first, uint32_t headerSize)
{
    if (IsValidTcpSegment(first, headerSize, packet->GetSize() - headerSize))
    {
        DoForwardUp(packet, m_peer, m_local);
    }
}

void
DhtTcpSocket::DoForwardUp(Ptr<Packet> packet, const Address& fromAddress, const Address& toAddress)
{
    const Ptr<DhtTcpSocket> alive(this); // a reset, or whoever is called, may let go of it
    if ((m_state == LISTEN || m_state == SYN_SENT) && RefuseStray(packet, fromAddress, toAddress))
    {
        return;
    }
    TcpSocketBase::DoForwardUp(packet, fromAddress, toAddress);
    if (!m_isRemembered && m_state == ESTABLISHED)
    {
        Remember();
    }
}

bool
DhtTcpSocket::RefuseStray(const Ptr<Packet>& packet,
                          const Address& fromAddress,
                          const Address& toAddress)
{
    TcpHeader header;
    packet->PeekHeader(header);
    const uint8_t flags = header.GetFlags();
    const bool acknowledges = (flags & (TcpHeader::ACK | TcpHeader::RST)) == TcpHeader::ACK;
    if (m_state == LISTEN && (flags & TcpHeader::RST))
    {
        return true;
    }
    if (acknowledges && m_state == LISTEN)
    {
        Reset(header, fromAddress, toAddress);
        return true;
    }
    if (acknowledges && m_state == SYN_SENT && !(flags & TcpHeader::SYN))
    {
        Reset(header, fromAddress, toAddress);
        ConnectAgain();
        return true;
    }
    return false;
}

void
DhtTcpSocket::Remember()
{
    if (m_demux && m_endPoint)
    {
        m_isRemembered = true;
        m_connection = {m_endPoint->GetPeerAddress(),
                        m_endPoint->GetPeerPort(),
                        m_endPoint->GetLocalPort()};
        m_peer = InetSocketAddress(m_connection.peer, m_connection.peerPort);
        m_local = InetSocketAddress(m_endPoint->GetLocalAddress(), m_connection.localPort);
        m_demux->Remember(m_connection, this);
    }
}

void
DhtTcpSocket::Reset(const TcpHeader& header, const Address& from, const Address& to)
{
    TcpHeader reset;
    reset.SetFlags(TcpHeader::RST);
    reset.SetSequenceNumber(header.GetAckNumber());
    reset.SetSourcePort(header.GetDestinationPort());
    reset.SetDestinationPort(header.GetSourcePort());
    m_tcp->SendPacket(ns3::Create<Packet>(),
                      reset,
                      InetSocketAddress::ConvertFrom(to).GetIpv4(),
                      InetSocketAddress::ConvertFrom(from).GetIpv4());
}

void
DhtTcpSocket::ConnectAgain()
{
    // once, so that two that do not understand each other do not go on for ever
    if (!std::exchange(m_isAgain, true))
    {
        m_retxEvent.Cancel();
        ++m_synCount; // it is none of the attempts that its timer makes
        SendEmptyPacket(TcpHeader::SYN);
    }
}

Ptr<TcpSocketBase>
DhtTcpSocket::Fork()
{
    return CopyObject<DhtTcpSocket>(this);
}

void
DhtTcpSocket::CompleteFork(Ptr<Packet> packet,
                           const TcpHeader& header,
                           const Address& from,
                           const Address& to)
{
    if (const auto option = DynamicCast<const TcpOptionTS>(header.GetOption(TcpOption::TS)))
    {
        m_timestampToEcho = option->GetTimestamp();
        m_tcb->m_rcvTimestampValue = option->GetTimestamp();
    }
    TcpSocketBase::CompleteFork(packet, header, from, to);
}

} // namespace ns3
