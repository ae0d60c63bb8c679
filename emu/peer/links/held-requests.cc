/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "held-requests.h"

#include "packet-headers.h"

#include <algorithm>

namespace dht
{

namespace asio = boost::asio;

namespace
{

constexpr std::size_t kUdpHeader = 8;
/// Acknowledgements come unheard; one may have let a link cross that was not quiet.
constexpr Time kLookAgain = FromSeconds(0.005);

} // namespace

HeldRequests::HeldRequests(asio::io_context& context,
                           const PeerClock& clock,
                           const HoldOptions& options,
                           const Links& links)
    : m_clock(&clock),
      m_links(&links),
      m_turns(options.batch),
      m_pacer(options.uploadRate),
      m_look(context)
{
}

void
HeldRequests::OnWritten(LinkIndex link)
{
    OutgoingLink& written = *(*m_links)[link];
    Charge(written);
    m_turns.Set(link, written.Held().Count(), written.Held().Bytes());
    Cross();
}

void
HeldRequests::Forget(LinkIndex link)
{
    m_turns.Set(link, 0);
}

void
HeldRequests::OnDatagram(std::size_t bytes, const Endpoint& to)
{
    m_pacer.OnDatagram(m_clock->Now(),
                       static_cast<double>(bytes + kUdpHeader + HeadersOfPacket(to)));
}

void
HeldRequests::Stop()
{
    m_look.cancel();
}

void
HeldRequests::Charge(OutgoingLink& link)
{
    m_pacer.OnSent(m_clock->Now(), link.TakeCost());
}

double
HeldRequests::Unacknowledged() const
{
    double sum = 0;
    for (const auto& link : *m_links)
    {
        sum += link ? link->CostOfUnacknowledged() : 0;
    }
    return sum;
}

void
HeldRequests::Cross()
{
    const Time now = m_clock->Now();
    if (!m_turns.IsEmpty() && m_pacer.IdleAt() > now)
    {
        m_pacer.OnUnacknowledged(now, Unacknowledged());
    }
    while (!m_turns.IsEmpty() && m_pacer.IdleAt() <= now)
    {
        const auto next =
            m_turns.TakeNext([this](LinkIndex link) { return (*m_links)[link]->IsQuiet(); });
        if (!next)
        {
            break;
        }
        (*m_links)[*next]->Flush();
        Charge(*(*m_links)[*next]);
    }
    if (m_turns.IsEmpty())
    {
        m_look.cancel();
        return;
    }
    const Time idle = m_pacer.IdleAt() - now;
    m_look.expires_after(idle > Time(0) ? std::min(idle, kLookAgain) : kLookAgain);
    m_look.async_wait([this](const boost::system::error_code& error) {
        if (!error)
        {
            Cross();
        }
    });
}

} // namespace dht
