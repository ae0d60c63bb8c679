/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-transport-opening.h"

namespace dht
{

namespace
{

/// When opens are sent, from when the connection was wanted: as TCP's timer of 1 s, doubled.
constexpr std::array<Time, TransportOpening::kMostOpens> kOpenTimes{Time(0),
                                                                    FromSeconds(1),
                                                                    FromSeconds(3)};
/// When it is given up.
constexpr Time kOpenLimit = FromSeconds(7);

} // namespace

TransportOpening::TransportOpening(Time now, std::uint32_t first)
    : m_begun(now),
      m_first(first)
{
}

std::optional<std::uint32_t>
TransportOpening::Poll(Time now)
{
    if (m_cookie || m_opens == kMostOpens || now < m_begun + kOpenTimes[m_opens])
    {
        return std::nullopt;
    }
    m_sent[m_opens] = now;
    return m_first + m_opens++;
}

Time
TransportOpening::NextTimer() const
{
    return m_begun + (m_cookie || m_opens == kMostOpens ? kOpenLimit : kOpenTimes[m_opens]);
}

bool
TransportOpening::IsTooLate(Time now) const
{
    return now >= m_begun + kOpenLimit;
}

bool
TransportOpening::IsOwn(std::uint32_t number) const
{
    return number - m_first < m_opens;
}

std::optional<Time>
TransportOpening::OnCookie(Time now, const CookiePacket& packet)
{
    if (m_cookie || !IsOwn(packet.header.number))
    {
        return std::nullopt;
    }
    m_cookie = packet.cookie;
    return now - m_sent[packet.header.number - m_first];
}

} // namespace dht
