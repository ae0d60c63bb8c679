/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "changing-delays.h"

#include <algorithm>
#include <utility>

namespace dht
{

ChangingDelays::ChangingDelays(std::unique_ptr<const PeerDelays> before,
                               std::unique_ptr<const PeerDelays> after)
    : m_before(std::move(before)),
      m_after(std::move(after))
{
}

void
ChangingDelays::SetShare(double share)
{
    m_share = share;
}

Time
ChangingDelays::Get(std::uint32_t from, std::uint32_t to) const
{
    const Time before = m_before->Get(from, to);
    if (m_share == 0)
    {
        return before;
    }
    const double way = ToSeconds(m_after->Get(from, to)) - ToSeconds(before);
    return before + FromSeconds(m_share * way);
}

Time
ChangingDelays::Least() const
{
    return std::min(m_before->Least(), m_after->Least());
}

} // namespace dht
