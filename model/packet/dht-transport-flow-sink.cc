/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-transport-flow-sink.h"

#include "dht-transport-socket.h"
#include "dht-window.h"

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
                          MakeUintegerAccessor(&DhtTransportFlowSink::m_port),
                          MakeUintegerChecker<uint16_t>(1))
            .AddTraceSource("Received",
                            "Bytes of a stream arrived, in order.",
                            MakeTraceSourceAccessor(&DhtTransportFlowSink::m_receivedTrace),
                            "ns3::DhtTransportFlowSink::ReceivedTracedCallback");
    return tid;
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
    Open(m_port, [window] { return window->Make(*window, 1); });
}

void
DhtTransportFlowSink::StopApplication()
{
    CloseSocket();
}

void
DhtTransportFlowSink::OnEvent(const dht::TransportEvent& event)
{
    if (event.kind != dht::TransportEvent::Kind::kReadable)
    {
        return;
    }
    dht::TransportEndpoint& core = GetSocket()->Core();
    const dht::Time now = GetSocket()->Present();
    std::size_t size = 0;
    for (const uint8_t* bytes = core.Look(event.link, size); size > 0;
         bytes = core.Look(event.link, size))
    {
        m_received += size;
        m_receivedTrace(event.link, bytes, size);
        core.Read(now, event.link, size);
        core.Consume(now, event.link, size);
    }
}

} // namespace ns3
