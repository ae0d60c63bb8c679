/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-outstanding-requests.h"

#include <algorithm>
#include <functional>

namespace dht
{

namespace
{

/// Deadlines that may be kept although they do not stand any more, beside as many as stand.
constexpr std::size_t kDeadlinesToSpare = 8;

/// @param request A request or what is left of it. @return Whether it was taken.
bool
IsHole(const OutstandingRequest& request)
{
    return request.sent == 0;
}

} // namespace

std::size_t
OutstandingRequests::Size() const
{
    return m_size;
}

std::size_t
OutstandingRequests::PlaceOf(std::uint64_t id) const
{
    if (m_requests.empty())
    {
        return 0;
    }
    // counted from the first one, ids grow even where they begin again at 0
    const std::uint64_t first = m_requests.front().id;
    const auto isBefore = [first](const OutstandingRequest& request, std::uint64_t other) {
        return request.id - first < other - first;
    };
    return std::lower_bound(m_requests.begin(), m_requests.end(), id, isBefore) -
           m_requests.begin();
}

bool
OutstandingRequests::IsAt(std::size_t place, std::uint64_t id) const
{
    return place < m_requests.size() && m_requests[place].id == id && !IsHole(m_requests[place]);
}

bool
OutstandingRequests::Add(OutstandingRequest request)
{
    std::size_t place = PlaceOf(request.id);
    const bool isKnown = place < m_requests.size() && m_requests[place].id == request.id;
    if (isKnown && !IsHole(m_requests[place]))
    {
        return false;
    }
    PushDeadline(request);
    ++m_size;
    if (isKnown)
    {
        m_requests[place] = std::move(request); // it was taken, and comes back
    }
    else
    {
        MakeRoom();
        place = PlaceOf(request.id);
        m_requests.insert(m_requests.begin() + static_cast<std::ptrdiff_t>(place),
                          std::move(request));
    }
    DropPastDeadlines();
    return true;
}

void
OutstandingRequests::MakeRoom()
{
    if (m_requests.size() < m_requests.capacity())
    {
        return;
    }
    m_requests.erase(std::remove_if(m_requests.begin(), m_requests.end(), IsHole),
                     m_requests.end());
    // a quarter of the room is left for the next ones, so that this does not happen each time
    const std::size_t used = m_requests.size();
    if (4 * used >= 3 * m_requests.capacity())
    {
        m_requests.reserve(std::max<std::size_t>(4, used + used / 2));
    }
}

void
OutstandingRequests::PushDeadline(const OutstandingRequest& request)
{
    if (m_deadlines.size() > 2 * m_size + kDeadlinesToSpare)
    {
        ForgetPastDeadlines();
    }
    m_deadlines.emplace_back(request.deadline, request.id);
    std::push_heap(m_deadlines.begin(), m_deadlines.end(), std::greater<>());
}

void
OutstandingRequests::ForgetPastDeadlines()
{
    m_deadlines.clear();
    for (const OutstandingRequest& request : m_requests)
    {
        if (!IsHole(request))
        {
            m_deadlines.emplace_back(request.deadline, request.id);
        }
    }
    std::make_heap(m_deadlines.begin(), m_deadlines.end(), std::greater<>());
}

void
OutstandingRequests::DropPastDeadlines()
{
    while (!m_deadlines.empty())
    {
        const auto& [deadline, id] = m_deadlines.front();
        const OutstandingRequest* const request = Find(id);
        if (request && request->deadline == deadline)
        {
            break;
        }
        std::pop_heap(m_deadlines.begin(), m_deadlines.end(), std::greater<>());
        m_deadlines.pop_back();
    }
    m_nextDeadline = m_deadlines.empty() ? kNever : m_deadlines.front().first;
}

std::optional<OutstandingRequest>
OutstandingRequests::Take(std::uint64_t id)
{
    const std::size_t place = PlaceOf(id);
    if (!IsAt(place, id))
    {
        return std::nullopt;
    }
    return TakeAt(place);
}

OutstandingRequest
OutstandingRequests::TakeAt(std::size_t place)
{
    OutstandingRequest& hole = m_requests[place];
    OutstandingRequest taken = std::move(hole);
    hole.sent = 0;
    --m_size;
    DropPastDeadlines();
    return taken;
}

const OutstandingRequest*
OutstandingRequests::Find(std::uint64_t id) const
{
    const std::size_t place = PlaceOf(id);
    return IsAt(place, id) ? &m_requests[place] : nullptr;
}

OutstandingRequest
OutstandingRequests::TakeEarliest()
{
    return TakeAt(PlaceOf(m_deadlines.front().second));
}

} // namespace dht
