/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-flight-control.h"

#include "dht-transport-packet.h"

#include <algorithm>
#include <cmath>

namespace dht
{

namespace
{

/// The least payload of a packet, where there is enough to send: what the paper sends at low rates.
constexpr std::size_t kLeastPayload = 300;
/// A window is full if so many bytes more would not fit.
constexpr std::size_t kFullMargin = 3 * kMostPayload;
/// What may leave at once after a pause: so long at the pacing rate, or two packets.
constexpr double kPacingBurst = 0.002;
constexpr double kLeastBurst = 2 * static_cast<double>(kMostPayload);

} // namespace

FlightControl::FlightControl(std::unique_ptr<TransportWindow> window)
    : m_window(std::move(window))
{
}

std::size_t
FlightControl::PacketSize() const
{
    return std::clamp(m_window->Bytes() / 2, kLeastPayload, kMostPayload);
}

bool
FlightControl::HasRoom(std::size_t size) const
{
    return m_inFlight == 0 || m_inFlight + size <= m_window->Bytes();
}

Time
FlightControl::NextDeparture(Time now) const
{
    return std::isinf(m_window->PacingRate()) ? now : m_departure;
}

void
FlightControl::OnSent(Time now, std::size_t size)
{
    m_inFlight += size;
    const double rate = m_window->PacingRate();
    if (!std::isinf(rate))
    {
        const Time burst = FromSeconds(std::max(kPacingBurst, kLeastBurst / rate));
        m_departure = std::max(m_departure, now - burst);
        m_departure = Later(m_departure, FromSeconds(static_cast<double>(size) / rate));
    }
    m_window->OnSent(now, size);
}

void
FlightControl::OnAcked(AckedPackets acked)
{
    const bool isFull = m_inFlight + kFullMargin > m_window->Bytes();
    m_inFlight -= acked.bytes;
    acked.isLimited = m_rounds.OnAnswer(acked.now, acked.sent, isFull);
    m_window->OnAck(acked);
}

void
FlightControl::OnLost(const LostPackets& lost, std::size_t size)
{
    m_inFlight -= size;
    m_window->OnLoss(lost);
}

void
FlightControl::OnLate(Time now, Time sent)
{
    m_window->OnSpuriousLoss(now, sent);
}

void
FlightControl::Forget(std::size_t size)
{
    m_inFlight -= size;
}

void
FlightControl::Recall(std::size_t size)
{
    m_inFlight += size;
}

} // namespace dht
