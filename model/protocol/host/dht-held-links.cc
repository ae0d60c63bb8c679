/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-held-links.h"

#include <algorithm>

namespace dht
{

HeldLinks::HeldLinks(std::uint32_t batch)
    : m_batch(batch)
{
}

bool
HeldLinks::IsOn() const
{
    return m_batch > 0;
}

bool
HeldLinks::IsEmpty() const
{
    return m_waiting.empty();
}

void
HeldLinks::Set(LinkIndex link, std::size_t requests)
{
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
        found->requests = requests;
    }
    else
    {
        m_waiting.push_back({link, requests});
    }
}

std::optional<LinkIndex>
HeldLinks::TakeNext(const IsQuiet& isQuiet)
{
    const auto next = std::find_if(m_waiting.begin(), m_waiting.end(), [&](const auto& w) {
        return w.requests >= m_batch || isQuiet(w.link);
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
