/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-memory-path.h"

#include <algorithm>
#include <utility>

namespace dht
{

namespace
{

/// A packet of a connection is sent again after this, or after three delays if that is longer; then
/// after twice as long each time.
constexpr Time kFirstLinkWait = FromSeconds(0.2);
constexpr Time kLongestLinkWait = FromSeconds(120);

} // namespace

MemoryPath::MemoryPath(MemoryParts& parts, std::size_t place, std::uint64_t life)
    : m_parts(parts),
      m_place(place),
      m_life(life)
{
}

void
MemoryPath::At(Time time, std::function<void()> action)
{
    m_parts.events.At(
        time,
        [&parts = m_parts, place = m_place, life = m_life, action = std::move(action)] {
            if (parts.Find(place, life))
            {
                action();
            }
        });
}

Time
MemoryPath::DelayTo(std::size_t to) const
{
    const PeerDelays* const delays = m_parts.options.delays;
    const bool isPlace = to < m_parts.hosts.size();
    const Time delay = delays && isPlace ? delays->Get(static_cast<std::uint32_t>(m_place),
                                                       static_cast<std::uint32_t>(to))
                                         : m_parts.options.delay;
    return delay + m_parts.faults.DelayBetween(m_place, to);
}

void
MemoryPath::AtHost(std::size_t to, Time time, std::function<void(MemoryHost&)> action)
{
    m_parts.events.At(time + DelayTo(to) + m_parts.faults.Jitter(),
                      [&parts = m_parts, from = m_place, to, action = std::move(action)] {
                          MemoryHost* const host = parts.Find(to);
                          if (host && parts.faults.Reaches(from, to))
                          {
                              action(*host);
                          }
                      });
}

void
MemoryPath::SendUnreliably(std::size_t to, Time time, std::function<void(MemoryHost&)> action)
{
    if (m_parts.faults.IsLost())
    {
        return;
    }
    if (m_parts.faults.IsDoubled())
    {
        AtHost(to, time, action);
    }
    AtHost(to, time, std::move(action));
}

void
MemoryPath::SendOnLink(LinkPacket packet, Time time)
{
    m_parts.flying += packet.isRequest;
    const Time wait = std::max(kFirstLinkWait, 3 * DelayTo(packet.to));
    SendOnLink(std::move(packet), time, wait);
}

MemoryPath::Fate
MemoryPath::FateOf(MemoryParts& parts, std::size_t from, const LinkPacket& packet)
{
    const auto links = packet.isOwn ? parts.faults.LinksBetween(from, packet.to)
                                    : parts.faults.LinksBetween(packet.to, from);
    if (links == MemoryFaults::Links::kDropped || parts.faults.IsLost())
    {
        return Fate::kLost;
    }
    const bool isThere = parts.Find(packet.to);
    if (links == MemoryFaults::Links::kPass && isThere)
    {
        return Fate::kArrives;
    }
    return isThere || !parts.options.silentCrashes ? Fate::kRefused : Fate::kLost;
}

void
MemoryPath::SendOnLink(LinkPacket packet, Time time, Time wait)
{
    const Time due = time + DelayTo(packet.to) + m_parts.faults.Jitter();
    auto arrive = [this,
                   &parts = m_parts,
                   from = m_place,
                   life = m_life,
                   packet = std::move(packet),
                   time,
                   wait] {
        const Fate fate = FateOf(parts, from, packet);
        const bool isSenderThere = parts.Find(from, life);
        if (fate == Fate::kLost && isSenderThere && wait <= kLongestLinkWait)
        {
            SendOnLink(packet, time + wait, 2 * wait);
            return;
        }
        parts.flying -= packet.isRequest;
        if (fate == Fate::kArrives)
        {
            packet.arrive(*parts.Find(packet.to));
        }
        else if (isSenderThere)
        {
            packet.giveUp();
        }
    };
    m_parts.events.At(due, std::move(arrive));
}

Time
MemoryPath::TakeUplink()
{
    return TakeUplink(FromSeconds(1 / m_parts.options.uplinkRate));
}

Time
MemoryPath::TakeUplink(Time time)
{
    m_uplinkFree = UplinkFree() + time;
    return m_uplinkFree;
}

Time
MemoryPath::UplinkFree() const
{
    return std::max(m_uplinkFree, m_parts.events.Now());
}

} // namespace dht
