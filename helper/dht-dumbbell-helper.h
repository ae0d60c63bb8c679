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
 * routers, with a queue disc of its own at either end. The hosts' links are of 1 Gbit/s; those on
 * the left have random delays, without which packets of several flows would meet in step.
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

    /// What Install() has built.
    struct Network
    {
        std::vector<Host> left;     //!< Hosts on the left.
        std::vector<Host> right;    //!< Hosts on the right; as many.
        Ptr<NetDevice> leftDevice;  //!< The left router's on the slow link.
        Ptr<NetDevice> rightDevice; //!< The right router's.
        Ptr<QueueDisc> rightward;   //!< The queue of what goes to the right.
        Ptr<QueueDisc> leftward;    //!< The queue of what goes to the left.
    };

    /// By default, 5 Mbit/s, 25 ms there and back, and 250 packets in a queue without rules.
    DhtDumbbellHelper();

    /// @param rate Of the slow link, either way. @param roundTrip There and back over it.
    void SetBottleneck(DataRate rate, Time roundTrip);

    /// @param queue Makes the queue discs of the slow link.
    void SetQueueDisc(const ObjectFactory& queue);

    /// @param seconds Delays of the links of hosts on the left. 0 by default.
    void SetAccessDelay(Ptr<RandomVariableStream> seconds);

    /// @param share Of the packets that go to the right, those that the slow link loses at random.
    /// @throws std::invalid_argument It is not from 0 to 1.
    void SetLoss(double share);

    /// @param stream The first random stream to use. @return How many streams are used.
    int64_t AssignStreams(int64_t stream);

    /// @param pairs How many hosts are on each side. @return The network.
    /// @throws std::invalid_argument There are none, or more than 10000.
    Network Install(uint32_t pairs) const;

  private:
    /// Build the slow link. @param network Where to. @param left A router. @param right The other.
    void ConnectRouters(Network& network, Ptr<Node> left, Ptr<Node> right) const;
    /// @return What loses packets at random.
    Ptr<ErrorModel> MakeErrors() const;

    DataRate m_rate;                         //!< Of the slow link.
    Time m_roundTrip;                        //!< There and back over it.
    ObjectFactory m_queue;                   //!< Makes its queue discs.
    Ptr<RandomVariableStream> m_accessDelay; //!< Of links on the left, in seconds.
    double m_loss{0};                        //!< Share that is lost at random.
    int64_t m_lossStream{-1};                //!< The stream of that; -1: any.
    int64_t m_queueStream{-1};               //!< The first stream of queues; -1: any.
};

} // namespace ns3

#endif // DHT_CC_DHT_DUMBBELL_HELPER_H
