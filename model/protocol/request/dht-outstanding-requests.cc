/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-outstanding-requests.h"

#include "dht-prefetch.h"

#include <algorithm>
#include <utility>

namespace dht
{

namespace
{

/// @param id An id. @param other Another one. @return Whether the first is before the other; ids
/// grow even where they begin again at 0.
bool
IsBefore(std::uint64_t id, std::uint64_t other)
{
    return static_cast<std::int64_t>(id - other) < 0;
}

} // namespace

OutstandingRequests::OutstandingRequests(Time lifetime)
    : m_lifetime(lifetime)
{
    static_assert(sizeof(Block) + sizeof(void*) <= 256);
}

std::size_t
OutstandingRequests::Size() const
{
    return m_size;
}

std::size_t
OutstandingRequests::SizeForOthers() const
{
    return m_forOthers;
}

std::size_t
OutstandingRequests::SizeLost() const
{
    return m_lost;
}

bool
OutstandingRequests::IsLost(const OutstandingRequest& request)
{
    const TransmissionState& transmission = *request.transmission;
    return (request.sent > 1 || transmission.isHeldUp) && !transmission.isForOthers;
}

Time
OutstandingRequests::EndOf(const OutstandingRequest& request) const
{
    return Later(request.issued, m_lifetime);
}

Time
OutstandingRequests::RetryOf(const OutstandingRequest& request) const
{
    const Time retry = request.transmission.Retry();
    return retry < EndOf(request) ? retry : kNever;
}

// ---- where requests are

std::size_t
OutstandingRequests::PartOf(std::uint64_t id) const
{
    const auto isBefore = [](std::uint64_t one, const Part& part) {
        return IsBefore(one, part.first);
    };
    const auto after = std::upper_bound(m_parts.begin(), m_parts.end(), id, isBefore);
    return std::max<std::ptrdiff_t>(after - m_parts.begin(), 1) - 1;
}

std::uint32_t
OutstandingRequests::PlaceIn(const Block& block, std::uint64_t id)
{
    std::uint32_t place = block.begin;
    while (place < block.end && IsBefore(block.requests[place].id, id))
    {
        ++place;
    }
    return place;
}

std::optional<OutstandingRequests::Place>
OutstandingRequests::PlaceOf(std::uint64_t id) const
{
    if (m_parts.empty())
    {
        return std::nullopt;
    }
    const std::size_t part = PartOf(id);
    const Block& block = *m_parts[part].block;
    const std::uint32_t place = PlaceIn(block, id);
    const bool isThere = place < block.end && block.requests[place].id == id;
    return isThere ? std::optional(Place{part, place}) : std::nullopt;
}

const OutstandingRequest*
OutstandingRequests::Find(std::uint64_t id) const
{
    const auto at = PlaceOf(id);
    return at ? &m_parts[at->part].block->requests[at->place] : nullptr;
}

void
OutstandingRequests::Prefetch() const
{
    dht::Prefetch(m_parts.data(), m_parts.size() * sizeof(Part));
}

void
OutstandingRequests::PrefetchEnds() const
{
    if (!m_parts.empty())
    {
        dht::Prefetch(m_parts.front().block.get(), sizeof(OutstandingRequest));
        dht::Prefetch(m_parts.back().block.get(), sizeof(Block));
    }
}

// ---- what comes

bool
OutstandingRequests::Add(OutstandingRequest request)
{
    if (m_parts.empty())
    {
        AddPart(0, request.id);
    }
    Place at{PartOf(request.id), 0};
    at.place = PlaceIn(*m_parts[at.part].block, request.id);
    const Block& there = *m_parts[at.part].block;
    if (at.place < there.end && there.requests[at.place].id == request.id)
    {
        return false;
    }
    if (there.Size() == kBlock)
    {
        at = Split(at, request.id);
    }
    Part& part = m_parts[at.part];
    Block& block = *part.block;
    const auto first = block.requests.begin();
    if (block.end < kBlock)
    {
        std::move_backward(first + at.place, first + block.end, first + block.end + 1);
        ++block.end;
    }
    else
    {
        std::move(first + block.begin, first + at.place, first + block.begin - 1);
        --block.begin;
        --at.place;
    }
    ++m_size;
    m_forOthers += request.transmission->isForOthers ? 1 : 0;
    m_lost += IsLost(request) ? 1 : 0;
    part.first = IsBefore(request.id, part.first) ? request.id : part.first;
    part.retry = std::min(part.retry, RetryOf(request));
    m_nextDeadline = std::min({m_nextDeadline, RetryOf(request), EndOf(request)});
    block.requests[at.place] = std::move(request);
    return true;
}

OutstandingRequests::Place
OutstandingRequests::Split(Place at, std::uint64_t id)
{
    const bool isEnd = at.place == kBlock;
    const bool isLast = at.part + 1 == m_parts.size();
    // nearly all come last, and leave full blocks behind them
    const std::uint32_t kept = isEnd && isLast ? kBlock : kBlock / 2;
    Block& full = *m_parts[at.part].block;
    AddPart(at.part + 1, kept < kBlock ? full.requests[kept].id : id);
    Part& before = m_parts[at.part];
    Part& behind = m_parts[at.part + 1];
    behind.block->end = kBlock - kept;
    std::move(full.requests.begin() + kept, full.requests.end(), behind.block->requests.begin());
    full.end = kept;
    UpdateRetry(before);
    UpdateRetry(behind);
    return at.place <= kept && kept < kBlock ? at : Place{at.part + 1, at.place - kept};
}

void
OutstandingRequests::AddPart(std::size_t part, std::uint64_t first)
{
    m_parts.insert(m_parts.begin() + static_cast<std::ptrdiff_t>(part),
                   Part{first, kNever, std::make_unique<Block>()});
}

// ---- what goes

std::optional<OutstandingRequest>
OutstandingRequests::Take(std::uint64_t id)
{
    const auto at = PlaceOf(id);
    return at ? std::optional(TakeAt(*at)) : std::nullopt;
}

OutstandingRequest
OutstandingRequests::TakeAt(const Place& at)
{
    Part& part = m_parts[at.part];
    Block& block = *part.block;
    const auto first = block.requests.begin();
    OutstandingRequest taken = std::move(block.requests[at.place]);
    // the shorter side closes the gap
    if (at.place - block.begin < block.end - at.place)
    {
        std::move_backward(first + block.begin, first + at.place, first + at.place + 1);
        ++block.begin;
    }
    else
    {
        std::move(first + at.place + 1, first + block.end, first + at.place);
        --block.end;
    }
    --m_size;
    m_forOthers -= taken.transmission->isForOthers ? 1 : 0;
    m_lost -= IsLost(taken) ? 1 : 0;
    const Time retry = RetryOf(taken);
    if (retry == part.retry && retry < kNever)
    {
        UpdateRetry(part);
    }
    if (block.Size() == 0)
    {
        ErasePart(at.part);
    }
    else if (block.Size() <= kBlock / 2)
    {
        Merge(at.part);
        if (at.part > 0)
        {
            Merge(at.part - 1);
        }
    }
    if (m_nextDeadline == retry || m_nextDeadline == EndOf(taken))
    {
        UpdateNextDeadline();
    }
    return taken;
}

void
OutstandingRequests::Merge(std::size_t part)
{
    if (part + 1 >= m_parts.size())
    {
        return;
    }
    Block& block = *m_parts[part].block;
    Block& next = *m_parts[part + 1].block;
    if (block.Size() + next.Size() > kBlock)
    {
        return;
    }
    const auto first = block.requests.begin();
    std::move(first + block.begin, first + block.end, first);
    block.end = block.Size();
    block.begin = 0;
    std::move(next.requests.begin() + next.begin,
              next.requests.begin() + next.end,
              first + block.end);
    block.end += next.Size();
    m_parts[part].retry = std::min(m_parts[part].retry, m_parts[part + 1].retry);
    ErasePart(part + 1);
}

void
OutstandingRequests::ErasePart(std::size_t part)
{
    constexpr std::size_t few = 4;
    m_parts.erase(m_parts.begin() + static_cast<std::ptrdiff_t>(part));
    if (m_parts.capacity() > few && 3 * m_parts.size() < m_parts.capacity())
    {
        m_parts.shrink_to_fit();
    }
}

OutstandingRequest
OutstandingRequests::TakeEarliest()
{
    // at the same time, the older request comes first
    const Block& first = *m_parts.front().block;
    if (EndOf(first.requests[first.begin]) == m_nextDeadline)
    {
        return TakeAt({0, first.begin});
    }
    Place at{0, 0};
    while (m_parts[at.part].retry != m_nextDeadline)
    {
        ++at.part;
    }
    const Block& block = *m_parts[at.part].block;
    at.place = block.begin;
    while (RetryOf(block.requests[at.place]) != m_nextDeadline)
    {
        ++at.place;
    }
    return TakeAt(at);
}

// ---- deadlines

void
OutstandingRequests::UpdateRetry(Part& part) const
{
    part.retry = kNever;
    for (std::uint32_t i = part.block->begin; i < part.block->end; ++i)
    {
        part.retry = std::min(part.retry, RetryOf(part.block->requests[i]));
    }
}

void
OutstandingRequests::UpdateNextDeadline()
{
    m_nextDeadline = kNever;
    for (const Part& part : m_parts)
    {
        m_nextDeadline = std::min(m_nextDeadline, part.retry);
    }
    if (!m_parts.empty())
    {
        const Block& first = *m_parts.front().block;
        m_nextDeadline = std::min(m_nextDeadline, EndOf(first.requests[first.begin]));
    }
}

} // namespace dht
