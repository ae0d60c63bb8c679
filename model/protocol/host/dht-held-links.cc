/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-held-links.h"

#include <algorithm>

namespace dht
{

namespace
{

/// Half of what a full segment of an Ethernet carries. No frame that is not longer leaps from less
/// to a full segment.
constexpr std::size_t kMostBytes = 1448 / 2;

} // namespace

std::uint32_t
LeastBatch::Of(std::size_t size) const
{
    const std::size_t many = size > 0 ? (LeastBytes() + size - 1) / size : 0;
    return std::max(requests, static_cast<std::uint32_t>(many));
}

bool
LeastBatch::IsMadeBy(std::size_t held, std::size_t size) const
{
    return held >= requests && size >= LeastBytes();
}

std::size_t
LeastBatch::LeastBytes() const
{
    return std::min(std::size_t{requests} * bytes, kMostBytes);
}

HeldLinks::HeldLinks(const LeastBatch& batch)
    : m_batch(batch)
{
}

bool
HeldLinks::IsOn() const
{
    return m_batch.requests > 0;
}

bool
HeldLinks::IsEmpty() const
{
    return m_waiting.empty();
}

void
HeldLinks::Set(LinkIndex link, std::size_t requests, std::size_t bytes)
{
    const bool isBatch = m_batch.IsMadeBy(requests, bytes);
    const auto found = std::find_if(m_waiting.begin(), m_waiting.end(), [link](const auto& w) {
        return w.link == link;
    });
    if (requests == 0)
    {
        if (found != m_waiting.end())
        {
            m_waiting.erase(found);
        }
    }
    else if (found != m_waiting.end())
    {
        found->isBatch = isBatch;
    }
    else
    {
        m_waiting.push_back({link, isBatch});
    }
}

std::optional<LinkIndex>
HeldLinks::TakeNext(const IsQuiet& isQuiet)
{
    const auto next = std::find_if(m_waiting.begin(), m_waiting.end(), [&](const auto& w) {
        return w.isBatch || isQuiet(w.link);
    });
    if (next == m_waiting.end())
    {
        return std::nullopt;
    }
    const LinkIndex link = next->link;
    m_waiting.erase(next);
    return link;
}

} // namespace dht
