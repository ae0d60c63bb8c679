/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-lookup-queue.h"

#include <utility>

namespace dht
{

void
LookupQueue::LimitBy(PeerContext& context, std::unique_ptr<RpcWindow> window)
{
    Need(context).window = std::make_unique<LookupWindow>(std::move(window));
}

LookupQueue::State&
LookupQueue::Need(PeerContext& context)
{
    if (!m_state)
    {
        m_state = std::make_unique<State>(context.random);
    }
    return *m_state;
}

LookupWindow*
LookupQueue::GetWindow() const
{
    return m_state ? m_state->window.get() : nullptr;
}

const RpcWindow*
LookupQueue::Window() const
{
    const LookupWindow* const window = GetWindow();
    return window ? &window->Window() : nullptr;
}

bool
LookupQueue::IsWindowFull() const
{
    const RpcWindow* const window = Window();
    return window && !window->HasRoom();
}

std::size_t
LookupQueue::Size() const
{
    return m_state ? m_state->waiting.Size() : 0;
}

void
LookupQueue::Add(PeerContext& context, OutstandingRequest& own, bool isAgain)
{
    own.transmission.Write().lookup.Write().isParked = true;
    own.transmission.SetRetry(kNever); // nobody is late before he was asked
    RpcQueue& waiting = Need(context).waiting;
    if (isAgain)
    {
        waiting.AddAgain(own.id);
    }
    else
    {
        waiting.Add(own.id);
    }
}

std::uint64_t
LookupQueue::Take()
{
    return m_state->waiting.Take();
}

void
LookupQueue::OnAsked(PeerContext& context, Time now, const OutstandingRequest& own)
{
    if (LookupWindow* const window = GetWindow())
    {
        window->OnAsked(now, own.id, own.Attempt());
        Tell(context, now);
    }
}

void
LookupQueue::OnLate(PeerContext& context, Time now, std::uint64_t id)
{
    if (LookupWindow* const window = GetWindow())
    {
        window->OnLate(now, id);
        Tell(context, now);
    }
}

void
LookupQueue::Forget(PeerContext& context, Time now, std::uint64_t id)
{
    LookupWindow* const window = GetWindow();
    if (window && window->Forget(now, id))
    {
        Tell(context, now);
    }
}

void
LookupQueue::OnAnswered(PeerContext& context,
                        Time now,
                        const OutstandingRequest& own,
                        std::uint8_t attempt,
                        Time sent)
{
    LookupWindow* const window = GetWindow();
    // an answer to an earlier question comes too late to say anything
    if (window && (attempt == own.Attempt() || window->FirstSent(own.id, attempt)))
    {
        window->OnAnswered(now, sent);
        Tell(context, now);
    }
}

std::optional<Time>
LookupQueue::FirstSent(const OutstandingRequest& own, std::uint8_t attempt) const
{
    const LookupWindow* const window = GetWindow();
    return window ? window->FirstSent(own.id, attempt) : std::nullopt;
}

bool
LookupQueue::IsLate(const OutstandingRequest& own) const
{
    const LookupWindow* const window = GetWindow();
    return window && window->IsLate(own.id);
}

void
LookupQueue::Tell(PeerContext& context, Time now) const
{
    const RpcWindow& window = *Window();
    context.observer->OnLookupWindow(context.At(now), {window.Limit(), window.InFlight()});
}

} // namespace dht
