/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_FLOW_ENDS_H
#define DHT_CC_FLOW_ENDS_H

#include "dht-dumbbell-helper.h"
#include "dht-transport-flow-helper.h"
#include "flow-plan.h"

#include "ns3/nstime.h"

#include <cstdint>
#include <memory>
#include <optional>

/**
 * @file
 * @internal
 */

namespace ns3
{

/**
 * @ingroup dht-cc
 * Source and sink of one flow, over any transport.
 */
class FlowEnds
{
  public:
    virtual ~FlowEnds() = default;

    /// @return Bytes that the sink's application has read.
    virtual uint64_t GetReceived() const = 0;
    /// @return Packets of data that the source sent because it took others for lost.
    virtual uint64_t GetRetransmitted() const = 0;
    /// @return Bytes that the source may have in flight; 0 while it does not run.
    virtual uint64_t GetWindow() const = 0;
    /// @return The queueing delay that the source believes in; nothing if it knows none.
    virtual std::optional<Time> GetBelieved() const = 0;
    /// @return Whether the identities of the ends' counters hold.
    virtual bool IdentitiesHold() const = 0;
};

/// @param plan A flow of TCP. @param from The source's host. @param to The sink's host.
/// @return The two ends.
std::unique_ptr<FlowEnds> MakeTcpFlow(const FlowPlan& plan,
                                      const DhtDumbbellHelper::Host& from,
                                      const DhtDumbbellHelper::Host& to);

/// @param plan A flow of the overlay's own transport. @param helper Installs it. @param from The
/// source's host. @param to The sink's host. @param stream Its first random stream. @return The two
/// ends.
std::unique_ptr<FlowEnds> MakeTransportFlow(const FlowPlan& plan,
                                            const DhtTransportFlowHelper& helper,
                                            const DhtDumbbellHelper::Host& from,
                                            const DhtDumbbellHelper::Host& to,
                                            int64_t stream);

} // namespace ns3

#endif // DHT_CC_FLOW_ENDS_H
