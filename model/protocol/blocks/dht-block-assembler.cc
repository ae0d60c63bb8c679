/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-block-assembler.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace dht
{

BlockAssembler::BlockAssembler(const Key& key)
    : m_key(key)
{
}

BlockAssembler::State
BlockAssembler::Add(const Endpoint& from, const Fragment& fragment)
{
    if (m_state == State::kGivenUp || HasSent(from))
    {
        return m_state;
    }
    if (m_parts.size() == kMostHolders)
    {
        m_state = m_state == State::kDone ? m_state : State::kGivenUp;
        return m_state;
    }
    m_parts.push_back({from, fragment, IsWellFormed(fragment), false});
    // a late one may still be found to be wrong
    if (m_state == State::kNeedMore && m_parts.back().isCandidate)
    {
        TryLast();
    }
    return m_state;
}

bool
BlockAssembler::HasSent(const Endpoint& from) const
{
    return std::any_of(m_parts.begin(), m_parts.end(), [&](const Part& part) {
        return part.from == from;
    });
}

std::vector<BlockAssembler::Part*>
BlockAssembler::Companions()
{
    std::vector<Part*> companions;
    const Fragment& last = m_parts.back().fragment;
    for (auto part = m_parts.begin(); part != m_parts.end() - 1; ++part)
    {
        if (part->isCandidate && part->fragment.needed == last.needed &&
            part->fragment.blockSize == last.blockSize)
        {
            companions.push_back(&*part);
        }
    }
    return companions;
}

void
BlockAssembler::TryLast()
{
    const std::vector<Part*> companions = Companions();
    const std::size_t needed = m_parts.back().fragment.needed;
    if (companions.size() + 1 < needed)
    {
        return;
    }
    // which of the companions are in the set
    std::vector<bool> chosen(companions.size());
    std::fill_n(chosen.begin(), needed - 1, true);
    do
    {
        if (m_sets == kMostSets)
        {
            m_state = State::kGivenUp;
            return;
        }
        std::vector<Part*> set{&m_parts.back()};
        for (std::size_t i = 0; i < companions.size(); ++i)
        {
            if (chosen[i])
            {
                set.push_back(companions[i]);
            }
        }
        if (Try(set))
        {
            m_state = State::kDone;
            return;
        }
    } while (std::prev_permutation(chosen.begin(), chosen.end()));
    // one that suffices by itself, and does not, is wrong
    m_parts.back().isCandidate = needed > 1;
}

bool
BlockAssembler::Try(const std::vector<Part*>& set)
{
    ++m_sets;
    std::vector<CodedStripe> stripes;
    for (const Part* part : set)
    {
        stripes.push_back({part->fragment.row, &part->fragment.bytes});
    }
    auto decoded = DecodeBlock(set.front()->fragment.blockSize, stripes);
    if (!decoded || !IsBlockOf(m_key, decoded->bytes))
    {
        return false;
    }
    m_block = std::move(decoded->bytes);
    m_needed = set.size();
    for (Part* part : set)
    {
        // a fragment that is wrong in the padding only gives the block, too
        part->isProved = decoded->isPaddingRight;
    }
    return true;
}

BlockAssembler::State
BlockAssembler::GetState() const
{
    return m_state;
}

std::size_t
BlockAssembler::MoreNeeded() const
{
    if (m_state != State::kNeedMore)
    {
        return 0;
    }
    std::map<std::pair<std::size_t, std::size_t>, std::vector<FragmentRow>> kinds;
    for (const Part& part : m_parts)
    {
        if (part.isCandidate)
        {
            kinds[{part.fragment.needed, part.fragment.blockSize}].push_back(part.fragment.row);
        }
    }
    std::size_t least = kMostNeeded;
    for (const auto& [kind, rows] : kinds)
    {
        // enough rows have not sufficed: some are wrong
        const std::size_t missing = kind.first - IndependentRows(kind.first, rows);
        least = std::min(least, std::max<std::size_t>(missing, 1));
    }
    return least;
}

const Bytes&
BlockAssembler::Block() const
{
    return m_block;
}

Bytes
BlockAssembler::TakeBlock()
{
    return std::move(m_block);
}

std::size_t
BlockAssembler::Needed() const
{
    if (m_state == State::kDone)
    {
        return m_needed;
    }
    std::map<std::size_t, std::pair<std::size_t, std::size_t>> counts;
    std::tuple<std::size_t, std::size_t, std::size_t> best{0, 0, 0};
    for (const Part& part : m_parts)
    {
        const std::size_t needed = part.fragment.needed;
        auto& [candidates, all] = counts[needed];
        candidates += part.isCandidate ? 1 : 0;
        ++all;
        best = std::max(best, {candidates, all, needed});
    }
    return std::get<2>(best);
}

std::vector<Endpoint>
BlockAssembler::Liars() const
{
    std::vector<Endpoint> liars;
    for (const Part& part : m_parts)
    {
        const bool isRight = part.isCandidate && (m_state != State::kDone || part.isProved ||
                                                  IsFragmentOf(part.fragment, m_block));
        if (!isRight)
        {
            liars.push_back(part.from);
        }
    }
    return liars;
}

std::size_t
BlockAssembler::SetsTried() const
{
    return m_sets;
}

} // namespace dht
