/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-transport-application.h"

#include "dht-late-attributes.h"
#include "dht-parameter-attributes.h"
#include "dht-transport-socket.h"

#include "ns3/double.h"
#include "ns3/node.h"
#include "ns3/trace-source-accessor.h"

#include <utility>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(DhtTransportApplication);

TypeId
DhtTransportApplication::GetTypeId()
{
    static TypeId tid = [] {
        const TypeId made =
            TypeId("ns3::DhtTransportApplication")
                .SetParent<Application>()
                .SetGroupName("DhtCc")
                .AddAttribute("ClockDrift",
                              "What the clock of this end gains [ppm]; clocks of hosts differ by "
                              "some tens.",
                              DoubleValue(0),
                              ReadAtStart(MakeDoubleAccessor(&DhtTransportApplication::m_drift)),
                              MakeDoubleChecker<double>(-1e5, 1e5))
                .AddTraceSource("Event",
                                "The transport tells something, such as the loss of a link.",
                                MakeTraceSourceAccessor(&DhtTransportApplication::m_eventTrace),
                                "ns3::DhtTransportApplication::EventTracedCallback");
        return AddParameterAttributes(made, &DhtTransportApplication::m_options);
    }();
    return tid;
}

DhtLateAttributes::Effect
DhtTransportApplication::GetEffect(const std::string& /* attribute */) const
{
    return m_wasOpened ? NEVER : NOW;
}

DhtTransportApplication::DhtTransportApplication() = default;

DhtTransportApplication::~DhtTransportApplication() = default;

dht::TransportCounters
DhtTransportApplication::GetCounters() const
{
    return m_socket ? m_socket->Core().Counts() : m_counters;
}

bool
DhtTransportApplication::IdentitiesHold() const
{
    return m_socket ? m_socket->Core().IdentitiesHold() : m_didHold;
}

int64_t
DhtTransportApplication::AssignStreams(int64_t stream)
{
    m_random.SetStream(stream);
    return 1;
}

void
DhtTransportApplication::DoDispose()
{
    m_socket.reset();
    Application::DoDispose();
}

void
DhtTransportApplication::Open(uint16_t port, WindowMaker makeWindow)
{
    m_wasOpened = true;
    m_socket = std::make_unique<DhtTransportSocket>(DhtTransportSocket::Setup{GetNode(),
                                                                              port,
                                                                              m_drift,
                                                                              m_options,
                                                                              std::move(makeWindow),
                                                                              m_random},
                                                    [this](const dht::TransportEvent& event) {
                                                        OnEvent(event);
                                                        m_eventTrace(event);
                                                    });
}

DhtTransportSocket*
DhtTransportApplication::GetSocket() const
{
    return m_socket.get();
}

void
DhtTransportApplication::CloseSocket()
{
    if (m_socket)
    {
        m_counters = m_socket->Core().Counts();
        m_didHold = IdentitiesHold();
        m_socket.reset();
    }
}

} // namespace ns3
