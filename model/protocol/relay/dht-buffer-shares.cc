/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-buffer-shares.h"

#include <algorithm>

namespace dht
{

std::uint32_t
BufferShares::NumberOf(Source from)
{
    auto number = m_shares.end();
    for (auto share = m_shares.begin(); share != m_shares.end(); ++share)
    {
        if (share->messages > 0 && share->source == from)
        {
            return static_cast<std::uint32_t>(share - m_shares.begin());
        }
        if (share->messages == 0 && number == m_shares.end())
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
    number->source = from;
    return static_cast<std::uint32_t>(number - m_shares.begin());
}

void
BufferShares::Add(std::uint32_t source, std::size_t bytes)
{
    Share& share = m_shares.at(source);
    ++share.messages;
    share.bytes += bytes;
}

void
BufferShares::Remove(std::uint32_t source, std::size_t bytes)
{
    Share& share = m_shares.at(source);
    --share.messages;
    share.bytes -= bytes;
}

std::optional<std::uint32_t>
BufferShares::Greediest(std::uint32_t source, std::size_t bytes) const
{
    const auto most = std::max_element(
        m_shares.begin(),
        m_shares.end(),
        [](const Share& a, const Share& b) { return a.bytes < b.bytes; });
    if (most == m_shares.end() || most->bytes <= m_shares.at(source).bytes + bytes)
    {
        return std::nullopt;
    }
    return static_cast<std::uint32_t>(most - m_shares.begin());
}

} // namespace dht
