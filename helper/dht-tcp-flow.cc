/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-tcp-flow.h"

#include "ns3/packet.h"
#include "ns3/simulator.h"
#include "ns3/tcp-l4-protocol.h"

#include <algorithm>

namespace ns3
{

namespace
{

/// Bytes that wait to be sent, so that a flow ends soon after it was told to.
constexpr uint32_t MOST_UNSENT = 1 << 16;
/// Bytes that are written at a time.
constexpr uint32_t TCP_WRITE = 8192;

} // namespace

DhtTcpFlow::DhtTcpFlow(const Options& options)
    : m_remote(options.address, options.port)
{
    m_listener = options.to->GetObject<TcpL4Protocol>()->CreateSocket();
    m_listener->Bind(InetSocketAddress(Ipv4Address::GetAny(), options.port));
    m_listener->Listen();
    m_listener->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                  MakeCallback(&DhtTcpFlow::Accept, this));
    const auto tcp = options.from->GetObject<TcpL4Protocol>();
    m_source = options.congestion.empty()
                   ? tcp->CreateSocket()
                   : tcp->CreateSocket(TypeId::LookupByName(options.congestion));
    m_source->TraceConnectWithoutContext("Tx", MakeCallback(&DhtTcpFlow::OnSent, this));
    m_source->TraceConnectWithoutContext("BytesInFlight",
                                         MakeCallback(&DhtTcpFlow::OnInFlight, this));
    m_source->TraceConnectWithoutContext("CongestionWindow",
                                         MakeCallback(&DhtTcpFlow::OnWindow, this));
    Simulator::Schedule(options.start, &DhtTcpFlow::Start, this);
    Simulator::Schedule(options.stop, &DhtTcpFlow::Stop, this);
}

DhtTcpFlow::~DhtTcpFlow()
{
    m_source->SetSendCallback(MakeNullCallback<void, Ptr<Socket>, uint32_t>());
    for (const auto& socket : {m_source, m_listener, m_sink})
    {
        if (socket)
        {
            socket->SetRecvCallback(MakeNullCallback<void, Ptr<Socket>>());
        }
    }
}

uint64_t
DhtTcpFlow::GetReceived() const
{
    return m_received;
}

uint64_t
DhtTcpFlow::GetRetransmitted() const
{
    return m_retransmitted;
}

uint32_t
DhtTcpFlow::GetWindow() const
{
    return m_window;
}

void
DhtTcpFlow::Start()
{
    m_source->Bind();
    m_capacity = m_source->GetTxAvailable();
    m_source->SetSendCallback(MakeCallback(&DhtTcpFlow::Fill, this));
    m_source->Connect(m_remote);
}

void
DhtTcpFlow::Stop()
{
    m_isStopped = true;
    m_source->Close();
}

void
DhtTcpFlow::Accept(Ptr<Socket> socket, const Address& /* from */)
{
    m_sink = socket;
    socket->SetRecvCallback(MakeCallback(&DhtTcpFlow::Receive, this));
}

void
DhtTcpFlow::Fill(Ptr<Socket> socket, uint32_t /* room */)
{
    const uint32_t available = socket->GetTxAvailable();
    for (uint32_t room = available; !m_isStopped && room >= TCP_WRITE; room -= TCP_WRITE)
    {
        const bool isEnough = m_capacity - room > m_inFlight + MOST_UNSENT;
        if (isEnough || socket->Send(Create<Packet>(TCP_WRITE)) <= 0)
        {
            return;
        }
    }
}

void
DhtTcpFlow::Receive(Ptr<Socket> socket)
{
    while (const Ptr<Packet> packet = socket->Recv())
    {
        if (packet->GetSize() == 0)
        {
            return;
        }
        m_received += packet->GetSize();
    }
}

void
DhtTcpFlow::OnWindow(uint32_t /* before */, uint32_t now)
{
    m_window = now;
}

void
DhtTcpFlow::OnInFlight(uint32_t /* before */, uint32_t now)
{
    m_inFlight = now;
}

void
DhtTcpFlow::OnSent(const Ptr<const Packet> packet,
                   const TcpHeader& header,
                   const Ptr<const TcpSocketBase> /* socket */)
{
    if (packet->GetSize() == 0)
    {
        return;
    }
    const SequenceNumber32 end = header.GetSequenceNumber() + packet->GetSize();
    m_retransmitted += m_hasSent && end <= m_highest;
    m_highest = m_hasSent ? std::max(m_highest, end) : end;
    m_hasSent = true;
}

} // namespace ns3
