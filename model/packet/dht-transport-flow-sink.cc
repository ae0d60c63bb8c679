/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-transport-flow-sink.h"

#include "dht-transport-socket.h"
#include "dht-window.h"

#include "ns3/double.h"
#include "ns3/trace-source-accessor.h"
#include "ns3/uinteger.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(DhtTransportFlowSink);

TypeId
DhtTransportFlowSink::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::DhtTransportFlowSink")
            .SetParent<DhtTransportApplication>()
            .SetGroupName("DhtCc")
            .AddConstructor<DhtTransportFlowSink>()
            .AddAttribute("Port",
                          "The UDP port.",
                          UintegerValue(7000),
                          ReadAtStart(MakeUintegerAccessor(&DhtTransportFlowSink::m_port)),
                          MakeUintegerChecker<uint16_t>(1))
            .AddAttribute(
                "Wish",
                "The priority that the sink wishes for; negative: none.",
                DoubleValue(-1),
                MakeDoubleAccessor(&DhtTransportFlowSink::SetWish, &DhtTransportFlowSink::GetWish),
                MakeDoubleChecker<double>(-1, 255))
            .AddTraceSource("Received",
                            "Bytes of a stream arrived, in order.",
                            MakeTraceSourceAccessor(&DhtTransportFlowSink::m_receivedTrace),
                            "ns3::DhtTransportFlowSink::ReceivedTracedCallback");
    return tid;
}

void
DhtTransportFlowSink::SetWish(double priority)
{
    m_wish = priority;
    if (GetSocket())
    {
        for (const uint64_t link : m_links)
        {
            Wish(link);
        }
        GetSocket()->Poll();
    }
}

double
DhtTransportFlowSink::GetWish() const
{
    return m_wish;
}

void
DhtTransportFlowSink::Wish(uint64_t link)
{
    GetSocket()->Core().Wish(GetSocket()->Present(),
                             link,
                             m_wish < 0 ? std::nullopt : std::optional(m_wish));
}

uint64_t
DhtTransportFlowSink::GetReceived() const
{
    return m_received;
}

void
DhtTransportFlowSink::StartApplication()
{
    // only if all links of an end share a window, there is one, of which nothing is sent
    const Ptr<DhtWindow> window = DhtWindow::Create("multcp");
    Open(m_port, [windows = window->With(*window)] { return windows(1); });
}

void
DhtTransportFlowSink::StopApplication()
{
    CloseSocket();
    m_links.clear();
}

void
DhtTransportFlowSink::OnEvent(const dht::TransportEvent& event)
{
    switch (event.kind)
    {
    case dht::TransportEvent::Kind::kAccepted:
        m_links.insert(event.link);
        Wish(event.link);
        return;
    case dht::TransportEvent::Kind::kLost:
    case dht::TransportEvent::Kind::kClosed:
        m_links.erase(event.link);
        return;
    case dht::TransportEvent::Kind::kReadable:
        Read(event.link);
        return;
    default:
        return;
    }
}

void
DhtTransportFlowSink::Read(uint64_t link)
{
    dht::TransportEndpoint& core = GetSocket()->Core();
    const dht::Time now = GetSocket()->Present();
    std::size_t size = 0;
    for (const uint8_t* bytes = core.Look(link, size); size > 0; bytes = core.Look(link, size))
    {
        m_received += size;
        m_receivedTrace(link, bytes, size);
        core.Read(now, link, size);
        core.Consume(now, link, size);
    }
}

} // namespace ns3
