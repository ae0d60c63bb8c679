/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-registered-rpc-window.h"

#include <algorithm>

namespace dht
{

namespace
{

/// A window is full if so many RPCs more would not fit, as one of the transport is.
constexpr std::size_t kNearlyFull = 3;
/// So many in flight at the most make no queue.
constexpr std::size_t kFew = 4;

/// @param kind A kind of window. @return Its constants; the delay that it heeds is the one-way one,
/// whatever its default is: a round trip tells how far a peer is, not how long queues are.
Parameters
OneWayConstantsOf(const WindowKind& kind)
{
    Parameters constants = kind.parameters;
    constants.Set("DelaySource", 0);
    return constants;
}

} // namespace

RegisteredRpcWindow::RegisteredRpcWindow(const WindowKind& kind)
    : m_size(static_cast<std::size_t>(kind.parameters["PacketSize"])),
      m_window(MakeWindow(kind, OneWayConstantsOf(kind)))
{
}

std::size_t
RegisteredRpcWindow::Limit() const
{
    return std::max<std::size_t>(1, m_window->Bytes() / m_size);
}

bool
RegisteredRpcWindow::TellsDistances() const
{
    return InFlight() <= kFew;
}

void
RegisteredRpcWindow::Enter(Time now)
{
    RpcWindow::Enter(now);
    m_window->OnSent(now, m_size);
}

void
RegisteredRpcWindow::OnReply(const RpcReply& reply)
{
    const Time roundTrip = reply.now - reply.sent;
    m_newest = std::max(m_newest, reply.sent);
    AckedPackets acked{reply.now, reply.sent, m_size, false, std::nullopt};
    acked.isLimited = m_rounds.OnAnswer(reply.now, reply.sent, InFlight() + kNearlyFull > Limit());
    if (reply.predicted)
    {
        // who is predicted too far away must not be the base of all others
        acked.sample = {roundTrip, std::max(roundTrip - *reply.predicted, Time(0)), Time(0)};
    }
    m_window->OnAck(acked);
}

void
RegisteredRpcWindow::OnTimeout(Time now, Time sent)
{
    // nothing answers: where all wait in one queue for longer than their timers, a window that is
    // only halved never gets below what the queue holds
    m_window->OnLoss({now, sent, sent > m_newest});
}

} // namespace dht
