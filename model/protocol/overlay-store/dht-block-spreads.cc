/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-block-spreads.h"

#include <algorithm>

namespace dht
{

namespace
{

/// After which nobody sends the rest of a block.
constexpr Time kPartsPatience = FromSeconds(60);

} // namespace

BlockSpreads::BlockSpreads(OverlayStoreContext& context)
    : m_context(context),
      m_blocks(context.options.mostBlocks)
{
}

bool
BlockSpreads::IsPart(const PutPartBody& put)
{
    const std::size_t left = put.size - std::min(put.offset, put.size);
    return put.offset % kPartBytes == 0 && (put.offset == 0 || left > 0) &&
           put.bytes.size() == std::min(kPartBytes, left);
}

bool
BlockSpreads::Take(Spread& spread, const PutPartBody& put)
{
    std::copy(put.bytes.begin(), put.bytes.end(), spread.block.begin() + put.offset);
    spread.parts |= 1u << put.offset / kPartBytes;
    const std::size_t all = std::max<std::size_t>(1, (put.size + kPartBytes - 1) / kPartBytes);
    return spread.parts == (1u << all) - 1;
}

std::optional<OverlayStoreBody>
BlockSpreads::OnRequest(Time now, const Request& request, const PutPartBody& put)
{
    PutBody answer;
    const auto make = [&] {
        Spread spread;
        spread.block.resize(put.size);
        spread.left = put.left;
        return spread;
    };
    // what makes no sense leaves nothing behind
    const std::uint64_t number =
        IsPart(put) ? m_blocks.FindOrAdd(request.source, request.key, make) : 0;
    if (number != 0 && m_blocks.Find(number)->isOver)
    {
        return m_blocks.Find(number)->report;
    }
    if (number == 0 || m_blocks.Find(number)->block.size() != put.size)
    {
        ++m_context.counters.refused;
        answer.status = PutStatus::kRefused;
        return answer;
    }
    Spread& spread = *m_blocks.Find(number);
    if (spread.isWhole || !Take(spread, put))
    {
        // a part that comes again, when all are there, waits for the end
        if (!spread.isWhole)
        {
            m_blocks.SetDue(number, now + kPartsPatience);
            return answer;
        }
        spread.requests[request.id] = request;
        return std::nullopt;
    }
    spread.requests[request.id] = request;
    Begin(now, number);
    return std::nullopt;
}

void
BlockSpreads::Begin(Time now, std::uint64_t number)
{
    Spread& spread = *m_blocks.Find(number);
    spread.isWhole = true;
    auto holders = m_context.Holders();
    const std::size_t size = spread.block.size();
    spread.goal = PutGoal::Of(m_context.options.storage, size, holders.first.size());
    const bool isAlone = holders.first.size() == 1 && m_context.ring.IsWhole();
    if (!isAlone)
    {
        spread.goal.needed = std::max(spread.goal.needed, LeastFragments(size));
        spread.goal.enough = std::max(spread.goal.enough, spread.goal.needed);
    }
    if (!IsBlockOf(m_blocks.KeyOf(number), spread.block) ||
        !spread.goal.IsMetBy(EndpointsOfPeers(holders.first)))
    {
        spread.report.status = PutStatus::kRefused;
        EndIfDone(now, number);
        return;
    }
    spread.report.status = PutStatus::kSpread;
    spread.report.enough = static_cast<std::uint8_t>(spread.goal.enough);
    spread.further = std::move(holders.further);
    m_blocks.SetDue(number, now + m_context.options.patience);
    for (const RingNode& holder : holders.first)
    {
        Ask(now, number, holder);
    }
    EndIfDone(now, number);
}

void
BlockSpreads::Ask(Time now, std::uint64_t number, const RingNode& holder)
{
    Spread& spread = *m_blocks.Find(number);
    const Key& key = m_blocks.KeyOf(number);
    const FragmentRow row = RandomRow(spread.goal.needed, key, holder.endpoint, now);
    const StoreBody store{
        key,
        spread.left,
        MakeFragments(spread.block, spread.goal.needed, {row}, spread.left).front()};
    if (m_context.IsHere(holder.endpoint))
    {
        Count(now, number, m_context.Hold(now, store));
        return;
    }
    const std::size_t part = spread.asked++;
    spread.waited.emplace(part, false);
    m_context.questions.Ask(*this, {number, part}, holder.id, store, true);
}

void
BlockSpreads::Replace(Time now, std::uint64_t number)
{
    Spread& spread = *m_blocks.Find(number);
    if (!spread.further.empty())
    {
        const RingNode next = spread.further.front();
        spread.further.erase(spread.further.begin());
        Ask(now, number, next);
    }
}

void
BlockSpreads::Count(Time now, std::uint64_t number, StoredStatus status)
{
    PutBody& report = m_blocks.Find(number)->report;
    report.holders += status == StoredStatus::kStored || status == StoredStatus::kHad ? 1 : 0;
    if (status == StoredStatus::kFull)
    {
        ++report.full;
        Replace(now, number);
    }
}

void
BlockSpreads::OnBody(Time now,
                     const StoreTag& tag,
                     const Answer& answer,
                     const OverlayStoreBody* body)
{
    Spread* const spread = m_blocks.Find(tag.work);
    if (!spread || spread->isOver)
    {
        ++m_context.counters.useless;
        return;
    }
    spread->isMarked = spread->isMarked || answer.marked;
    const bool wasLate = spread->waited.at(tag.part);
    spread->waited.erase(tag.part);
    const auto* const stored = body ? std::get_if<StoredBody>(body) : nullptr;
    if (stored)
    {
        spread->report.silent -= wasLate ? 1 : 0;
        Count(now, tag.work, stored->status);
    }
    else if (!wasLate)
    {
        ++spread->report.silent;
        Replace(now, tag.work);
    }
    EndIfDone(now, tag.work);
}

void
BlockSpreads::OnNoBody(Time now, const StoreTag& tag)
{
    OnBody(now, tag, {}, nullptr);
}

bool
BlockSpreads::Wants(const StoreTag& tag) const
{
    const auto* const block = m_blocks.Find(tag.work);
    return block && !block->isOver;
}

void
BlockSpreads::OnWake(Time now)
{
    while (const std::uint64_t number = m_blocks.TakeDue(now))
    {
        Spread& spread = *m_blocks.Find(number);
        if (spread.isOver || !spread.isWhole)
        {
            m_blocks.Erase(number); // nobody sends the rest any more
            continue;
        }
        std::size_t late = 0;
        for (auto& [part, isLate] : spread.waited)
        {
            late += isLate ? 0 : 1;
            isLate = true;
        }
        spread.report.silent = static_cast<std::uint8_t>(spread.report.silent + late);
        m_blocks.SetDue(number, now + m_context.options.patience);
        for (; late > 0; --late)
        {
            Replace(now, number);
        }
        EndIfDone(now, number);
    }
}

Time
BlockSpreads::NextWake() const
{
    return m_blocks.NextDue();
}

void
BlockSpreads::EndIfDone(Time now, std::uint64_t number)
{
    Spread& spread = *m_blocks.Find(number);
    const bool isWaiting = std::any_of(spread.waited.begin(),
                                       spread.waited.end(),
                                       [](const auto& holder) { return !holder.second; });
    if (isWaiting)
    {
        return;
    }
    spread.isOver = true;
    spread.block = {};
    for (auto& [id, request] : spread.requests)
    {
        request.marked = request.marked || spread.isMarked;
        m_context.Answer(request, spread.report);
    }
    spread.requests.clear();
    // what has failed may be put again at any time
    const bool isEnough =
        spread.report.status == PutStatus::kSpread && spread.report.holders >= spread.report.enough;
    m_blocks.SetDue(number, isEnough ? now + m_context.options.Keep() : now);
}

} // namespace dht
