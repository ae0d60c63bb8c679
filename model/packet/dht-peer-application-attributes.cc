/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-enum-accessor.h"
#include "dht-late-attributes.h"
#include "dht-parameter-attributes.h"
#include "dht-peer-application.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/pointer.h"
#include "ns3/uinteger.h"

/**
 * @file
 * @ingroup dht-cc
 * The attributes of DhtPeerApplication.
 */

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(DhtPeerApplication);

TypeId
DhtPeerApplication::GetTypeId()
{
    static TypeId tid = AddTraceSources(AddCoreAttributes(
        TypeId("ns3::DhtPeerApplication")
            .SetParent<Application>()
            .SetGroupName("DhtCc")
            .AddConstructor<DhtPeerApplication>()
            .AddAttribute("CongestionControl",
                          "The congestion control scheme; none if it is null.",
                          PointerValue(),
                          ReadAtStart(MakePointerAccessor(&DhtPeerApplication::m_scheme)),
                          MakePointerChecker<DhtScheme>())
            .AddAttribute("Workload",
                          "The kind of workload; requests for random keys if it is null.",
                          PointerValue(),
                          ReadAtStart(MakePointerAccessor(&DhtPeerApplication::m_kind)),
                          MakePointerChecker<DhtPeerWorkload>())
            .AddAttribute("PoliteWindow",
                          "With Transport dtl, governs at TransportPriority 0; by default the "
                          "window multiplicative.",
                          PointerValue(),
                          ReadAtStart(MakePointerAccessor(&DhtPeerApplication::m_polite)),
                          MakePointerChecker<DhtWindow>())
            .AddAttribute("VariableWindow",
                          "With Transport dtl, governs above TransportPriority 0; by default the "
                          "window multcp.",
                          PointerValue(),
                          ReadAtStart(MakePointerAccessor(&DhtPeerApplication::m_variable)),
                          MakePointerChecker<DhtWindow>())
            .AddAttribute("Port",
                          "The port of the neighbours' connections and of the overlay-acks.",
                          UintegerValue(7000),
                          ReadAtStart(MakeUintegerAccessor(&DhtPeerApplication::m_port)),
                          MakeUintegerChecker<uint16_t>(1))
            .AddAttribute(
                "QueueDiscipline",
                "How the relay buffer is organised: as the scheme wants it, as one shared "
                "queue, or as one queue a neighbour.",
                EnumValue(SCHEME),
                ReadAtStart(
                    MakeAnyEnumAccessor<QueueDiscipline>(&DhtPeerApplication::m_queueDiscipline)),
                MakeEnumChecker(SCHEME, "Scheme", SHARED, "Shared", PER_NEIGHBOUR, "PerNeighbour"))
            .AddAttribute("SegmentSize",
                          "Payload of a full TCP segment [bytes].",
                          UintegerValue(1448),
                          ReadAtStart(MakeUintegerAccessor(&DhtPeerApplication::m_segmentSize)),
                          MakeUintegerChecker<uint32_t>(1, 1460))
            .AddAttribute(
                "SendBuffer",
                "Send buffer of a link to a neighbour, whatever the transport [bytes]. What "
                "waits in it is hidden from the relay queue.",
                UintegerValue(4096),
                ReadAtStart(MakeUintegerAccessor(&DhtPeerApplication::m_sendBuffer)),
                MakeUintegerChecker<uint32_t>(128))
            .AddAttribute(
                "ReceiveBuffer",
                "Receive buffer of an incoming connection, whatever the transport [bytes]; "
                "at least two segments of TCP, or 2048.",
                UintegerValue(8192),
                ReadAtStart(MakeUintegerAccessor(&DhtPeerApplication::m_receiveBuffer)),
                MakeUintegerChecker<uint32_t>(128))
            .AddAttribute("PeersPerAddress",
                          "Neighbours that may share an address, and so a node: each keeps its "
                          "connection when another one of that address opens one.",
                          UintegerValue(1),
                          ReadAtStart(MakeUintegerAccessor(&DhtPeerApplication::m_peersPerAddress)),
                          MakeUintegerChecker<uint32_t>(1, 1000))
            .AddAttribute("Nagle",
                          "Whether a segment that is not full waits until all that was sent is "
                          "acknowledged (RFC 896), as operating systems do by default.",
                          BooleanValue(false),
                          ReadAtStart(MakeBooleanAccessor(&DhtPeerApplication::m_nagle)),
                          MakeBooleanChecker())
            .AddAttribute(
                "MessageSize",
                "Length of a request's frame [bytes], its header of 46 bytes included (66 if "
                "Acks is Overlay).",
                UintegerValue(256),
                ReadAtStart(MakeUintegerAccessor(&DhtPeerApplication::m_messageSize)),
                MakeUintegerChecker<uint32_t>(46, dht::kMaximumFrameSize))
            .AddAttribute(
                "Acks",
                "How overlay-acks of the peer's own requests come back: straight, in UDP "
                "datagrams, or through the overlay. With Routing Iterative, always straight.",
                EnumValue(DIRECT),
                ReadAtStart(MakeAnyEnumAccessor<Acks>(&DhtPeerApplication::m_ackRoute)),
                MakeEnumChecker(DIRECT, "Direct", OVERLAY, "Overlay"))
            .AddAttribute(
                "Behaviour",
                "How the peer treats the others, from the begin of its next session: honest, as "
                "the protocol says; deaf, it reads no connection; a black hole, it reads all and "
                "loses it; stopped, it does nothing; lying, it says that it is responsible for "
                "every key; greedy, it makes as many requests as its links take; a slow reader, it "
                "rests after each request that it reads on a connection; an alarmist, it says of "
                "every request it relays that there is the greatest congestion; silent, it never "
                "says so; dropping, it loses every other request that it reads.",
                EnumValue(HONEST),
                ReadAtStart(MakeAnyEnumAccessor<Behaviour>(&DhtPeerApplication::m_behaviour)),
                MakeEnumChecker(HONEST,
                                "Honest",
                                DEAF,
                                "Deaf",
                                BLACK_HOLE,
                                "BlackHole",
                                STOPPED,
                                "Stopped",
                                LYING,
                                "Lying",
                                GREEDY,
                                "Greedy",
                                SLOW_READER,
                                "SlowReader",
                                ALARMIST,
                                "Alarmist",
                                SILENT,
                                "Silent",
                                DROPPING,
                                "Dropping"))
            .AddAttribute("CrossLoad",
                          "Share of the time in which the peer pauses: it hands no message on.",
                          DoubleValue(0),
                          ReadAtStart(MakeDoubleAccessor(&DhtPeerApplication::m_crossLoadShare)),
                          MakeDoubleChecker<double>(0, 0.95))
            .AddAttribute("MeanPause",
                          "Mean length of a pause; the lengths are exponentially distributed.",
                          TimeValue(MilliSeconds(500)),
                          ReadAtStart(MakeTimeAccessor(&DhtPeerApplication::m_meanPause)),
                          MakeTimeChecker(MilliSeconds(1)))
            .AddAttribute("WorkloadDelay",
                          "Time from the begin of a session to that of its workload, which also "
                          "waits until the peer has its place in the overlay.",
                          TimeValue(Seconds(2)),
                          ReadAtStart(MakeTimeAccessor(&DhtPeerApplication::m_workloadDelay)),
                          MakeTimeChecker(Time(0)))));
    return tid;
}

TypeId
DhtPeerApplication::AddCoreAttributes(TypeId tid)
{
    tid = AddParameterAttributes(tid, &DhtPeerApplication::m_peer);
    tid = AddParameterAttributes(tid, &DhtPeerApplication::m_maintenance);
    tid = AddParameterAttributes(tid, &DhtPeerApplication::m_workload);
    tid = AddParameterAttributes(tid, &DhtPeerApplication::m_links);
    // links of both transports have the same attributes for their buffers
    return AddParameterAttributes(tid,
                                  &DhtPeerApplication::m_transport,
                                  {"TransportSendBuffer", "TransportReceiveWindow"});
}

} // namespace ns3
