/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_DHT_DUMBBELL_HELPER_H
#define DHT_CC_DHT_DUMBBELL_HELPER_H

#include "ns3/data-rate.h"
#include "ns3/error-model.h"
#include "ns3/ipv4-address.h"
#include "ns3/net-device.h"
#include "ns3/node.h"
#include "ns3/nstime.h"
#include "ns3/object-factory.h"
#include "ns3/queue-disc.h"
#include "ns3/random-variable-stream.h"

#include <vector>

namespace ns3
{

/**
 * @ingroup dht-cc
 * Builds a dumbbell: hosts on the left, hosts on the right, and one slow link between their
 * routers, with a queue disc at either end. The hosts' links have 1 Gbit/s. The links on the left
 * have random delays, without which packets of several flows would be synchronised.
 */
class DhtDumbbellHelper
{
  public:
    /// A host.
    struct Host
    {
        Ptr<Node> node;      //!< The host.
        Ipv4Address address; //!< Its address.
    };

    /// A network that Install() has built.
    struct Network
    {
        std::vector<Host> left;     //!< Hosts on the left.
        std::vector<Host> right;    //!< Hosts on the right, as many as on the left.
        Ptr<NetDevice> leftDevice;  //!< The left router's device on the slow link.
        Ptr<NetDevice> rightDevice; //!< The right router's device on the slow link.
        Ptr<QueueDisc> rightward;   //!< The queue of packets to the right.
        Ptr<QueueDisc> leftward;    //!< The queue of packets to the left.
    };

    /// By default, 5 Mbit/s, a round trip of 25 ms, and 250 packets in a drop-tail queue.
    DhtDumbbellHelper();

    /// @param rate Rate of the slow link, either way. @param roundTrip Round-trip time over it.
    void SetBottleneck(DataRate rate, Time roundTrip);

    /// @param queue Makes the queue discs of the slow link.
    void SetQueueDisc(const ObjectFactory& queue);

    /// @param seconds Delays of the links of hosts on the left. 0 by default.
    void SetAccessDelay(Ptr<RandomVariableStream> seconds);

    /// @param share Share of the packets to the right that the slow link loses at random.
    /// @throws std::invalid_argument The share is not from 0 to 1.
    void SetLoss(double share);

    /// @param stream The first random stream to use. @return Number of streams used.
    int64_t AssignStreams(int64_t stream);

    /// @param pairs Number of hosts on each side. @return The network.
    /// @throws std::invalid_argument There are no hosts, or more than 10000.
    Network Install(uint32_t pairs) const;

  private:
    /// Build the slow link. @param [in,out] network The network. @param left The left router.
    /// @param right The right router.
    void ConnectRouters(Network& network, Ptr<Node> left, Ptr<Node> right) const;
    /// @return A model that loses packets at random.
    Ptr<ErrorModel> MakeErrors() const;

    DataRate m_rate;                         //!< Rate of the slow link.
    Time m_roundTrip;                        //!< Round-trip time over the slow link.
    ObjectFactory m_queue;                   //!< Makes its queue discs.
    Ptr<RandomVariableStream> m_accessDelay; //!< Delays of links on the left, in seconds.
    double m_loss{0};                        //!< Share of packets that is lost at random.
    int64_t m_lossStream{-1};                //!< The stream of losses; -1: any.
    int64_t m_queueStream{-1};               //!< The first stream of queues; -1: any.
};

} // namespace ns3

#endif // DHT_CC_DHT_DUMBBELL_HELPER_H
