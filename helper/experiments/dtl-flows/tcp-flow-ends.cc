/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-tcp-flow.h"
#include "flow-ends.h"

namespace ns3
{

namespace
{

/// Where sinks listen.
constexpr uint16_t TCP_PORT = 7000;

/// A flow of TCP.
class TcpFlowEnds : public FlowEnds
{
  public:
    /// @param options What it is made of.
    explicit TcpFlowEnds(const DhtTcpFlow::Options& options)
        : m_flow(options)
    {
    }

    uint64_t GetReceived() const override
    {
        return m_flow.GetReceived();
    }

    uint64_t GetRetransmitted() const override
    {
        return m_flow.GetRetransmitted();
    }

    uint64_t GetWindow() const override
    {
        return m_flow.GetWindow();
    }

    std::optional<Time> GetBelieved() const override
    {
        return std::nullopt;
    }

    bool IdentitiesHold() const override
    {
        return true;
    }

  private:
    DhtTcpFlow m_flow; //!< The flow over TCP.
};

} // namespace

std::unique_ptr<FlowEnds>
MakeTcpFlow(const FlowPlan& plan,
            const DhtDumbbellHelper::Host& from,
            const DhtDumbbellHelper::Host& to)
{
    return std::make_unique<TcpFlowEnds>(DhtTcpFlow::Options{from.node,
                                                             to.node,
                                                             to.address,
                                                             TCP_PORT,
                                                             TcpVariantType(plan.variant),
                                                             plan.start,
                                                             plan.stop});
}

} // namespace ns3
