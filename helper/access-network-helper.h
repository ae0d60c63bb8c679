/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_ACCESS_NETWORK_HELPER_H
#define DHT_CC_ACCESS_NETWORK_HELPER_H

#include "access-channel.h"
#include "access-net-device.h"
#include "dht-peer-delays.h"
#include "host-rates.h"

#include "ns3/ipv4-address.h"
#include "ns3/net-device-container.h"
#include "ns3/node-container.h"
#include "ns3/random-variable-stream.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup dht-cc
 *
 * Gives each node an access link to a common core and an IPv4 address. Both topologies have the
 * same links and addresses, and the same results, except where packets meet in the same nanosecond:
 *
 * - ACCESS: AccessNetDevices on one AccessChannel. Fast; up to 2^20 nodes.
 * - STAR: point-to-point links around a router node with static routes. The star is stock ns-3,
 *   and therefore the cross-check; its router scans its interfaces and routes for each packet.
 *
 * All queues are FIFO with drop at the tail; there are no queue discs. Node i has the address
 * 10.0.0.0 + i + 1 with a /8 mask. The defaults: 600 kbit/s each way, an access delay of 10 ms
 * (20 ms between two peers), queues by the attributes of AccessNetDevice.
 */
class AccessNetworkHelper
{
  public:
    /// The first random stream of the network in all programs of this module, so that it is the
    /// same.
    static constexpr int64_t PROGRAM_STREAM = 0;

    /// The topologies of the network.
    enum Topology
    {
        ACCESS, //!< AccessNetDevices on an AccessChannel.
        STAR,   //!< Point-to-point links around a router node.
    };

    /// A network that Install() has built.
    struct Network
    {
        std::vector<Ipv4Address> addresses; //!< In the order of the nodes.
        NetDeviceContainer devices;         //!< The peers' devices, in the order of the nodes.
        Ptr<AccessChannel> channel;         //!< ACCESS: the core; STAR: null.
        Ptr<Node> router;                   //!< STAR: the router node; ACCESS: null.
        NetDeviceContainer routerDevices;   //!< STAR: the router's end of each spoke.

        /**
         * @return The delays between the peers, in the order of the nodes, without queueing delays:
         *         overlays choose neighbours by them. They are the channel's at this moment.
         * @throws std::invalid_argument The network is a star.
         */
        std::shared_ptr<const dht::PeerDelays> GetDelays() const;
    };

    AccessNetworkHelper();

    /**
     * @param topology The topology; the default is ACCESS.
     */
    void SetTopology(Topology topology);

    /**
     * @param name The topology: "access" or "star".
     * @throws std::invalid_argument The name is neither.
     */
    void SetTopology(const std::string& name);

    /**
     * Draw one rate for each peer and use it in both directions.
     *
     * @param bps The rate in bit/s; every draw must be above zero.
     */
    void SetRate(Ptr<RandomVariableStream> bps);

    /**
     * Draw the rates of the two directions independently.
     *
     * @param uplinkBps The rate from the peer to the core, in bit/s; every draw above zero.
     * @param downlinkBps The rate from the core to the peer, in bit/s; every draw above zero.
     */
    void SetRate(Ptr<RandomVariableStream> uplinkBps, Ptr<RandomVariableStream> downlinkBps);

    /**
     * Give nodes rates of their own instead, where they are known.
     *
     * @param rates By node; more nodes draw theirs.
     */
    void SetRates(std::vector<dht::HostRates> rates);

    /**
     * Draw the one-way delay between each peer and the core; the delay of a pair is the sum.
     *
     * @param seconds The delay in seconds; no draw may be negative.
     */
    void SetAccessDelay(Ptr<RandomVariableStream> seconds);

    /**
     * Use the same one-way delay for all pairs of peers, instead of access delays. A spoke of the
     * star has half of it (rounded down to a time step).
     *
     * @param delay The delay.
     * @throws std::invalid_argument The delay is negative.
     */
    void SetConstantDelay(Time delay);

    /**
     * Use a one-way delay for each ordered pair, instead of access delays; not for the star, where
     * Install() throws std::invalid_argument.
     *
     * @param delays The delays; see AccessChannel::SetDelayMatrix().
     */
    void SetDelayMatrix(AccessChannel::DelayMatrix delays);

    /**
     * Let an object compute the one-way delay of each ordered pair, instead of access delays; not
     * for the star, where Install() throws std::invalid_argument.
     *
     * @param delays Computes the delays; the first node is its peer 0.
     * @param peers Number of peers that it knows, as many as nodes or more.
     */
    void SetPeerDelays(std::shared_ptr<const dht::PeerDelays> delays, std::size_t peers);

    /**
     * Let the core lose packets; not for the star, where Install() throws std::invalid_argument.
     *
     * @param share Share of the packets that is lost, from 0 to 1.
     * @throws std::invalid_argument The share is not in that range.
     */
    void SetLoss(double share);

    /**
     * @param uplink Bound of the queue at a peer, for its uplink.
     * @param downlink Bound of the queue in the core, for a peer's downlink.
     */
    void SetQueues(QueueSize uplink, QueueSize downlink);

    /**
     * Fix the random streams, which makes the links independent of all other random numbers.
     *
     * @param stream The first stream number to use.
     * @return Number of streams used; always the same.
     */
    int64_t AssignStreams(int64_t stream);

    /**
     * Draw the uplink rates that Install() would draw. Both take them from the stream, so a
     * helper gives the same rates only once.
     *
     * @param count Number of nodes.
     * @return The rates, in the order of the nodes.
     */
    std::vector<DataRate> DrawUplinkRates(uint32_t count) const;

    /**
     * @param count Number of nodes.
     * @return The addresses that Install() gives the nodes, in their order.
     */
    static std::vector<Ipv4Address> MakeAddresses(uint32_t count);

    /**
     * Build one network. Nodes without IPv4 get ns-3's internet stack, without IPv6 and with
     * static routing; a node that has IPv4 already must use static routing.
     *
     * @param nodes The peers, 1 to 2^20.
     * @return The network.
     */
    Network Install(const NodeContainer& nodes) const;

    /**
     * Give a node an access link with the helper's rates, access delay and queues, but neither IP
     * stack nor address on the node: for a ghost node, which hands in the packets of a real peer.
     *
     * @param node The node.
     * @param channel The channel to attach to.
     * @param address The address whose packets the channel sends to the device.
     * @return The device.
     */
    Ptr<AccessNetDevice> AddDevice(Ptr<Node> node,
                                   Ptr<AccessChannel> channel,
                                   Ipv4Address address) const;

    /**
     * Give a node an access link as AddDevice() does, IPv4 as Install() does, and the address.
     *
     * @param node The node.
     * @param channel The channel to attach to.
     * @param address The address.
     * @param mask Its mask.
     * @return The device.
     */
    Ptr<AccessNetDevice> AddPeer(Ptr<Node> node,
                                 Ptr<AccessChannel> channel,
                                 Ipv4Address address,
                                 Ipv4Mask mask) const;

  private:
    /// The parameters of one peer's link.
    struct Link
    {
        DataRate up;   //!< Rate from the peer to the core.
        DataRate down; //!< Rate from the core to the peer.
        Time delay;    //!< One-way delay between the peer and the core.
    };

    /**
     * @param node Which node it is for, from 0.
     * @return The next peer's link.
     */
    Link DrawLink(std::size_t node) const;

    /**
     * Build the topology ACCESS.
     *
     * @param nodes The peers, with IPv4.
     * @param [in,out] network Has the addresses; gets devices and channel.
     */
    void InstallAccess(const NodeContainer& nodes, Network& network) const;

    /**
     * Build the topology STAR.
     *
     * @param nodes The peers, with IPv4.
     * @param [in,out] network Has the addresses; gets devices and router.
     */
    void InstallStar(const NodeContainer& nodes, Network& network) const;

    Topology m_topology{ACCESS};                                //!< The topology.
    Ptr<RandomVariableStream> m_uplinkRate;                     //!< In bit/s.
    Ptr<RandomVariableStream> m_downlinkRate;                   //!< In bit/s; null: as the uplink.
    std::vector<dht::HostRates> m_rates;                        //!< By node; they come first.
    Ptr<RandomVariableStream> m_accessDelay;                    //!< In seconds.
    AccessChannel::DelayModel m_delayModel{AccessChannel::SUM}; //!< Source of the delays.
    Time m_constantDelay;                                       //!< For CONSTANT.
    AccessChannel::DelayMatrix m_delayMatrix;                   //!< For MATRIX.
    std::shared_ptr<const dht::PeerDelays> m_peerDelays;        //!< For PEERS.
    std::size_t m_knownPeers{0};                                //!< Peers that m_peerDelays knows.
    double m_loss{0};          //!< Share of the packets that is lost.
    int64_t m_lossStream{-1};  //!< Stream of the losses; -1: any.
    QueueSize m_uplinkQueue;   //!< Bound of the queue at the peer.
    QueueSize m_downlinkQueue; //!< Bound of the queue in the core.
};

} // namespace ns3

#endif // DHT_CC_ACCESS_NETWORK_HELPER_H
