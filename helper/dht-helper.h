/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_DHT_HELPER_H
#define DHT_CC_DHT_HELPER_H

#include "ns3/application-container.h"
#include "ns3/dht-peer-application.h"
#include "ns3/ipv4-address.h"
#include "ns3/node-container.h"
#include "ns3/object-factory.h"

#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup dht-cc
 * Installs a ready-made Chord ring: every peer knows its fingers from the start.
 */
class DhtHelper
{
  public:
    /// Where the peers are on the ring.
    enum Ids
    {
        EVEN, //!< Evenly spaced, in the order of the nodes.
        SHA1, //!< At the SHA-1 digest of "address:port".
    };

    DhtHelper();

    /**
     * Choose the congestion control. Its constants are attributes of ns3::DhtCredit,
     * ns3::DhtMarking and so on; the values they have by default when this is called are used.
     *
     * @param name The scheme's name, such as "marking".
     * @throws std::invalid_argument There is no such scheme; the message lists those there are.
     */
    void SetScheme(const std::string& name);

    /**
     * @param ids Where the peers are on the ring; the default is EVEN.
     */
    void SetIds(Ids ids);

    /**
     * @param name An attribute of ns3::DhtPeerApplication.
     * @param value Its value for the peers installed from now on.
     */
    void SetAttribute(const std::string& name, const AttributeValue& value);

    /**
     * Install one peer on each node.
     *
     * @param nodes The nodes, with an IPv4 stack.
     * @param addresses Their addresses, in the same order.
     * @return The peers, in the same order.
     */
    ApplicationContainer Install(const NodeContainer& nodes,
                                 const std::vector<Ipv4Address>& addresses) const;

    /**
     * @param peers What Install() has returned.
     * @param stream The first random stream to use.
     * @return How many streams were used.
     */
    static int64_t AssignStreams(const ApplicationContainer& peers, int64_t stream);

  private:
    /// @param addresses The peers' addresses. @return Their ids, in the same order.
    std::vector<dht::Key> MakeIds(const std::vector<Ipv4Address>& addresses) const;

    ObjectFactory m_factory; //!< Makes the peers.
    Ids m_ids{EVEN};         //!< Where the peers are.
};

} // namespace ns3

#endif // DHT_CC_DHT_HELPER_H
