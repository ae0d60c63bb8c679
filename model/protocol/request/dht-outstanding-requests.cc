/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-outstanding-requests.h"

#include "dht-prefetch.h"
#include "dht-spare-room.h"

#include <algorithm>
#include <functional>
#include <iterator>

namespace dht
{

namespace
{

/**
 * Make room for one more element in an array. If it is full or mostly spare, what is of no use is
 * taken out first, and then the array gets room for a quarter more than there is left, not to be
 * full again at once: more than before, or less, if it has far more. Of very many peers, most have
 * had a peak.
 *
 * @param array The array. @param tidy Takes out what is of no use.
 */
template <typename Element, typename Tidy>
void
MakeRoomIn(LeanVector<Element>& array, Tidy tidy)
{
    if (array.size() < array.capacity() && !IsMostlySpare(array.size(), array.capacity()))
    {
        return;
    }
    tidy();
    const std::size_t enough = std::max<std::size_t>(4, array.size() + array.size() / 4);
    if (8 * array.size() >= 7 * array.capacity())
    {
        array.reserve(enough);
    }
    else if (3 * enough <= 2 * array.capacity())
    {
        LeanVector<Element> smaller;
        smaller.reserve(enough);
        std::move(array.begin(), array.end(), std::back_inserter(smaller));
        array.swap(smaller);
    }
}

/// @param request A request or what is left of it. @return Whether it was taken.
bool
IsHole(const OutstandingRequest& request)
{
    return request.sent == 0;
}

} // namespace

OutstandingRequests::OutstandingRequests(Time lifetime)
    : m_lifetime(lifetime)
{
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

std::size_t
OutstandingRequests::PlaceOf(std::uint64_t id) const
{
    // ids grow even where they begin again at 0
    const auto isBefore = [](const OutstandingRequest& request, std::uint64_t other) {
        return static_cast<std::int64_t>(request.id - other) < 0;
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
    PushRetry(request);
    ++m_size;
    m_forOthers += request.transmission->isForOthers ? 1 : 0;
    m_lost += IsLost(request) ? 1 : 0;
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
    m_first = std::min(m_first, static_cast<std::uint32_t>(place));
    UpdateNextDeadline();
    return true;
}

void
OutstandingRequests::MakeRoom()
{
    MakeRoomIn(m_requests, [this] {
        m_requests.erase(std::remove_if(m_requests.begin(), m_requests.end(), IsHole),
                         m_requests.end());
        m_first = 0;
    });
}

bool
OutstandingRequests::HasRetry(const OutstandingRequest& request) const
{
    return request.transmission->retry < EndOf(request);
}

void
OutstandingRequests::PushRetry(const OutstandingRequest& request)
{
    if (!HasRetry(request))
    {
        return;
    }
    MakeRoomIn(m_retries, [this] { ForgetPastRetries(); });
    m_retries.emplace_back(request.transmission->retry, request.id);
    std::push_heap(m_retries.begin(), m_retries.end(), std::greater<>());
}

void
OutstandingRequests::ForgetPastRetries()
{
    m_retries.clear();
    for (const OutstandingRequest& request : m_requests)
    {
        if (!IsHole(request) && HasRetry(request))
        {
            m_retries.emplace_back(request.transmission->retry, request.id);
        }
    }
    std::make_heap(m_retries.begin(), m_retries.end(), std::greater<>());
}

void
OutstandingRequests::UpdateNextDeadline()
{
    while (!m_retries.empty())
    {
        const auto& [retry, id] = m_retries.front();
        const OutstandingRequest* const request = Find(id);
        if (request && request->transmission->retry == retry)
        {
            break;
        }
        std::pop_heap(m_retries.begin(), m_retries.end(), std::greater<>());
        m_retries.pop_back();
    }
    while (m_first < m_requests.size() && IsHole(m_requests[m_first]))
    {
        ++m_first;
    }
    const Time end = m_first < m_requests.size() ? EndOf(m_requests[m_first]) : kNever;
    m_nextDeadline = m_retries.empty() ? end : std::min(end, m_retries.front().first);
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
    m_forOthers -= taken.transmission->isForOthers ? 1 : 0;
    m_lost -= IsLost(taken) ? 1 : 0;
    UpdateNextDeadline();
    return taken;
}

const OutstandingRequest*
OutstandingRequests::Find(std::uint64_t id) const
{
    const std::size_t place = PlaceOf(id);
    return IsAt(place, id) ? &m_requests[place] : nullptr;
}

void
OutstandingRequests::Prefetch() const
{
    dht::Prefetch(m_requests.data() + m_first, sizeof(OutstandingRequest));
    dht::Prefetch(m_requests.data() + m_requests.size(), sizeof(OutstandingRequest));
}

OutstandingRequest
OutstandingRequests::TakeEarliest()
{
    // at the same time, the older request comes first
    const bool isEnd = m_first < m_requests.size() && EndOf(m_requests[m_first]) == m_nextDeadline;
    return TakeAt(isEnd ? m_first : PlaceOf(m_retries.front().second));
}

} // namespace dht
