/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dtl-repair-links.h"

#include <utility>

namespace dht
{

DtlRepairLinks::DtlRepairLinks(boost::asio::io_context& context,
                               const PeerClock& clock,
                               DatagramPort& datagrams,
                               const Setup& setup,
                               Random& random,
                               MessageStreams::Listeners listeners)
    : m_clock(clock),
      m_streams(setup.options,
                setup.windows.MakerAt(setup.options.priority),
                random,
                std::move(listeners)),
      m_pump(context, clock, datagrams, m_streams)
{
}

void
DtlRepairLinks::OnPacket(const Endpoint& from,
                         const std::uint8_t* bytes,
                         std::size_t size,
                         Time late)
{
    m_pump.OnPacket(from, bytes, size, late);
}

void
DtlRepairLinks::Stop()
{
    m_streams.AbortAll(m_clock.Now());
    m_pump.Stop();
}

bool
DtlRepairLinks::IsSending() const
{
    const TransportEndpoint::State now = m_streams.Core().Now();
    return now.bytesInFlight > 0 || now.bytesWaiting > 0;
}

const RepairStreams&
DtlRepairLinks::Streams() const
{
    return m_streams;
}

void
DtlRepairLinks::SendOverLink(const Endpoint& to, const StorageMessage& message)
{
    m_streams.Send(m_clock.Now(), to, message);
    m_pump.PollSoon();
}

void
DtlRepairLinks::SetFewest(std::optional<std::size_t> fewest)
{
    if (m_streams.SetFewest(m_clock.Now(), fewest))
    {
        m_pump.PollSoon();
    }
}

std::size_t
DtlRepairLinks::MostAtOnce() const
{
    return m_streams.MostAtOnce();
}

} // namespace dht
