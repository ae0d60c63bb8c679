/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-requester.h"

#include <utility>

/// What a requester does in iterative routing.

namespace dht
{

void
Requester::AskFirst(OutstandingRequest& own) const
{
    TransmissionState& transmission = own.transmission.Write();
    transmission.to = m_context.host.EndpointOf(*m_context.routing->NextHop(own.key));
    transmission.hops = 0;
    transmission.feedback = 0;
}

std::uint8_t
Requester::HopLimitOf(const OutstandingRequest& own) const
{
    return static_cast<std::uint8_t>(m_context.options.hopLimit - own.transmission->hops);
}

void
Requester::OnRedirect(Time now, const OverlayAck& ack)
{
    // a recursive peer has asked nobody
    const OutstandingRequest* const asked =
        m_context.options.routing == RoutingMode::kIterative ? m_outstanding.Find(ack.id) : nullptr;
    // each peer on the way answers with another hop limit: an answer of one before it is late
    if (!asked || ack.hopLimit + 1 != HopLimitOf(*asked))
    {
        ++m_context.counters.redundantAcks;
        return;
    }
    OutstandingRequest own = *m_outstanding.Take(ack.id);
    Sample(now, own, ack.attempt);
    TransmissionState& transmission = own.transmission.Write();
    transmission.to = ack.responsible;
    ++transmission.hops;
    transmission.marked = ack.marked;
    transmission.feedback = FeedbackIn(ack.extras->extensions);
    transmission.retry = kNever; // nobody is late before he was asked
    m_outstanding.Add(std::move(own));
    m_parked.push_back(ack.id);
    if (m_parked.size() == 1)
    {
        SendParked(now);
    }
}

bool
Requester::SendParked(Time now)
{
    while (!m_parked.empty())
    {
        if (const auto full = m_relay.FullQueue(m_relay.Anywhere()))
        {
            WaitFor(now, *full);
            return false;
        }
        auto own = m_outstanding.Take(m_parked.front());
        m_parked.erase(m_parked.begin());
        if (!own)
        {
            continue; // given up meanwhile
        }
        ++own->sent;
        own->transmission.Write().lastSent = now;
        // without a hop left it is dropped here: no timer brings it back
        if (HopLimitOf(*own) > 0)
        {
            SetRetry(now, *own);
        }
        Request lookup = MakeRequest(*own);
        m_outstanding.Add(std::move(*own));
        m_relay.Accept(now, m_relay.Anywhere(), std::move(lookup));
    }
    return true;
}

} // namespace dht
