/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_DHT_TRANSPORT_FLOW_HELPER_H
#define DHT_CC_DHT_TRANSPORT_FLOW_HELPER_H

#include "dht-transport-flow-sink.h"
#include "dht-transport-flow-source.h"

#include "ns3/ipv4-address.h"
#include "ns3/node.h"
#include "ns3/object-factory.h"

#include <string>

namespace ns3
{

/**
 * @ingroup dht-cc
 * Installs flows of the overlay's own transport: a source, a sink, and when the flow's priority
 * changes.
 */
class DhtTransportFlowHelper
{
  public:
    /// The sinks' port, unless their attribute Port says otherwise.
    static constexpr uint16_t PORT = 7000;

    /// A flow.
    struct Flow
    {
        Ptr<DhtTransportFlowSource> source; //!< Who sends.
        Ptr<DhtTransportFlowSink> sink;     //!< Who reads.
    };

    DhtTransportFlowHelper();

    /// @param polite A window's name, such as "proportional": who governs at priority 0, with the
    /// present defaults. @throws std::invalid_argument There is none of that name.
    void SetPoliteWindow(const std::string& polite);

    /// @param name An attribute of ns3::DhtTransportFlowSource. @param value Its value.
    void SetSourceAttribute(const std::string& name, const AttributeValue& value);
    /// @param name An attribute of ns3::DhtTransportFlowSink. @param value Its value.
    void SetSinkAttribute(const std::string& name, const AttributeValue& value);

    /// @param from Where the source is. @param to Where the sink is; it has none yet. @param
    /// address The sink's. @return The flow; it starts with the simulation.
    Flow Install(Ptr<Node> from, Ptr<Node> to, Ipv4Address address) const;

    /// @param flow A flow. @param time When its priority changes. @param priority The new one.
    static void ChangePriority(const Flow& flow, Time time, double priority);

    /// @param flow A flow. @param stream The first random stream to use. @return How many are used.
    static int64_t AssignStreams(const Flow& flow, int64_t stream);

  private:
    ObjectFactory m_source; //!< Makes sources.
    ObjectFactory m_sink;   //!< Makes sinks.
};

} // namespace ns3

#endif // DHT_CC_DHT_TRANSPORT_FLOW_HELPER_H
