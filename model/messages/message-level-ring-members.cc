/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Who is asked by those that join a message-level ring.

#include "message-level-ring.h"

#include <algorithm>

namespace ns3
{

namespace
{

/// How many members are named: some of them may crash before they are asked.
constexpr std::size_t NAMED = 3;

} // namespace

std::vector<dht::Endpoint>
MessageLevelRing::NameMembers()
{
    std::vector<dht::Endpoint> named;
    while (named.size() < NAMED)
    {
        // the next one from a random place on: to list all members would take long
        const std::size_t from = dht::DrawBelow(m_choices, m_made);
        std::size_t passed = 0;
        const auto isNew = [&](std::size_t place) {
            return m_peers[place]->GetLives()->IsMember() &&
                   std::find(named.begin(),
                             named.end(),
                             MessageLevelLives::AddressOf(static_cast<uint32_t>(place))) ==
                       named.end();
        };
        while (passed < m_made && !isNew((from + passed) % m_made))
        {
            ++passed;
        }
        if (passed == m_made)
        {
            break;
        }
        named.push_back(
            MessageLevelLives::AddressOf(static_cast<uint32_t>((from + passed) % m_made)));
    }
    return named;
}

} // namespace ns3
