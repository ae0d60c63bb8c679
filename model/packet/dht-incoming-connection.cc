/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-incoming-connection.h"

#include "dht-tcp-socket.h"

#include "ns3/packet.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <utility>

namespace ns3
{

namespace
{

/// Bytes taken out of the socket at once: little, so that an unread connection fills up its window
/// rather than the deframer.
constexpr uint32_t CHUNK = 2048;

/// How long nothing comes before the window is announced again; doubled each time, up to an end, as
/// the neighbour may just have nothing to send.
const Time PATIENCE = Seconds(1);
const Time GREATEST_PATIENCE = Seconds(64);

} // namespace

DhtIncomingConnection::DhtIncomingConnection(Ptr<Socket> socket,
                                             uint32_t maximumFrame,
                                             Sink sink,
                                             std::function<void()> onClosed)
    : m_socket(socket),
      m_sink(std::move(sink)),
      m_onClosed(std::move(onClosed)),
      m_deframer(maximumFrame),
      m_chunk(CHUNK)
{
    UintegerValue size;
    socket->GetAttribute("RcvBufSize", size);
    m_bufferSize = size.Get();
    socket->GetAttribute("SegmentSize", size);
    m_twoSegments = std::min<uint32_t>(2 * size.Get(), m_bufferSize / 2);
    socket->SetRecvCallback(MakeCallback(&DhtIncomingConnection::OnReadable, this));
    socket->SetCloseCallbacks(Callback<void, Ptr<Socket>>([this](Ptr<Socket>) {
                                  m_finished = true;
                                  OnReadable(m_socket);
                              }),
                              Callback<void, Ptr<Socket>>([this](Ptr<Socket>) { m_onClosed(); }));
}

DhtIncomingConnection::~DhtIncomingConnection()
{
    if (const auto socket = Release())
    {
        socket->Close();
    }
}

void
DhtIncomingConnection::Abort()
{
    if (const auto socket = DynamicCast<DhtTcpSocket>(Release()))
    {
        socket->Abort();
    }
}

Ptr<Socket>
DhtIncomingConnection::Release()
{
    m_resume.Cancel();
    m_announce.Cancel();
    if (m_socket)
    {
        m_socket->SetRecvCallback(MakeNullCallback<void, Ptr<Socket>>());
        m_socket->SetCloseCallbacks(MakeNullCallback<void, Ptr<Socket>>(),
                                    MakeNullCallback<void, Ptr<Socket>>());
    }
    return std::exchange(m_socket, nullptr);
}

void
DhtIncomingConnection::Resume()
{
    m_resume.Cancel();
    m_resume = Simulator::ScheduleNow(&DhtIncomingConnection::ReadAgain, this);
}

Address
DhtIncomingConnection::GetNeighbour() const
{
    Address address;
    m_socket->GetPeerName(address);
    return address;
}

const dht::WireErrorCounts&
DhtIncomingConnection::GetErrors() const
{
    return m_deframer.Errors();
}

void
DhtIncomingConnection::OnReadable(Ptr<Socket> /* socket */)
{
    m_announce.Cancel();
    if (!m_held)
    {
        Read();
    }
    AfterReading();
}

void
DhtIncomingConnection::ReadAgain()
{
    if (m_held && !m_sink(*m_held))
    {
        return;
    }
    m_held.reset();
    if (Deliver())
    {
        Read();
    }
    AfterReading();
}

void
DhtIncomingConnection::Read()
{
    while (Ptr<Packet> packet = m_socket->Recv(CHUNK, 0))
    {
        const uint32_t size = packet->GetSize();
        if (size == 0)
        {
            return;
        }
        packet->CopyData(m_chunk.data(), size);
        m_deframer.Append(m_chunk.data(), size);
        if (!Deliver())
        {
            return;
        }
    }
}

bool
DhtIncomingConnection::Deliver()
{
    dht::Request request;
    while (true)
    {
        switch (m_deframer.Next(request))
        {
        case dht::Deframer::Result::kNeedMore:
            return true;
        case dht::Deframer::Result::kBroken:
            m_onClosed();
            return false;
        case dht::Deframer::Result::kRequest:
            if (!m_sink(request))
            {
                m_held = std::move(request);
                return false;
            }
        }
    }
}

void
DhtIncomingConnection::AfterReading()
{
    if (m_finished && !m_held && m_socket->GetRxAvailable() == 0)
    {
        m_onClosed();
        return;
    }
    const uint32_t window = m_bufferSize - std::min(m_bufferSize, m_socket->GetRxAvailable());
    if (window < m_twoSegments)
    {
        m_windowClosed = true;
    }
    else if (m_windowClosed)
    {
        m_windowClosed = false;
        m_patience = PATIENCE;
        AnnounceWindow();
    }
}

void
DhtIncomingConnection::AnnounceWindow()
{
    // a buffer that grows makes the socket announce its window
    m_socket->SetAttribute("RcvBufSize", UintegerValue(m_bufferSize - 1));
    m_socket->SetAttribute("RcvBufSize", UintegerValue(m_bufferSize));
    m_announce.Cancel();
    if (m_patience <= GREATEST_PATIENCE)
    {
        m_announce = Simulator::Schedule(m_patience, &DhtIncomingConnection::AnnounceWindow, this);
        m_patience = m_patience + m_patience;
    }
}

} // namespace ns3
