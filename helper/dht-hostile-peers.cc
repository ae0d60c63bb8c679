/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-hostile-peers.h"

#include "dht-peer-application.h"

#include "ns3/enum.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <utility>
#include <vector>

namespace ns3
{

DhtHostilePeers::DhtHostilePeers(dht::Behaviour behaviour, double share)
    : m_behaviour(behaviour),
      m_share(share),
      m_random(CreateObject<UniformRandomVariable>())
{
    if (!(share >= 0 && share < 1)) // so that NaN is refused, too
    {
        throw std::invalid_argument("the share of hostile peers must be from 0 to less than 1");
    }
}

int64_t
DhtHostilePeers::AssignStreams(int64_t stream)
{
    m_random->SetStream(stream);
    return 1;
}

std::size_t
DhtHostilePeers::CountOf(double share, std::size_t peers)
{
    const auto nearest = static_cast<std::size_t>(std::lround(share * static_cast<double>(peers)));
    return std::min(std::max<std::size_t>(nearest, share > 0 ? 1 : 0), peers - 1);
}

void
DhtHostilePeers::Choose(const ApplicationContainer& peers)
{
    std::vector<uint32_t> order(peers.GetN());
    std::iota(order.begin(), order.end(), 0);
    // the first stays first, and each of the next ones is drawn from those that are left
    const std::size_t count = CountOf(m_share, order.size());
    for (std::size_t i = 1; i <= count; ++i)
    {
        const auto last = static_cast<uint32_t>(order.size() - 1);
        std::swap(order[i], order[m_random->GetInteger(static_cast<uint32_t>(i), last)]);
        peers.Get(order[i])->SetAttribute(
            "Behaviour",
            EnumValue(static_cast<DhtPeerApplication::Behaviour>(m_behaviour)));
    }
}

} // namespace ns3
