/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-transport-flow-source.h"

#include "dht-socket-address.h"
#include "dht-transport-socket.h"

#include "ns3/double.h"
#include "ns3/pointer.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <array>

namespace ns3
{

namespace
{

/// Bytes that are written at a time: half a dozen full packets.
constexpr std::size_t WRITE_SIZE = 8192;

/// The bytes of a stream repeat after so many.
constexpr std::size_t PERIOD = 256;

/// @return The bytes of a stream from any of its first PERIOD offsets on.
const std::array<uint8_t, PERIOD + WRITE_SIZE>&
StreamBytes()
{
    static const auto bytes = [] {
        std::array<uint8_t, PERIOD + WRITE_SIZE> made{};
        for (std::size_t i = 0; i < made.size(); ++i)
        {
            made[i] = static_cast<uint8_t>(i % PERIOD);
        }
        return made;
    }();
    return bytes;
}

} // namespace

NS_OBJECT_ENSURE_REGISTERED(DhtTransportFlowSource);

TypeId
DhtTransportFlowSource::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::DhtTransportFlowSource")
            .SetParent<DhtTransportApplication>()
            .SetGroupName("DhtCc")
            .AddConstructor<DhtTransportFlowSource>()
            .AddAttribute("Remote",
                          "The sink's IPv4 address and port.",
                          AddressValue(),
                          ReadAtStart(MakeAddressAccessor(&DhtTransportFlowSource::m_remote)),
                          MakeAddressChecker())
            .AddAttribute("MaxBytes",
                          "How much is sent before the link is closed [bytes]; 0: no end.",
                          UintegerValue(0),
                          ReadAtStart(MakeUintegerAccessor(&DhtTransportFlowSource::m_maxBytes)),
                          MakeUintegerChecker<uint64_t>())
            .AddAttribute("Priority",
                          "0: yields to everything; N > 0: takes as much as N TCP flows.",
                          DoubleValue(0),
                          MakeDoubleAccessor(&DhtTransportFlowSource::SetPriority,
                                             &DhtTransportFlowSource::GetPriority),
                          MakeDoubleChecker<double>(0, 255))
            .AddAttribute("PoliteWindow",
                          "Governs at priority 0; by default the window multiplicative.",
                          PointerValue(),
                          ReadAtStart(MakePointerAccessor(&DhtTransportFlowSource::m_polite)),
                          MakePointerChecker<DhtWindow>())
            .AddAttribute("VariableWindow",
                          "Governs above priority 0; by default the window multcp.",
                          PointerValue(),
                          ReadAtStart(MakePointerAccessor(&DhtTransportFlowSource::m_variable)),
                          MakePointerChecker<DhtWindow>());
    return tid;
}

void
DhtTransportFlowSource::SetPriority(double priority)
{
    m_priority = priority;
    if (GetSocket())
    {
        GetSocket()->Core().SetPriority(GetSocket()->Present(), m_link, priority);
        GetSocket()->Poll();
    }
}

double
DhtTransportFlowSource::GetPriority() const
{
    return m_priority;
}

const dht::TransportWindow*
DhtTransportFlowSource::GetWindow() const
{
    return GetSocket() ? GetSocket()->Core().Window(m_link) : nullptr;
}

void
DhtTransportFlowSource::StartApplication()
{
    const Ptr<DhtWindow> polite = m_polite ? m_polite : DhtWindow::Create("multiplicative");
    const Ptr<DhtWindow> variable = m_variable ? m_variable : DhtWindow::Create("multcp");
    Open(0, [this, windows = polite->With(*variable)] { return windows(m_priority); });
    m_link = GetSocket()->Core().Open(GetSocket()->Present(), ToDhtEndpoint(m_remote), m_priority);
    Fill();
    GetSocket()->Poll();
}

void
DhtTransportFlowSource::StopApplication()
{
    CloseSocket();
}

void
DhtTransportFlowSource::OnEvent(const dht::TransportEvent& event)
{
    if (event.kind == dht::TransportEvent::Kind::kWritable)
    {
        Fill();
    }
}

void
DhtTransportFlowSource::Fill()
{
    dht::TransportEndpoint& core = GetSocket()->Core();
    const dht::Time now = GetSocket()->Present();
    for (;;)
    {
        const uint64_t left = m_maxBytes > 0 ? m_maxBytes - m_written : WRITE_SIZE;
        const auto size = static_cast<std::size_t>(std::min<uint64_t>(left, WRITE_SIZE));
        if (size == 0)
        {
            core.Close(now, m_link);
            return;
        }
        if (!core.Write(now, m_link, &StreamBytes()[m_written % PERIOD], size))
        {
            return;
        }
        m_written += size;
    }
}

} // namespace ns3
