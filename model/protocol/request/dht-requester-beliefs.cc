/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-requester.h"

#include <algorithm>
#include <utility>

/// What a requester does about answers that it does not believe, or not yet.

namespace dht
{

namespace
{

/// Answers that are held at once; one more has to be believed, or not, by what is known.
constexpr std::size_t kMostHeld = 64;

} // namespace

Belief
Requester::Judge(Time now, const Key& key, const OverlayAck& ack)
{
    const auto believes = [&](Hearing hearing) {
        return m_context.routing->Believes(now, key, ack.responsible, hearing);
    };
    const Belief belief = believes(Hearing::kFirst);
    const bool isFull = belief == Belief::kLater && CountHeld() >= kMostHeld;
    return isFull ? believes(Hearing::kLast) : belief;
}

void
Requester::ReviewHeld(Time now)
{
    if (CountHeld() == 0 ||
        (!m_context.routing->TakeNews() && now < m_deferred->held.front().until))
    {
        return;
    }
    for (Held& held : std::exchange(m_deferred->held, {}))
    {
        const Hearing hearing = held.until <= now ? Hearing::kLast : Hearing::kAgain;
        const Belief belief =
            m_context.routing->Believes(now, held.own.key, held.ack.responsible, hearing);
        Settle(now, belief, std::move(held));
    }
    IssueAdmitted(now);
}

void
Requester::Settle(Time now, Belief belief, Held answer)
{
    OutstandingRequest& own = answer.own;
    if (belief == Belief::kYes)
    {
        Deliver(now, own, answer.ack, now - own.issued);
    }
    else if (belief == Belief::kLater)
    {
        std::vector<Held>& held = Defer().held;
        const auto endsBefore = [](const Held& one, const Held& other) {
            return one.until < other.until;
        };
        held.insert(std::upper_bound(held.begin(), held.end(), answer, endsBefore),
                    std::move(answer));
    }
    else if (own.transmission->denied != 0 && !own.IsDenied())
    {
        GiveUp(now, own.id); // another way has led to the same
    }
    else
    {
        // by the time it is sent again, more is known; who repeats an answer does not put that off
        if (!own.IsDenied())
        {
            own.transmission.Write().denied = own.Attempt();
            SetRetry(now, own);
        }
        m_outstanding.Add(std::move(own));
    }
}

std::optional<LinkIndex>
Requester::LinkAgain(const OutstandingRequest& own) const
{
    const auto link = LinkFor(own.key);
    // a peer that lies goes on lying: another way may not lead to it; a search finds one by itself
    return link && own.IsDenied() && m_context.options.routing == RoutingMode::kRecursive
               ? m_context.routing->HopInTurn(own.key, own.sent)
               : link;
}

std::size_t
Requester::CountHeld() const
{
    return m_deferred ? m_deferred->held.size() : 0;
}

Requester::Deferred&
Requester::Defer()
{
    if (!m_deferred)
    {
        m_deferred = std::make_unique<Deferred>(m_context.random);
    }
    return *m_deferred;
}

} // namespace dht
