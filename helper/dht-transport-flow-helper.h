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
 * Installs flows of the overlay's own transport, each with a source and a sink, and changes their
 * priorities, from either end.
 */
class DhtTransportFlowHelper
{
  public:
    /// The sinks' port, unless their attribute Port says otherwise.
    static constexpr uint16_t PORT = 7000;

    /// A flow.
    struct Flow
    {
        Ptr<DhtTransportFlowSource> source; //!< Sends the flow.
        Ptr<DhtTransportFlowSink> sink;     //!< Reads the flow.
    };

    DhtTransportFlowHelper();

    /// @param polite Name of the window at priority 0, such as "proportional"; its constants are
    /// the present defaults. @throws std::invalid_argument No window has this name.
    void SetPoliteWindow(const std::string& polite);

    /// @param name An attribute of ns3::DhtTransportFlowSource. @param value Its value.
    void SetSourceAttribute(const std::string& name, const AttributeValue& value);
    /// @param name An attribute of ns3::DhtTransportFlowSink. @param value Its value.
    void SetSinkAttribute(const std::string& name, const AttributeValue& value);

    /// @param from The source's node. @param to The sink's node, which has no sink yet. @param
    /// address The sink's address. @return The flow; it starts with the simulation.
    Flow Install(Ptr<Node> from, Ptr<Node> to, Ipv4Address address) const;

    /// @param flow A flow. @param time When its priority changes. @param priority The new one.
    static void ChangePriority(const Flow& flow, Time time, double priority);

    /// @param flow A flow. @param time When its sink wishes for another priority. @param priority
    /// That; negative: none.
    static void ChangeWish(const Flow& flow, Time time, double priority);

    /// @param flow A flow. @param stream The first random stream to use. @return Number of
    /// streams used.
    static int64_t AssignStreams(const Flow& flow, int64_t stream);

  private:
    ObjectFactory m_source; //!< Makes sources.
    ObjectFactory m_sink;   //!< Makes sinks.
};

} // namespace ns3

#endif // DHT_CC_DHT_TRANSPORT_FLOW_HELPER_H
