/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-joiner.h"

/// How a peer gives its place up for a while.

namespace dht
{

void
Joiner::StepOut(Time now)
{
    SayGoodbye(now);
    m_state = State::kOut;
    Rest();
    m_neighbours.Clear(now);
}

void
Joiner::Return(Time now, const RingNodes& known)
{
    m_isReturning = true;
    m_state = State::kJoining;
    m_fellows.Clear();
    AskContacts(now, known);
}

bool
Joiner::IsOut() const
{
    return m_state == State::kOut;
}

} // namespace dht
