/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_ACCESS_CHANNEL_H
#define DHT_CC_ACCESS_CHANNEL_H

#include "dht-peer-delays.h"

#include "ns3/channel.h"
#include "ns3/ipv4-address.h"
#include "ns3/nstime.h"
#include "ns3/random-variable-stream.h"

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

namespace ns3
{

class AccessNetDevice;

/**
 * @ingroup dht-cc
 *
 * The core between the access links of an emulated network, as in ModelNet's last-mile mode: it
 * never queues, it only takes time, and loses packets at random if it is told to (the attribute
 * Loss). All contention is in the access links, which belong to the devices (AccessNetDevice).
 *
 * A packet finds its destination by IPv4 address, in constant time, among the addresses made known
 * by Bind(). The channel cannot be split over MPI ranks.
 */
class AccessChannel : public Channel
{
  public:
    /// Where the delay between two devices comes from.
    enum DelayModel
    {
        SUM,      //!< The access delay of the one plus that of the other.
        CONSTANT, //!< The same for every pair: the attribute Delay.
        MATRIX,   //!< One value for each ordered pair: SetDelayMatrix().
        PEERS,    //!< What an object says of each ordered pair: SetPeerDelays().
    };

    /// One row per sender, one column per receiver, both in the order of Attach().
    using DelayMatrix = std::vector<std::vector<Time>>;

    /**
     * @return The TypeId.
     */
    static TypeId GetTypeId();

    AccessChannel();
    ~AccessChannel() override;

    std::size_t GetNDevices() const override;
    Ptr<NetDevice> GetDevice(std::size_t i) const override;

    /**
     * Add a device; called by AccessNetDevice::Attach(). Aborts when a delay matrix is set, because
     * it would no longer match.
     *
     * @param device The device.
     * @return Its index: 0 for the first one.
     */
    std::size_t Attach(Ptr<AccessNetDevice> device);

    /**
     * Make known that an address belongs to a device. A device may have several addresses. Aborts
     * when the address belongs to another device, or the device to another channel or to no node.
     *
     * @param address The address.
     * @param device A device on this channel.
     */
    void Bind(Ipv4Address address, Ptr<AccessNetDevice> device);

    /**
     * Forget an address: packets to it count as sent to an unknown destination.
     *
     * @param address The address.
     */
    void Unbind(Ipv4Address address);

    /**
     * @param address An address.
     * @return The device that has it, or null.
     */
    Ptr<AccessNetDevice> Find(Ipv4Address address) const;

    /**
     * Set the attributes Delay, and DelayModel to Constant.
     *
     * @param delay The delay of every pair, not negative (aborts otherwise).
     */
    void SetConstantDelay(Time delay);

    /**
     * Set the delay of every ordered pair of devices, and the attribute DelayModel to Matrix. To be
     * called when all devices are attached. Aborts unless there is a row and a column for each
     * device and no delay is negative.
     *
     * @param delays The delays; delays[i][j] is the time from device i to device j.
     */
    void SetDelayMatrix(DelayMatrix delays);

    /**
     * Let an object say the delay of every ordered pair of devices, and set the attribute
     * DelayModel to Peers. Aborts if there are more devices than it knows, now or later.
     *
     * @param delays Knows the delays; the first device is its peer 0.
     * @param peers How many it knows.
     */
    void SetPeerDelays(std::shared_ptr<const dht::PeerDelays> delays, std::size_t peers);

    /**
     * @param from The sending device.
     * @param to The receiving device.
     * @return The time a bit takes from the end of the sender's uplink to the receiver's downlink
     *         queue. Aborts when the model is Matrix or Peers and there are none.
     */
    Time GetDelay(const AccessNetDevice& from, const AccessNetDevice& to) const;

    /**
     * Lose packets of each ordered pair with a share of its own, besides the attribute Loss.
     *
     * @param losses Shares, 0 to 1: that of sender a and receiver b is losses[a * n + b].
     * @param hosts Number of each device in losses, below n, in the order of Attach().
     */
    void SetPairLosses(std::vector<float> losses, std::vector<uint32_t> hosts);

    /// @param from The sending device. @param to The receiving device. @return Whether the packet
    /// that the core takes now is lost.
    bool Loses(const AccessNetDevice& from, const AccessNetDevice& to);

    /**
     * Fix the random stream that says which packets are lost.
     *
     * @param stream The stream's number.
     * @return How many streams were used.
     */
    int64_t AssignStreams(int64_t stream);

    /// Count a packet to an address that no device has; called by the sending device.
    void CountUnknownDestination();

    /**
     * @return How many packets had an unknown destination.
     */
    uint64_t GetUnknownDestinations() const;

  protected:
    void DoDispose() override;

  private:
    DelayModel m_delayModel;                             //!< Where delays come from.
    Time m_delay;                                        //!< The delay of the model Constant.
    DelayMatrix m_delays;                                //!< The delays of the model Matrix.
    std::shared_ptr<const dht::PeerDelays> m_peerDelays; //!< Those of the model Peers.
    std::size_t m_knownPeers{0};                         //!< How many devices it knows.

    double m_loss;                       //!< Share of the packets that is lost.
    Ptr<UniformRandomVariable> m_losses; //!< Which ones are; null until needed.
    std::vector<float> m_pairLosses;     //!< Shares by pair of hosts; empty: none.
    std::vector<uint32_t> m_hosts;       //!< By device: its number in m_pairLosses.
    std::size_t m_hostCount{0};          //!< How many hosts m_pairLosses has.

    std::vector<Ptr<AccessNetDevice>> m_devices;                    //!< In order of Attach().
    std::unordered_map<uint32_t, Ptr<AccessNetDevice>> m_byAddress; //!< By IPv4 address.
    uint64_t m_unknownDestinations{0}; //!< Packets to addresses not in m_byAddress.
};

} // namespace ns3

#endif // DHT_CC_ACCESS_CHANNEL_H
