/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-buffer-shares.h"

#include <algorithm>

namespace dht
{

namespace
{

/// Part of a full buffer that only the greedy take: more than one in so many. In honest rings the
/// shares of neighbours differ a lot, and no throughput must be lost by making them equal.
constexpr std::size_t kGreedyPart = 2;
/// Where less than so much of a full buffer is taken, nobody is kept short.
constexpr std::size_t kEmptyPart = 32;
/// How long a source counts as greedy after it took too much, or tried.
constexpr Time kGreedyFor = FromSeconds(5);

} // namespace

std::uint32_t
BufferShares::NumberOf(Time now, Source from)
{
    auto number = m_shares.end();
    for (auto share = m_shares.begin(); share != m_shares.end(); ++share)
    {
        const bool isFree = share->messages == 0 && share->greedyUntil <= now;
        if (!isFree && share->source == from)
        {
            return static_cast<std::uint32_t>(share - m_shares.begin());
        }
        if (isFree && number == m_shares.end())
        {
            number = share;
        }
    }
    if (number == m_shares.end())
    {
        if (m_shares.size() == kMostSources)
        {
            return kMostSources - 1;
        }
        number = m_shares.emplace(number);
    }
    *number = Share();
    number->source = from;
    return static_cast<std::uint32_t>(number - m_shares.begin());
}

void
BufferShares::Add(std::uint32_t source, std::size_t bytes)
{
    Share& share = m_shares.at(source);
    ++share.messages;
    share.bytes += bytes;
    m_bytes += bytes;
}

void
BufferShares::Remove(std::uint32_t source, std::size_t bytes)
{
    Share& share = m_shares.at(source);
    --share.messages;
    share.bytes -= bytes;
    m_bytes -= bytes;
}

bool
BufferShares::Admits(Time now, std::uint32_t source, std::size_t bytes)
{
    Share& share = m_shares.at(source);
    if (share.greedyUntil <= now || m_bytes * kEmptyPart < m_full)
    {
        return true;
    }
    const std::size_t sources = Active() + (share.messages > 0 ? 0 : 1);
    const bool fits = (share.bytes + bytes) * sources <= m_bytes + bytes;
    if (!fits)
    {
        share.greedyUntil = Later(now, kGreedyFor);
    }
    return fits;
}

std::optional<std::uint32_t>
BufferShares::Greediest(Time now, std::uint32_t source, std::size_t bytes)
{
    const auto most =
        std::max_element(m_shares.begin(), m_shares.end(), [](const Share& a, const Share& b) {
            return a.bytes < b.bytes;
        });
    if (most == m_shares.end())
    {
        return std::nullopt;
    }
    m_full = m_bytes;
    // of two or three sources, one may well have half of it
    if (most->bytes * kGreedyPart > m_bytes && most->bytes * (Active() + 1) > 2 * m_bytes)
    {
        most->greedyUntil = Later(now, kGreedyFor);
    }
    const bool isMore = most->greedyUntil > now && most->bytes > m_shares.at(source).bytes + bytes;
    return isMore ? std::optional(static_cast<std::uint32_t>(most - m_shares.begin()))
                  : std::nullopt;
}

std::size_t
BufferShares::Active() const
{
    return std::count_if(m_shares.begin(), m_shares.end(), [](const Share& share) {
        return share.messages > 0;
    });
}

} // namespace dht
