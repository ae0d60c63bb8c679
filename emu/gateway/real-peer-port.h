/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_REAL_PEER_PORT_H
#define DHT_CC_REAL_PEER_PORT_H

#include "access-net-device.h"
#include "tap.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup dht-cc
 * Glues a tap to an access link: the IPv4 packets that the peer's kernel sends go to the uplink,
 * and what has passed the downlink goes to the kernel. ARP is answered here, as if every address
 * were that of one gateway; everything else is filtered.
 *
 * Counting: read = sent + arp + filtered + the device's drops of what was handed in; the device's
 * received = delivered + lost.
 */
class RealPeerPort
{
  public:
    /// What came and went, in packets.
    struct Counters
    {
        uint64_t read{0};      //!< From the tap.
        uint64_t sent{0};      //!< Taken by the uplink.
        uint64_t arp{0};       //!< ARP, answered or not.
        uint64_t filtered{0};  //!< Neither IPv4 nor ARP, or cut short.
        uint64_t delivered{0}; //!< Written to the tap.
        uint64_t lost{0}; //!< That could not be written, as the peer's interface is down or gone.
    };

    /**
     * @param tap The peer's.
     * @param device The peer's access link, on a node without IP stack.
     */
    RealPeerPort(Tap& tap, Ptr<AccessNetDevice> device);

    RealPeerPort(const RealPeerPort&) = delete;
    RealPeerPort& operator=(const RealPeerPort&) = delete;

    /**
     * A packet can be read.
     *
     * @return False if the tap has gone: it must not be asked again.
     */
    bool Read();

    /**
     * @return The counters.
     */
    const Counters& GetCounters() const;

    /**
     * @return The peer's access link.
     */
    Ptr<AccessNetDevice> GetDevice() const;

  private:
    /// The peer is where a frame has come from. @param frame An Ethernet frame.
    void Learn(const uint8_t* frame);
    /// The kernel has sent a frame. @param frame An Ethernet frame. @param size Its size.
    void Handle(const uint8_t* frame, std::size_t size);
    /// The kernel has sent an IPv4 packet. @param packet The packet from its IPv4 header on,
    /// perhaps padded. @param size Its size.
    void Send(const uint8_t* packet, std::size_t size);
    /// A packet has passed the downlink. @param device The peer's end of the downlink. @param
    /// packet The packet. @param protocol IPv4.
    /// @param source Unused. @return True.
    bool Deliver(Ptr<NetDevice> device,
                 Ptr<const Packet> packet,
                 uint16_t protocol,
                 const Address& source);

    Tap& m_tap;                    //!< The peer's.
    Ptr<AccessNetDevice> m_device; //!< The peer's access link.
    EthernetAddress m_peer;        //!< Where frames to the peer go: whence its last one came.
    std::vector<uint8_t> m_frame;  //!< Of the frame that is being read or written.
    Counters m_counters;           //!< What came and went.
};

} // namespace ns3

#endif // DHT_CC_REAL_PEER_PORT_H
