/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-coordinate-book.h"

#include "dht-grown.h"
#include "dht-probed-gap.h"

#include <limits>
#include <utility>

namespace dht
{

namespace
{

static_assert((CoordinateBook::kMost & (CoordinateBook::kMost - 1)) == 0);
static_assert(2 * CoordinateBook::kMost - 1 <= std::numeric_limits<std::uint16_t>::max());

} // namespace

CoordinateBook::Row&
CoordinateBook::Add(const Endpoint& peer)
{
    std::size_t turn = m_turns.size();
    if (turn < kMost)
    {
        m_turns.push_back(0);
        if (4 * m_turns.size() > 3 * m_rows.size())
        {
            Grow();
        }
    }
    else
    {
        turn = std::exchange(m_oldest, (m_oldest + 1) % kMost);
        Remove(m_turns[turn]);
    }
    if (peer.ipv6)
    {
        GrownAt(m_ipv6, turn) = peer;
    }
    return m_rows[Put({NameOf(peer) | std::uint64_t{turn} << kTurnShift, {}})];
}

std::size_t
CoordinateBook::Put(const Row& row)
{
    std::size_t at = HomeOf(row.word & kName);
    while (m_rows[at].word != 0)
    {
        at = Next(at);
    }
    PutAt(row, at);
    return at;
}

void
CoordinateBook::PutAt(const Row& row, std::size_t at)
{
    m_rows[at] = row;
    m_turns[row.Turn()] = static_cast<std::uint16_t>(at);
}

void
CoordinateBook::Remove(std::size_t at)
{
    const auto homeOf = [this](std::size_t place) {
        const std::uint64_t word = m_rows[place].word;
        return word != 0 ? std::optional(HomeOf(word & kName)) : std::nullopt;
    };
    const auto move = [this](std::size_t from, std::size_t to) { PutAt(m_rows[from], to); };
    m_rows[CloseGap(at, m_rows.size(), homeOf, move)] = {};
}

void
CoordinateBook::Grow()
{
    --m_shift;
    const auto before = std::exchange(m_rows, std::vector<Row>(std::size_t{1} << (64 - m_shift)));
    for (const Row& row : before)
    {
        if (row.word != 0)
        {
            Put(row);
        }
    }
}

std::optional<Endpoint>
CoordinateBook::Draw(Random& random) const
{
    if (m_turns.empty())
    {
        return std::nullopt;
    }
    const std::size_t turn = DrawBelow(random, m_turns.size());
    const std::uint64_t word = m_rows[m_turns[turn]].word;
    return (word & kIpv6) != 0 ? m_ipv6[turn]
                               : Endpoint::Ipv4(static_cast<std::uint32_t>(word),
                                                static_cast<std::uint16_t>(word >> 32));
}

} // namespace dht
