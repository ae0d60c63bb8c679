/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-peer-traces.h"

#include "ns3/object-base.h"
#include "ns3/trace-source-accessor.h"

namespace ns3
{

TypeId
DhtPeerTraces::AddTraceSources(TypeId tid)
{
    return tid
        .AddTraceSource("Issued",
                        "The peer issued a request of its own.",
                        MakeTraceSourceAccessor(&DhtPeerTraces::m_issuedTrace),
                        "ns3::DhtPeerTraces::RequestTracedCallback")
        .AddTraceSource("Relayed",
                        "The peer sent a request on to a neighbour.",
                        MakeTraceSourceAccessor(&DhtPeerTraces::m_relayedTrace),
                        "ns3::DhtPeerTraces::RelayedTracedCallback")
        .AddTraceSource("Delivered",
                        "A request arrived at this peer, which is responsible for its key.",
                        MakeTraceSourceAccessor(&DhtPeerTraces::m_deliveredTrace),
                        "ns3::DhtPeerTraces::RequestTracedCallback")
        .AddTraceSource("Answered",
                        "A request of the peer's own was answered.",
                        MakeTraceSourceAccessor(&DhtPeerTraces::m_answeredTrace),
                        "ns3::DhtPeerTraces::AnsweredTracedCallback")
        .AddTraceSource("Dropped",
                        "The peer dropped a request.",
                        MakeTraceSourceAccessor(&DhtPeerTraces::m_droppedTrace),
                        "ns3::DhtPeerTraces::DroppedTracedCallback")
        .AddTraceSource("Marked",
                        "The peer set the congestion bit of a request.",
                        MakeTraceSourceAccessor(&DhtPeerTraces::m_markedTrace),
                        "ns3::DhtPeerTraces::RequestTracedCallback")
        .AddTraceSource("Retransmitted",
                        "The peer sent a request of its own again.",
                        MakeTraceSourceAccessor(&DhtPeerTraces::m_retransmittedTrace),
                        "ns3::DhtPeerTraces::RequestTracedCallback")
        .AddTraceSource("GivenUp",
                        "The peer gave a request of its own up.",
                        MakeTraceSourceAccessor(&DhtPeerTraces::m_givenUpTrace),
                        "ns3::DhtPeerTraces::GivenUpTracedCallback")
        .AddTraceSource("QueueLength",
                        "Requests in the relay queues, when their number has changed.",
                        MakeTraceSourceAccessor(&DhtPeerTraces::m_queueLengthTrace),
                        "ns3::DhtPeerTraces::QueueLengthTracedCallback")
        .AddTraceSource("Level",
                        "The scheme's rate [requests/s] or credits [requests], after an "
                        "overlay-ack or a timeout.",
                        MakeTraceSourceAccessor(&DhtPeerTraces::m_levelTrace),
                        "ns3::DhtPeerTraces::LevelTracedCallback")
        .AddTraceSource("LookupsUnderWay",
                        "With a window for lookups, how many may be asking somebody at once, "
                        "and how many are, when either may have changed.",
                        MakeTraceSourceAccessor(&DhtPeerTraces::m_lookupsUnderWayTrace),
                        "ns3::DhtPeerTraces::LookupsUnderWayTracedCallback")
        .AddTraceSource("Rtt",
                        "The time from a request to its overlay-ack.",
                        MakeTraceSourceAccessor(&DhtPeerTraces::m_rttTrace),
                        "ns3::Time::TracedCallback")
        .AddTraceSource("Joined",
                        "The peer has its place in the overlay.",
                        MakeTraceSourceAccessor(&DhtPeerTraces::m_joinedTrace),
                        "ns3::Time::TracedCallback")
        .AddTraceSource("Place",
                        "The peer's place in a ring that peers join and leave has changed.",
                        MakeTraceSourceAccessor(&DhtPeerTraces::m_placeTrace),
                        "ns3::DhtPeerTraces::PlaceTracedCallback")
        .AddTraceSource("Fetched",
                        "A get of the peer's store ended.",
                        MakeTraceSourceAccessor(&DhtPeerTraces::m_fetchedTrace),
                        "ns3::DhtPeerTraces::FetchedTracedCallback")
        .AddTraceSource("Stored",
                        "A put of the peer's store ended.",
                        MakeTraceSourceAccessor(&DhtPeerTraces::m_storedTrace),
                        "ns3::DhtPeerTraces::StoredTracedCallback");
}

void
DhtPeerTraces::TellJoined(Time taken)
{
    m_joinedTrace(taken);
}

void
DhtPeerTraces::OnIssued(const dht::EventContext& /* at */, const dht::Request& request)
{
    m_issuedTrace(request);
}

void
DhtPeerTraces::OnForwarded(const dht::EventContext& /* at */,
                           dht::LinkIndex link,
                           const dht::Request& request)
{
    m_relayedTrace(link, request);
}

void
DhtPeerTraces::OnDelivered(const dht::EventContext& /* at */, const dht::Request& request)
{
    m_deliveredTrace(request);
}

void
DhtPeerTraces::OnAnswered(const dht::EventContext& /* at */, const dht::Answer& answer)
{
    m_answeredTrace(answer);
}

void
DhtPeerTraces::OnDropped(const dht::EventContext& /* at */, const dht::DropEvent& drop)
{
    m_droppedTrace(drop);
}

void
DhtPeerTraces::OnMarked(const dht::EventContext& /* at */,
                        dht::QueueIndex /* queue */,
                        const dht::Request& request)
{
    m_markedTrace(request);
}

void
DhtPeerTraces::OnRetransmitted(const dht::EventContext& /* at */, const dht::Request& request)
{
    m_retransmittedTrace(request);
}

void
DhtPeerTraces::OnGivenUp(const dht::EventContext& /* at */, std::uint64_t id)
{
    m_givenUpTrace(id);
}

void
DhtPeerTraces::OnQueueLength(const dht::EventContext& /* at */, const dht::QueueEvent& queue)
{
    m_queueLengthTrace(static_cast<uint32_t>(queue.total));
}

void
DhtPeerTraces::OnLevel(const dht::EventContext& /* at */, double level)
{
    m_levelTrace(level);
}

void
DhtPeerTraces::OnLookupWindow(const dht::EventContext& /* at */,
                              const dht::LookupWindowEvent& window)
{
    m_lookupsUnderWayTrace(static_cast<uint32_t>(window.limit),
                           static_cast<uint32_t>(window.underWay));
}

void
DhtPeerTraces::OnRtt(const dht::EventContext& /* at */, dht::Time rtt)
{
    m_rttTrace(NanoSeconds(rtt.count()));
}

void
DhtPeerTraces::OnPlace(const dht::EventContext& /* at */, const dht::PlaceEvent& place)
{
    m_placeTrace(place);
}

void
DhtPeerTraces::OnFetched(dht::Time /* now */, const dht::FetchReport& report)
{
    m_fetchedTrace(report);
}

void
DhtPeerTraces::OnPut(dht::Time /* now */, const dht::PutReport& report)
{
    m_storedTrace(report);
}

} // namespace ns3
