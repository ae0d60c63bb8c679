/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "access-net-device.h"

#include "ns3/uinteger.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(AccessNetDevice);

TypeId
AccessNetDevice::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::AccessNetDevice")
            .SetParent<NetDevice>()
            .SetGroupName("DhtCc")
            .AddConstructor<AccessNetDevice>()
            .AddAttribute("UplinkRate",
                          "Rate from the peer to the core; a change does not affect packets that "
                          "wait already.",
                          DataRateValue(DataRate(600000)),
                          MakeDataRateAccessor(&AccessNetDevice::SetUplinkRate,
                                               &AccessNetDevice::GetUplinkRate),
                          MakeDataRateChecker())
            .AddAttribute("DownlinkRate",
                          "Rate from the core to the peer; a change does not affect packets that "
                          "wait already.",
                          DataRateValue(DataRate(600000)),
                          MakeDataRateAccessor(&AccessNetDevice::SetDownlinkRate,
                                               &AccessNetDevice::GetDownlinkRate),
                          MakeDataRateChecker())
            .AddAttribute("AccessDelay",
                          "One-way delay between the peer and the core.",
                          TimeValue(MilliSeconds(10)),
                          MakeTimeAccessor(&AccessNetDevice::m_accessDelay),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("UplinkQueue",
                          "What may wait for the uplink, in packets or bytes.",
                          QueueSizeValue(QueueSize(QueueSizeUnit::PACKETS, 100)),
                          MakeQueueSizeAccessor(&AccessNetDevice::SetUplinkQueue,
                                                &AccessNetDevice::GetUplinkQueue),
                          MakeQueueSizeChecker())
            .AddAttribute("DownlinkQueue",
                          "What may wait for the downlink, in packets or bytes.",
                          QueueSizeValue(QueueSize(QueueSizeUnit::PACKETS, 100)),
                          MakeQueueSizeAccessor(&AccessNetDevice::SetDownlinkQueue,
                                                &AccessNetDevice::GetDownlinkQueue),
                          MakeQueueSizeChecker())
            .AddAttribute("FrameOverhead",
                          "Bytes that either link adds to an IP packet. The default is what "
                          "ns-3's point-to-point link adds.",
                          UintegerValue(2),
                          MakeUintegerAccessor(&AccessNetDevice::m_frameOverhead),
                          MakeUintegerChecker<uint32_t>(0, 1000))
            .AddAttribute("Mtu",
                          "The largest IP packet in bytes.",
                          UintegerValue(1500),
                          MakeUintegerAccessor(&AccessNetDevice::SetMtu, &AccessNetDevice::GetMtu),
                          MakeUintegerChecker<uint16_t>(68))
            .AddTraceSource("Tx",
                            "A packet has entered the uplink queue.",
                            MakeTraceSourceAccessor(&AccessNetDevice::m_txTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("Rx",
                            "A packet has passed the downlink and goes to the node.",
                            MakeTraceSourceAccessor(&AccessNetDevice::m_rxTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource(
                "Drop",
                "A packet has been dropped. For an unknown destination and what the core "
                "loses, this fires when the packet enters the uplink.",
                MakeTraceSourceAccessor(&AccessNetDevice::m_dropTrace),
                "ns3::AccessNetDevice::DropTracedCallback");
    return tid;
}

void
AccessNetDevice::SetUplinkRate(DataRate rate)
{
    m_uplink.SetRate(rate);
}

DataRate
AccessNetDevice::GetUplinkRate() const
{
    return m_uplink.GetRate();
}

void
AccessNetDevice::SetDownlinkRate(DataRate rate)
{
    m_downlink.SetRate(rate);
}

DataRate
AccessNetDevice::GetDownlinkRate() const
{
    return m_downlink.GetRate();
}

void
AccessNetDevice::SetUplinkQueue(QueueSize limit)
{
    m_uplink.SetLimit(limit);
}

QueueSize
AccessNetDevice::GetUplinkQueue() const
{
    return m_uplink.GetLimit();
}

void
AccessNetDevice::SetDownlinkQueue(QueueSize limit)
{
    m_downlink.SetLimit(limit);
}

QueueSize
AccessNetDevice::GetDownlinkQueue() const
{
    return m_downlink.GetLimit();
}

bool
AccessNetDevice::SetMtu(const uint16_t mtu)
{
    m_mtu = mtu;
    return true;
}

uint16_t
AccessNetDevice::GetMtu() const
{
    return m_mtu;
}

} // namespace ns3
