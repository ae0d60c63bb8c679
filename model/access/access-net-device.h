/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_ACCESS_NET_DEVICE_H
#define DHT_CC_ACCESS_NET_DEVICE_H

#include "access-link.h"

#include "ns3/net-device.h"
#include "ns3/traced-callback.h"

#include <array>
#include <cstdint>
#include <optional>

namespace ns3
{

class AccessChannel;

/**
 * @ingroup dht-cc
 *
 * A peer's access to the network: an uplink and a downlink, each with a rate and a FIFO queue, and
 * a delay to the core (AccessChannel).
 *
 * A packet waits for and passes the uplink of its sender, then takes the channel's delay, then
 * waits for and passes the downlink of its receiver. This costs two events: the arrival at the
 * downlink and the delivery.
 *
 * Only IPv4 is carried, and the destination is read from the packet itself; link addresses are
 * only passed on. So the device needs no ARP and no IP stack on its node: real packets of a peer
 * may be handed to Send() and taken from the receive callback. The device never pushes back, so a
 * queue disc in front of it stays empty and has no effect.
 *
 * Counting: packets handed in = sent + the sender's drops NOT_ATTACHED ... UPLINK_FULL; over all
 * devices of a channel, sent = received + UNKNOWN_DESTINATION + LOST + DOWNLINK_FULL + those still
 * under way.
 */
class AccessNetDevice : public NetDevice
{
  public:
    /// Why a packet was dropped. Counted at the sender but for DOWNLINK_FULL.
    enum DropReason
    {
        NOT_ATTACHED,        //!< The device has no channel.
        NOT_IPV4,            //!< Another protocol, or no IPv4 header.
        TOO_LARGE,           //!< Larger than the MTU.
        UPLINK_FULL,         //!< No room in the sender's queue.
        UNKNOWN_DESTINATION, //!< No device has the address; lost behind the uplink.
        LOST,                //!< The core has lost it.
        DOWNLINK_FULL,       //!< No room in the receiver's queue.
        N_DROP_REASONS,      //!< How many reasons there are.
    };

    /**
     * @param packet The packet, which starts with its IPv4 header unless the reason is NOT_IPV4.
     * @param reason Why it was dropped.
     */
    typedef void (*DropTracedCallback)(Ptr<const Packet> packet, DropReason reason);

    /**
     * @return The TypeId.
     */
    static TypeId GetTypeId();

    AccessNetDevice();
    ~AccessNetDevice() override;

    /**
     * @param node A node.
     * @return Its first device of this type; null if it has none.
     */
    static Ptr<AccessNetDevice> Of(Ptr<Node> node);

    /**
     * Connect the device to a channel. Aborts when it is connected already.
     *
     * @param channel The channel.
     */
    void Attach(Ptr<AccessChannel> channel);

    /**
     * @return The device's index on the channel.
     */
    std::size_t GetChannelIndex() const;

    /**
     * @return The delay between the peer and the core, one way.
     */
    Time GetAccessDelay() const;

    /**
     * @return The link from the peer to the core, with its counters.
     */
    const AccessLink& GetUplink() const;

    /**
     * @return The link from the core to the peer, with its counters.
     */
    const AccessLink& GetDownlink() const;

    /**
     * Let the links follow traces instead of their rates. To be called before the first packet.
     *
     * @param uplink Follows that of the uplink.
     * @param downlink Follows that of the downlink.
     */
    void SetTraces(const TracedTransmitter& uplink, const TracedTransmitter& downlink);

    /**
     * @return How many packets entered the uplink.
     */
    uint64_t GetSent() const;

    /**
     * @return How many packets were delivered.
     */
    uint64_t GetReceived() const;

    /**
     * @param reason A reason, not N_DROP_REASONS.
     * @return How many packets were dropped for this reason.
     */
    uint64_t GetDropped(DropReason reason) const;

    // Inherited from NetDevice
    void SetIfIndex(const uint32_t index) override;
    uint32_t GetIfIndex() const override;
    Ptr<Channel> GetChannel() const override;
    void SetAddress(Address address) override;
    Address GetAddress() const override;
    bool SetMtu(const uint16_t mtu) override;
    uint16_t GetMtu() const override;
    bool IsLinkUp() const override;
    void AddLinkChangeCallback(Callback<void> callback) override;
    bool IsBroadcast() const override;
    Address GetBroadcast() const override;
    bool IsMulticast() const override;
    Address GetMulticast(Ipv4Address multicastGroup) const override;
    Address GetMulticast(Ipv6Address addr) const override;
    bool IsBridge() const override;
    bool IsPointToPoint() const override;

    /**
     * Send a packet; the device takes it over, the caller must not change it afterwards.
     *
     * @param packet The packet, which starts with its IPv4 header.
     * @param dest Not used: the destination is that of the IPv4 header.
     * @param protocolNumber 0x0800 (IPv4); anything else is dropped.
     * @return Whether it entered the uplink.
     */
    bool Send(Ptr<Packet> packet, const Address& dest, uint16_t protocolNumber) override;

    /**
     * Send a packet, see Send().
     *
     * @param packet The packet.
     * @param source The link address that the receiver sees as the sender's.
     * @param dest Not used.
     * @param protocolNumber 0x0800 (IPv4).
     * @return Whether it entered the uplink.
     */
    bool SendFrom(Ptr<Packet> packet,
                  const Address& source,
                  const Address& dest,
                  uint16_t protocolNumber) override;
    Ptr<Node> GetNode() const override;
    void SetNode(Ptr<Node> node) override;
    bool NeedsArp() const override;
    void SetReceiveCallback(NetDevice::ReceiveCallback cb) override;
    void SetPromiscReceiveCallback(NetDevice::PromiscReceiveCallback cb) override;
    bool SupportsSendFrom() const override;

  protected:
    void DoDispose() override;

  private:
    /**
     * Decide whether a packet can be sent at all, whatever the state of the queue.
     *
     * @param packet The packet.
     * @param protocolNumber Its protocol.
     * @param [out] destination The destination from its IPv4 header, when it can be sent.
     * @return Why it cannot be sent, or nothing.
     */
    std::optional<DropReason> Refuse(const Packet& packet,
                                     uint16_t protocolNumber,
                                     Ipv4Address& destination) const;

    /**
     * A packet leaves the core: it enters the downlink.
     *
     * @param packet The packet.
     * @param source The sender's link address.
     */
    void Arrive(Ptr<Packet> packet, Address source);

    /**
     * A packet has passed the downlink: it goes to the node.
     *
     * @param packet The packet.
     * @param source The sender's link address.
     */
    void Deliver(Ptr<Packet> packet, Address source);

    /**
     * Count and trace a drop.
     *
     * @param packet The packet.
     * @param reason The reason.
     */
    void Drop(Ptr<const Packet> packet, DropReason reason);

    /// @cond IGNORE
    // Accessors of the attributes, which are parts of m_uplink and m_downlink.
    void SetUplinkRate(DataRate rate);
    DataRate GetUplinkRate() const;
    void SetDownlinkRate(DataRate rate);
    DataRate GetDownlinkRate() const;
    void SetUplinkQueue(QueueSize limit);
    QueueSize GetUplinkQueue() const;
    void SetDownlinkQueue(QueueSize limit);
    QueueSize GetDownlinkQueue() const;
    /// @endcond

    AccessLink m_uplink;           //!< From the peer to the core.
    AccessLink m_downlink;         //!< From the core to the peer.
    Time m_accessDelay;            //!< Between the peer and the core, one way.
    uint32_t m_frameOverhead;      //!< Bytes added to each packet on either link.
    uint16_t m_mtu;                //!< Largest IP packet in bytes.
    Ptr<AccessChannel> m_channel;  //!< The core; null until attached.
    std::size_t m_channelIndex{0}; //!< Index on m_channel.
    Ptr<Node> m_node;              //!< The node.
    uint32_t m_ifIndex{0};         //!< Index on m_node.
    Address m_address;             //!< Link address, a Mac48Address.

    NetDevice::ReceiveCallback m_receive;               //!< To the node.
    NetDevice::PromiscReceiveCallback m_promiscReceive; //!< To the node's promiscuous handlers.
    TracedCallback<> m_linkChange;                      //!< The link came up.

    uint64_t m_received{0};                         //!< Packets delivered.
    std::array<uint64_t, N_DROP_REASONS> m_drops{}; //!< Packets dropped, by reason.

    TracedCallback<Ptr<const Packet>> m_txTrace;               //!< Entered the uplink.
    TracedCallback<Ptr<const Packet>> m_rxTrace;               //!< Delivered.
    TracedCallback<Ptr<const Packet>, DropReason> m_dropTrace; //!< Dropped.
};

} // namespace ns3

#endif // DHT_CC_ACCESS_NET_DEVICE_H
