/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-requester.h"

#include <algorithm>
#include <utility>

/// What a requester does about answers that are not believed, or not yet.

namespace dht
{

namespace
{

/// Answers that wait to be judged, at the most; the oldest one of more counts as none.
constexpr std::size_t kMostHeld = 256;

} // namespace

void
Requester::Hold(Time now, const OverlayAck& ack)
{
    const bool isHeld = std::any_of(m_held.begin(), m_held.end(), [&](const Held& held) {
        return held.ack.id == ack.id;
    });
    if (isHeld)
    {
        ++m_context.counters.redundantAcks;
        return;
    }
    if (m_held.size() == kMostHeld)
    {
        const Held oldest = std::move(m_held.front());
        m_held.erase(m_held.begin());
        AskInstead(now, oldest.ack);
    }
    OutstandingRequest own = *m_outstanding.Take(ack.id);
    own.transmission.Write().retry = kNever; // the network has not lost it
    m_outstanding.Add(std::move(own));
    m_held.push_back({ack, now});
}

void
Requester::OnVerdicts(Time now)
{
    for (Held& held : std::exchange(m_held, {}))
    {
        const OutstandingRequest* const asked = m_outstanding.Find(held.ack.id);
        if (!asked)
        {
            continue; // given up meanwhile, or answered by somebody else
        }
        switch (m_context.routing->Judge(now, asked->key, held.ack.responsible))
        {
        case Belief::kBelieved:
            ++m_context.counters.answered;
            Complete(now, *m_outstanding.Take(held.ack.id), held.ack, held.arrived);
            break;
        case Belief::kHeld:
            m_held.push_back(std::move(held));
            break;
        default:
            AskInstead(now, held.ack);
        }
    }
    IssueAdmitted(now);
}

void
Requester::AskInstead(Time now, const OverlayAck& ack)
{
    auto own = m_outstanding.Take(ack.id);
    if (!own)
    {
        return;
    }
    const auto instead = m_context.routing->InsteadOf(now, own->key, ack.responsible);
    if (m_context.options.routing == RoutingMode::kIterative)
    {
        Search& search = own->transmission.Write().lookup.Write().search;
        search.OnFailed(ack.responsible);
        if (instead)
        {
            search.Suggest(*instead);
        }
        if (own->transmission->retry == kNever)
        {
            SetRetry(now, *own);
        }
        GoOn(now, std::move(*own));
        return;
    }
    if (!instead)
    {
        SetRetry(now, *own);
        m_outstanding.Add(std::move(*own));
        return;
    }
    // the way of requests has led to a liar: this one takes none
    ++own->sent;
    own->transmission.Write().lastSent = now;
    SetRetry(now, *own);
    Request lookup = MakeRequest(*own);
    m_outstanding.Add(std::move(*own));
    lookup.kind = MessageKind::kLookup;
    lookup.extras.Write().replyTo.reset();
    m_context.host.SendDatagram(instead->endpoint, lookup);
}

} // namespace dht
