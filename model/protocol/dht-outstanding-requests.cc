/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-outstanding-requests.h"

namespace dht
{

std::size_t
OutstandingRequests::Size() const
{
    return m_requests ? m_requests->size() : 0;
}

Time
OutstandingRequests::NextDeadline() const
{
    return Size() == 0 ? kNever : m_requests->get<1>().begin()->deadline;
}

bool
OutstandingRequests::Add(OutstandingRequest request)
{
    if (!m_requests)
    {
        m_requests = std::make_unique<Container>();
    }
    return m_requests->insert(std::move(request)).second;
}

std::optional<OutstandingRequest>
OutstandingRequests::Take(std::uint64_t id)
{
    if (!m_requests)
    {
        return std::nullopt;
    }
    const auto found = m_requests->find(id);
    if (found == m_requests->end())
    {
        return std::nullopt;
    }
    OutstandingRequest request = *found;
    m_requests->erase(found);
    return request;
}

const OutstandingRequest*
OutstandingRequests::Find(std::uint64_t id) const
{
    const auto found = m_requests ? m_requests->find(id) : Container::iterator();
    return m_requests && found != m_requests->end() ? &*found : nullptr;
}

OutstandingRequest
OutstandingRequests::TakeEarliest()
{
    auto& byDeadline = m_requests->get<1>();
    OutstandingRequest request = *byDeadline.begin();
    byDeadline.erase(byDeadline.begin());
    return request;
}

} // namespace dht
