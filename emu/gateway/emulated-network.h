/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_EMULATED_NETWORK_H
#define DHT_CC_EMULATED_NETWORK_H

#include "access-channel.h"
#include "emulation-options.h"
#include "real-peer-port.h"
#include "realtime-loop.h"

#include "ns3/node-container.h"

#include <map>
#include <memory>
#include <vector>

namespace ns3
{

/**
 * @ingroup dht-cc
 * The access network of an emulation: one channel, an access link for each peer, a tap at those of
 * the real ones and an IP stack at those of the simulated ones.
 */
class EmulatedNetwork
{
  public:
    /// What a process's packets came to.
    struct Totals
    {
        RealPeerPort::Counters port;    //!< At the tap.
        uint64_t uplinkFull{0};         //!< Dropped: no room before the uplink.
        uint64_t downlinkFull{0};       //!< Dropped: no room before the downlink.
        uint64_t unknownDestination{0}; //!< Dropped: no peer has the address.
        uint64_t tooLarge{0};           //!< Dropped: longer than the MTU.
    };

    /**
     * @param options What to build.
     * @param loop Who waits for the taps.
     * @throws EmulationImpossible A tap cannot be opened.
     */
    EmulatedNetwork(const EmulationOptions& options, Ptr<RealtimeLoop> loop);

    /**
     * @return The simulated peers' nodes.
     */
    const NodeContainer& GetNodes() const;

    /**
     * @return The links of the real peers and the guests, which have a tap.
     */
    std::vector<uint64_t> GetTaps() const;

    /**
     * @param link The link of a process.
     * @return What its packets came to.
     */
    Totals GetTotals(uint64_t link) const;

    /**
     * @param link The link of a process.
     * @return Packets of it that the kernel has dropped, because they were not read in time. It
     *         takes a while to ask.
     */
    uint64_t GetTapDropped(uint64_t link) const;

    /**
     * @param link An access link.
     * @return Its device.
     */
    Ptr<AccessNetDevice> GetDevice(uint64_t link) const;

  private:
    /// What a process is attached by.
    struct Attachment
    {
        std::unique_ptr<Tap> tap;           //!< In its namespace.
        std::unique_ptr<RealPeerPort> port; //!< To its link.
    };

    /// Open the tap of a process and glue it to its link. @param options The names. @param link Its
    /// link. @param loop Who waits for it.
    void Attach(const EmulationOptions& options, uint64_t link, Ptr<RealtimeLoop> loop);

    Ptr<AccessChannel> m_channel;                 //!< Between all links.
    std::vector<Ptr<AccessNetDevice>> m_devices;  //!< By link.
    NodeContainer m_nodes;                        //!< Of the simulated peers.
    std::map<uint64_t, Attachment> m_attachments; //!< Of the processes, by link.
};

} // namespace ns3

#endif // DHT_CC_EMULATED_NETWORK_H
