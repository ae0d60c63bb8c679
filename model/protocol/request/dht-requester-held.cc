/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-requester.h"

#include <algorithm>
#include <utility>

/// What a requester does about answers that wait until it is known whether to believe them.

namespace dht
{

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
        const Asking asking = held.until <= now ? Asking::kLast : Asking::kAgain;
        const Belief belief =
            m_context.routing->Believes(now, held.own.key, held.ack.responsible, asking);
        Settle(now, belief, std::move(held));
    }
    IssueAdmitted(now);
}

void
Requester::Settle(Time now, Belief belief, Held answer)
{
    if (belief == Belief::kYes)
    {
        Deliver(now, answer.own, answer.ack, now - answer.own.issued);
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
    else if (answer.own.transmission->isDenied)
    {
        GiveUp(now, answer.own.id); // it was sent again, and led to no better answer
    }
    else
    {
        // an honest peer has left since, or joined: the next answer tells
        answer.own.transmission.Write().isDenied = true;
        Repeat(now, std::move(answer.own));
    }
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
