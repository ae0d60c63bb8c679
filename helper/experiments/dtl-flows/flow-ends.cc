/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "flow-ends.h"

#include "dht-transport-window.h"

namespace ns3
{

namespace
{

/// The sink wishes for nothing any more.
constexpr double NO_WISH = -1;

/// A flow of the overlay's own transport.
class TransportFlowEnds : public FlowEnds
{
  public:
    /// @param flow The flow, installed at both ends.
    explicit TransportFlowEnds(DhtTransportFlowHelper::Flow flow)
        : m_flow(std::move(flow))
    {
    }

    uint64_t GetReceived() const override
    {
        return m_flow.sink->GetReceived();
    }

    uint64_t GetRetransmitted() const override
    {
        return m_flow.source->GetCounters().packetsLost;
    }

    uint64_t GetWindow() const override
    {
        const dht::TransportWindow* const window = m_flow.source->GetWindow();
        return window ? window->Bytes() : 0;
    }

    std::optional<Time> GetBelieved() const override
    {
        const dht::TransportWindow* const window = m_flow.source->GetWindow();
        return window ? std::optional(NanoSeconds(window->QueueingDelay().count())) : std::nullopt;
    }

    bool IdentitiesHold() const override
    {
        return m_flow.source->IdentitiesHold() && m_flow.sink->IdentitiesHold();
    }

  private:
    DhtTransportFlowHelper::Flow m_flow; //!< Its ends.
};

} // namespace

std::unique_ptr<FlowEnds>
MakeTransportFlow(const FlowPlan& plan,
                  const DhtTransportFlowHelper& helper,
                  const DhtDumbbellHelper::Host& from,
                  const DhtDumbbellHelper::Host& to,
                  int64_t stream)
{
    const DhtTransportFlowHelper::Flow flow = helper.Install(from.node, to.node, to.address);
    DhtTransportFlowHelper::AssignStreams(flow, stream);
    flow.source->SetStartTime(plan.start);
    flow.source->SetStopTime(plan.stop);
    const PriorityStep& first = plan.steps.front();
    first.isWish ? flow.sink->SetWish(first.priority) : flow.source->SetPriority(first.priority);
    for (std::size_t i = 1; i < plan.steps.size(); ++i)
    {
        const PriorityStep& step = plan.steps[i];
        if (step.isWish)
        {
            DhtTransportFlowHelper::ChangeWish(flow, step.from, step.priority);
            continue;
        }
        if (plan.steps[i - 1].isWish)
        {
            DhtTransportFlowHelper::ChangeWish(flow, step.from, NO_WISH);
        }
        DhtTransportFlowHelper::ChangePriority(flow, step.from, step.priority);
    }
    return std::make_unique<TransportFlowEnds>(flow);
}

} // namespace ns3
