/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-neighbour-link.h"

#include "dht-wire-format.h"

#include "ns3/boolean.h"
#include "ns3/log.h"
#include "ns3/packet.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("DhtNeighbourLink");

namespace
{

const Time RETRY_AFTER = Seconds(1);
/// How often that is doubled at the most, in a maintained link.
constexpr uint32_t MOST_DOUBLED = 4;
/// Of a maintained link: retransmissions, after 1 and 3 s, before the connection is given up after
/// 7 s; and attempts to connect, at once and after 3 s, before that is given up after 9 s.
constexpr uint32_t DATA_RETRIES = 2;
constexpr uint32_t ATTEMPTS = 2;
/// How often it is told that a neighbour is silent: it may only be congestion.
const Time SILENCE_TOLD = Seconds(31);

} // namespace

void
DhtTcpOptions::Apply(const Ptr<Socket>& socket) const
{
    socket->SetAttribute("SegmentSize", UintegerValue(segmentSize));
    socket->SetAttribute("SndBufSize", UintegerValue(sendBuffer));
    socket->SetAttribute("RcvBufSize", UintegerValue(receiveBuffer));
    socket->SetAttribute("TcpNoDelay", BooleanValue(!nagle));
    if (maintained)
    {
        socket->SetAttribute("DataRetries", UintegerValue(DATA_RETRIES));
        socket->SetAttribute("ConnCount", UintegerValue(ATTEMPTS));
    }
}

DhtNeighbourLink::DhtNeighbourLink(Ptr<Node> node,
                                   const Address& neighbour,
                                   const DhtTcpOptions& tcp,
                                   bool holds,
                                   Listeners listeners)
    : m_node(node),
      m_neighbour(neighbour),
      m_tcp(tcp),
      m_listeners(std::move(listeners)),
      m_holds(holds)
{
}

DhtNeighbourLink::~DhtNeighbourLink()
{
    Close();
}

void
DhtNeighbourLink::Open()
{
    m_socket = DhtTcpSocket::Create(m_node);
    m_tcp.Apply(m_socket);
    m_socket->SetConnectCallback(Callback<void, Ptr<Socket>>([this](Ptr<Socket>) {
                                     m_connected = true;
                                     m_failed = 0;
                                     m_listeners.onWritable();
                                 }),
                                 MakeCallback(&DhtNeighbourLink::Retry, this));
    m_socket->SetCloseCallbacks(MakeCallback(&DhtNeighbourLink::Retry, this),
                                MakeCallback(&DhtNeighbourLink::Retry, this));
    m_socket->SetSendCallback(Callback<void, Ptr<Socket>, uint32_t>(
        [this](Ptr<Socket>, uint32_t) { m_listeners.onWritable(); }));
    m_socket->SetTimeoutCallback([this] { OnTimeout(); });
    if (m_socket->Bind() != 0 || m_socket->Connect(m_neighbour) != 0)
    {
        // such as without a route: the socket calls nobody back
        m_retry = Simulator::ScheduleNow(&DhtNeighbourLink::Retry, this, m_socket);
    }
}

dht::LinkState
DhtNeighbourLink::StateFor(uint32_t bytes) const
{
    // what is longer than the buffer would wait for ever, and hold up the others
    if ((m_failed > 0 && !m_tcp.maintained) || bytes > m_tcp.sendBuffer)
    {
        return dht::LinkState::kDown;
    }
    return m_connected && m_socket->GetTxAvailable() >= m_held.size() + bytes
               ? dht::LinkState::kReady
               : dht::LinkState::kBusy;
}

Address
DhtNeighbourLink::GetLocal() const
{
    Address address;
    if (m_socket)
    {
        m_socket->GetSockName(address);
    }
    return address;
}

void
DhtNeighbourLink::Send(const dht::Request& request)
{
    const std::size_t before = m_held.size();
    const std::size_t size = dht::FrameSize(request);
    m_held.resize(before + size);
    dht::Encode(request, m_held.data() + before);
    m_frames.Add(size);
    const std::size_t whole = m_held.size() / m_tcp.segmentSize * m_tcp.segmentSize;
    Write(m_holds ? whole : m_held.size());
}

const dht::HeldFrames&
DhtNeighbourLink::Held() const
{
    return m_frames;
}

std::size_t
DhtNeighbourLink::Backlog() const
{
    const std::size_t taken = m_socket ? m_tcp.sendBuffer - m_socket->GetTxAvailable() : 0;
    return m_held.size() + taken;
}

bool
DhtNeighbourLink::IsQuiet() const
{
    return m_socket && m_socket->GetTxAvailable() == m_tcp.sendBuffer;
}

void
DhtNeighbourLink::Flush()
{
    Write(m_held.size());
}

void
DhtNeighbourLink::Write(std::size_t bytes)
{
    if (bytes == 0)
    {
        return;
    }
    const int sent = m_socket->Send(Create<Packet>(m_held.data(), bytes), 0);
    NS_ABORT_MSG_IF(sent != static_cast<int>(bytes), "a frame did not fit after all");
    m_held.erase(m_held.begin(), m_held.begin() + static_cast<std::ptrdiff_t>(bytes));
    m_frames.Take(bytes);
}

void
DhtNeighbourLink::Abort()
{
    if (const auto socket = Release())
    {
        socket->Abort();
    }
}

void
DhtNeighbourLink::Retry(Ptr<Socket> socket)
{
    // the new connection begins with a whole frame
    m_held.clear();
    m_frames = {};
    NS_LOG_INFO("node " << m_node->GetId() << " lost a neighbour, error " << socket->GetErrno());
    // ns-3 is still at work on it when it says so
    Simulator::ScheduleNow([socket] {});
    Close();
    const uint32_t doubled = m_tcp.maintained ? std::min(m_failed, MOST_DOUBLED) : 0;
    ++m_failed;
    m_retry = Simulator::Schedule(RETRY_AFTER * (1 << doubled), &DhtNeighbourLink::Open, this);
    // a copy, as this link may not outlive the call
    const auto onLost = m_listeners.onLost;
    onLost();
}

void
DhtNeighbourLink::OnTimeout()
{
    const Time now = Simulator::Now();
    if (!m_silent || now - *m_silent >= SILENCE_TOLD)
    {
        m_silent = now;
        // as above
        const auto onSilent = m_listeners.onSilent;
        onSilent();
    }
}

void
DhtNeighbourLink::Close()
{
    if (m_connected)
    {
        Flush();
    }
    if (const auto socket = Release())
    {
        socket->Close();
    }
}

Ptr<DhtTcpSocket>
DhtNeighbourLink::Release()
{
    m_connected = false;
    m_retry.Cancel();
    if (m_socket)
    {
        m_socket->SetConnectCallback(MakeNullCallback<void, Ptr<Socket>>(),
                                     MakeNullCallback<void, Ptr<Socket>>());
        m_socket->SetCloseCallbacks(MakeNullCallback<void, Ptr<Socket>>(),
                                    MakeNullCallback<void, Ptr<Socket>>());
        m_socket->SetSendCallback(MakeNullCallback<void, Ptr<Socket>, uint32_t>());
        m_socket->SetTimeoutCallback(nullptr);
    }
    return std::exchange(m_socket, nullptr);
}

} // namespace ns3
