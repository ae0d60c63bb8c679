/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_BULK_STREAMS_H
#define DHT_CC_BULK_STREAMS_H

#include "collapse-options.h"
#include "dht-tcp-flow.h"
#include "dht-transport-flow-helper.h"

#include "ns3/ipv4-address.h"
#include "ns3/node-container.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace ns3
{

/**
 * @ingroup dht-cc
 * Streams that carry bulk beside the peers' requests, over the same kind of transport: each from a
 * peer to the next one, as fast as the transport lets it.
 */
class BulkStreams
{
  public:
    /// What came of them.
    struct Results
    {
        uint64_t streams; //!< How many there are.
        double mean;      //!< What one carried in the window, in bit/s.
        double least;     //!< The slowest one, in bit/s.
    };

    /// @param options What is asked for. @param nodes The peers'. @param addresses Of the nodes.
    /// @param start When they begin.
    BulkStreams(const CollapseOptions& options,
                const NodeContainer& nodes,
                const std::vector<Ipv4Address>& addresses,
                Time start);

    /// Begin the window.
    void Begin();
    /// End the window.
    void End();
    /// @return What was carried in the window.
    Results GetResults() const;
    /// @return Whether the identities of the transport's counters hold.
    bool IdentitiesHold() const;

  private:
    /// @return What each has carried, in bytes.
    std::vector<uint64_t> Received() const;

    std::vector<DhtTransportFlowHelper::Flow> m_flows;   //!< Over the overlay's own transport.
    std::vector<std::unique_ptr<DhtTcpFlow>> m_tcpFlows; //!< Over TCP.
    std::vector<uint64_t> m_before;                      //!< What was carried before the window.
    std::vector<uint64_t> m_after;                       //!< And until its end; none before that.
    Time m_begun;                                        //!< When the window began.
    Time m_ended;                                        //!< When it ended.
};

} // namespace ns3

#endif // DHT_CC_BULK_STREAMS_H
