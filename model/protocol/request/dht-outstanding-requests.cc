/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-outstanding-requests.h"

#include <algorithm>
#include <utility>

namespace dht
{

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

std::size_t
OutstandingRequests::SizeHeldUp() const
{
    return m_heldUp;
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

const OutstandingRequest*
OutstandingRequests::Find(std::uint64_t id) const
{
    return m_requests.Find(id);
}

bool
OutstandingRequests::Add(OutstandingRequest request)
{
    const std::uint64_t id = request.id;
    const Time retry = request.transmission.Retry();
    const bool isForOthers = request.transmission->isForOthers;
    const bool isLost = IsLost(request);
    const bool isHeldUp = request.transmission->isHeldUp && !isForOthers;
    if (!m_requests.Insert(std::move(request)))
    {
        return false;
    }
    ++m_size;
    m_forOthers += isForOthers ? 1 : 0;
    m_lost += isLost ? 1 : 0;
    m_heldUp += isHeldUp ? 1 : 0;
    if (retry < m_nextDeadline || m_requests.First().id == id)
    {
        UpdateNextDeadline();
    }
    return true;
}

std::optional<OutstandingRequest>
OutstandingRequests::Take(std::uint64_t id)
{
    const bool isFirst = m_size > 0 && m_requests.First().id == id;
    auto taken = m_requests.Take(id);
    if (taken)
    {
        --m_size;
        m_forOthers -= taken->transmission->isForOthers ? 1 : 0;
        const TransmissionState& transmission = *taken->transmission;
        m_lost -= IsLost(*taken) ? 1 : 0;
        m_heldUp -= transmission.isHeldUp && !transmission.isForOthers ? 1 : 0;
        if (isFirst || taken->transmission.Retry() == m_nextDeadline)
        {
            UpdateNextDeadline();
        }
    }
    return taken;
}

OutstandingRequest
OutstandingRequests::TakeEarliest()
{
    // at the same time, the older request comes first
    const OutstandingRequest& first = m_requests.First();
    const bool isEnd = EndOf(first) == m_nextDeadline;
    return *Take(isEnd ? first.id : m_requests.FirstToRetry().id);
}

void
OutstandingRequests::UpdateNextDeadline()
{
    const Time end = m_size > 0 ? EndOf(m_requests.First()) : kNever;
    m_nextDeadline = std::min(end, m_requests.EarliestRetry());
}

} // namespace dht
