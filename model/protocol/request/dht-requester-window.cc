/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-requester.h"

#include <utility>

/// What lets lookups of iterative routing wait: a full queue, or the window for lookups.

namespace dht
{

void
Requester::Park(OutstandingRequest own, bool isAgain)
{
    own.transmission.Write().lookup.Write().isParked = true;
    own.transmission.SetRetry(kNever); // nobody is late before he was asked
    RpcQueue& parked = Defer().parked;
    if (isAgain)
    {
        parked.AddAgain(own.id);
    }
    else
    {
        parked.Add(own.id);
    }
    m_outstanding.Add(std::move(own));
}

LookupWindow*
Requester::Lookups() const
{
    return m_deferred ? m_deferred->window.get() : nullptr;
}

bool
Requester::WaitsForWindow(LinkIndex link) const
{
    const RpcWindow* const window = link == m_relay.Anywhere() ? Window() : nullptr;
    return window && !window->HasRoom();
}

void
Requester::NoteAsked(Time now, const OutstandingRequest& own)
{
    if (LookupWindow* const window = Lookups())
    {
        window->OnAsked(now, own.id, own.Attempt());
        TellWindow(now);
    }
}

void
Requester::NoteLate(Time now, std::uint64_t id)
{
    if (LookupWindow* const window = Lookups())
    {
        window->OnLate(now, id);
        TellWindow(now);
    }
}

void
Requester::LeaveWindow(Time now, std::uint64_t id)
{
    LookupWindow* const window = Lookups();
    if (window && window->Forget(now, id))
    {
        TellWindow(now);
    }
}

void
Requester::LeaveWindowIfAnswered(Time now, const OutstandingRequest& own, std::uint8_t attempt)
{
    if (attempt == own.Attempt())
    {
        LeaveWindow(now, own.id);
    }
}

void
Requester::TellWindow(Time now)
{
    const RpcWindow& window = *Window();
    m_context.observer->OnLookupWindow(m_context.At(now), {window.Limit(), window.InFlight()});
}

bool
Requester::HasParked() const
{
    return m_deferred && m_deferred->parked.Size() > 0;
}

bool
Requester::SendParked(Time now)
{
    const LinkIndex link = m_relay.Anywhere();
    while (HasParked())
    {
        if (const auto full = m_relay.FullQueue(link))
        {
            WaitFor(now, *full);
            return false;
        }
        if (WaitsForWindow(link))
        {
            return false;
        }
        if (auto own = m_outstanding.Take(m_deferred->parked.Take())) // else given up meanwhile
        {
            GoOn(now, std::move(*own));
        }
    }
    return true;
}

void
Requester::GoOn(Time now, OutstandingRequest own)
{
    LookupState& lookup = own.transmission.Write().lookup.Write();
    lookup.isParked = false;
    const LookupWindow* const window = Lookups();
    if (window && (window->IsLate(own.id) || !lookup.search.HasNext(true)))
    {
        TryAgain(now, std::move(own));
        return;
    }
    own.CountTransmission();
    own.transmission.Write().lastSent = now;
    AskNext(own);
    // without a hop left it is dropped here: no timer brings it back
    if (HopLimitOf(own) > 0)
    {
        SetRetry(now, own);
        NoteAsked(now, own);
    }
    Request request = MakeRequest(own);
    m_outstanding.Add(std::move(own));
    m_relay.Accept(now, m_relay.Anywhere(), std::move(request));
}

} // namespace dht
