/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-peer-application.h"

#include "ns3/trace-source-accessor.h"
#include "ns3/uinteger.h"

/**
 * @file
 * @ingroup dht-cc
 * The attributes of a DhtPeerApplication that joins a ring.
 */

namespace ns3
{

TypeId
DhtPeerApplication::AddRingAttributes(TypeId tid)
{
    return tid
        .AddAttribute("StabiliseInterval",
                      "In a ring that the peer joins: time between two looks at its successor and "
                      "its predecessor.",
                      TimeValue(Seconds(1)),
                      MakeTimeAccessor(&DhtPeerApplication::m_stabiliseInterval),
                      MakeTimeChecker(MilliSeconds(1)))
        .AddAttribute("FingerInterval",
                      "Likewise: time between two looks at fingers, once all are known.",
                      TimeValue(MilliSeconds(500)),
                      MakeTimeAccessor(&DhtPeerApplication::m_fingerInterval),
                      MakeTimeChecker(MilliSeconds(1)))
        .AddAttribute("QueryTimeout",
                      "Likewise: time after which a query is sent again; doubled each time.",
                      TimeValue(Seconds(1)),
                      MakeTimeAccessor(&DhtPeerApplication::m_queryTimeout),
                      MakeTimeChecker(MilliSeconds(1)))
        .AddAttribute("QueryAttempts",
                      "Likewise: a peer that answers none of so many queries is dead.",
                      UintegerValue(3),
                      MakeUintegerAccessor(&DhtPeerApplication::m_queryAttempts),
                      MakeUintegerChecker<uint8_t>(1, 10))
        .AddAttribute("Successors",
                      "Likewise: the peers after this one that it knows of.",
                      UintegerValue(8),
                      MakeUintegerAccessor(&DhtPeerApplication::m_successors),
                      MakeUintegerChecker<uint32_t>(1, 16))
        .AddAttribute("MaximumLinks",
                      "Likewise: neighbours that requests may be sent to at once.",
                      UintegerValue(64),
                      MakeUintegerAccessor(&DhtPeerApplication::m_maximumLinks),
                      MakeUintegerChecker<uint32_t>(1, 1000))
        .AddTraceSource("Joined",
                        "The peer has its place in the overlay.",
                        MakeTraceSourceAccessor(&DhtPeerApplication::m_joinedTrace),
                        "ns3::Time::TracedCallback");
}

} // namespace ns3
