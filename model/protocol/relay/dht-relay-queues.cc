/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-relay-queues.h"

#include "dht-prefetch.h"
#include "dht-wire-format.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>

namespace dht
{

namespace
{

/// Requests for which a short queue has memory, at the most.
constexpr std::size_t kShort = 8;

} // namespace

static_assert(sizeof(RelayQueues::Entry) <= sizeof(Request) + 8);

RelayQueues::Entry::Entry()
    : link(0),
      source(0),
      enteredAt(0)
{
}

RelayQueues::Entry::Entry(LinkIndex link, Time now, Request request)
    : link(link % kMostLinks),
      source(0),
      enteredAt(StampOf(now)),
      request(std::move(request))
{
}

std::uint32_t
RelayQueues::Entry::StampOf(Time now)
{
    return static_cast<std::uint32_t>(
        std::chrono::duration_cast<std::chrono::microseconds>(now).count());
}

Time
RelayQueues::Entry::SojournAt(Time now) const
{
    return std::chrono::microseconds(StampOf(now) - enteredAt);
}

RelayQueues::RelayQueues(QueueDiscipline discipline,
                         BufferSharing sharing,
                         std::size_t capacity,
                         LinkIndex links)
    : m_discipline(discipline),
      m_sharing(sharing),
      m_count(discipline == QueueDiscipline::kShared ? 1 : std::max<LinkIndex>(links, 1)),
      m_whole(static_cast<std::uint32_t>(
          std::min<std::size_t>(capacity, std::numeric_limits<std::uint32_t>::max())))
{
    if (links > Entry::kMostLinks)
    {
        throw std::length_error("a relay of " + std::to_string(links) + " links");
    }
    Share(m_count);
}

void
RelayQueues::Share(QueueIndex parts)
{
    const bool split = m_sharing == BufferSharing::kSplit;
    m_capacity = std::max(split ? m_whole / std::max(parts, 1U) : m_whole, 1U);
}

QueueIndex
RelayQueues::QueueOf(LinkIndex link) const
{
    return m_discipline == QueueDiscipline::kShared ? 0 : link;
}

QueueIndex
RelayQueues::Count() const
{
    return m_count;
}

std::size_t
RelayQueues::Room(QueueIndex queue) const
{
    const std::size_t used = m_sharing == BufferSharing::kSplit ? Length(queue) : m_total;
    const std::size_t free = m_capacity - std::min<std::size_t>(used, m_capacity);
    return m_sharing == BufferSharing::kDynamic ? free - std::min(free, Length(queue)) : free;
}

std::size_t
RelayQueues::Length(QueueIndex queue) const
{
    if (m_count == 1)
    {
        return m_total; // what is in the queue is not looked at
    }
    return m_queues.empty() ? 0 : m_queues[queue].Size();
}

std::size_t
RelayQueues::TotalLength() const
{
    return m_total;
}

bool
RelayQueues::IsFull(QueueIndex queue) const
{
    return Room(queue) == 0;
}

const RelayQueues::Entry&
RelayQueues::Front(QueueIndex queue) const
{
    return m_queues[queue][0];
}

const RelayQueues::Entry&
RelayQueues::At(QueueIndex queue, std::size_t place) const
{
    return m_queues[queue][place];
}

void
RelayQueues::CountShares()
{
    m_shares = std::make_unique<BufferShares>();
}

bool
RelayQueues::Admit(Time now, Entry& entry, BufferShares::Source from)
{
    if (!m_shares)
    {
        return true;
    }
    entry.source = m_shares->NumberOf(now, from);
    return m_shares->Admits(now, entry.source, FrameSize(entry.request));
}

std::optional<RelayQueues::Place>
RelayQueues::Surplus(Time now, const Entry& newcomer) const
{
    const auto source = m_shares
                            ? m_shares->Greediest(now, newcomer.source, FrameSize(newcomer.request))
                            : std::nullopt;
    std::optional<Place> youngest;
    for (QueueIndex queue = 0; source && queue < m_count; ++queue)
    {
        std::size_t place = Length(queue);
        while (place > 0 && At(queue, place - 1).source != *source)
        {
            --place;
        }
        const auto age = [&](const Place& at) {
            return newcomer.enteredAt - At(at.queue, at.place).enteredAt;
        };
        if (place > 0 && (!youngest || age({queue, place - 1}) < age(*youngest)))
        {
            youngest = Place{queue, place - 1};
        }
    }
    return youngest;
}

void
RelayQueues::Push(Entry entry, std::size_t place)
{
    if (m_shares)
    {
        m_shares->Add(entry.source, FrameSize(entry.request));
    }
    m_queues.resize(m_count);
    auto& queue = m_queues[QueueOf(entry.link)];
    queue.Insert(std::move(entry), place, m_capacity);
    ++m_total;
}

RelayQueues::Entry
RelayQueues::Take(QueueIndex queue, std::size_t place)
{
    return Left(m_queues[queue].Take(place));
}

RelayQueues::Entry
RelayQueues::Pop(QueueIndex queue)
{
    return Take(queue, 0);
}

RelayQueues::Entry
RelayQueues::PopLast(QueueIndex queue)
{
    return Take(queue, m_queues[queue].Size() - 1);
}

void
RelayQueues::Prefetch() const
{
    // of many queues, which one will be needed is not known
    dht::Prefetch(m_queues.data(), sizeof(m_queues.front()));
}

void
RelayQueues::PrefetchEnds() const
{
    if (m_count == 1 && m_total > 0)
    {
        // a short queue may begin anywhere in its memory, which is for four times as much at most
        dht::Prefetch(m_queues.front().Memory(),
                      std::min({std::size_t{m_capacity}, 4 * m_total + 1, kShort}) * sizeof(Entry));
    }
}

RelayQueues::Entry
RelayQueues::Left(Entry entry)
{
    --m_total;
    if (m_shares)
    {
        m_shares->Remove(entry.source, FrameSize(entry.request));
    }
    return entry;
}

} // namespace dht
