/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-block-gathers.h"

#include <algorithm>

namespace dht
{

BlockGathers::BlockGathers(OverlayStoreContext& context)
    : m_context(context),
      m_blocks(context.options.mostBlocks)
{
}

std::optional<OverlayStoreBody>
BlockGathers::OnRequest(Time now, const Request& request, const GetPartBody& /* get */)
{
    bool isNew = false;
    const std::uint64_t number = m_blocks.FindOrAdd(request.source, request.key, [&] {
        isNew = true;
        auto holders = m_context.Holders();
        // those behind hold fragments only instead of others that had no room
        RingNodes order = std::move(holders.further);
        std::reverse(order.begin(), order.end());
        const RingNodes first = m_context.InOrder(std::move(holders.first));
        order.insert(order.end(), first.rbegin(), first.rend());
        return Gather{BlockAssembler(request.key), std::move(order), {}, {}};
    });
    if (number == 0)
    {
        ++m_context.counters.refused;
        PartBody refused;
        refused.status = PartStatus::kRefused;
        return refused;
    }
    Gather& gather = *m_blocks.Find(number);
    if (gather.isOver)
    {
        return PartFor(gather, request);
    }
    // who sends it again waits for the answer to the last one only
    gather.requests[request.id] = request;
    if (isNew)
    {
        AskMore(now, number);
    }
    return std::nullopt;
}

std::size_t
BlockGathers::StillNeeded(const Gather& gather) const
{
    if (gather.found > 0)
    {
        return gather.assembler.MoreNeeded();
    }
    const std::size_t needed = m_context.options.storage.needed;
    return needed > 0 ? needed : kMostNeeded;
}

void
BlockGathers::Take(Gather& gather, const Endpoint& from, const Fragment& fragment)
{
    if (fragment.status == FragmentStatus::kHeld)
    {
        ++gather.found;
        gather.needed = std::max(gather.needed, fragment.needed);
        gather.assembler.Add(from, fragment);
    }
}

void
BlockGathers::AskMore(Time now, std::uint64_t number)
{
    Gather& gather = *m_blocks.Find(number);
    bool hasAsked = false;
    while (gather.assembler.GetState() == BlockAssembler::State::kNeedMore &&
           gather.waited.size() < StillNeeded(gather) && !gather.holders.empty())
    {
        const RingNode holder = gather.holders.back();
        gather.holders.pop_back();
        if (m_context.IsHere(holder.endpoint))
        {
            Take(gather, holder.endpoint, m_context.Find(now, m_blocks.KeyOf(number)));
            continue;
        }
        const std::size_t part = gather.asked++;
        gather.waited.emplace(part, holder.endpoint);
        m_context.questions.Ask(*this,
                                {number, part},
                                holder.id,
                                FetchBody{m_blocks.KeyOf(number)},
                                true);
        hasAsked = true;
    }
    const bool isComplete = gather.assembler.GetState() != BlockAssembler::State::kNeedMore;
    if (isComplete || (gather.waited.empty() && gather.late.empty()))
    {
        End(now, number);
    }
    else if (hasAsked)
    {
        m_blocks.SetDue(number, now + m_context.options.patience);
    }
}

void
BlockGathers::OnBody(Time now,
                     const StoreTag& tag,
                     const Answer& answer,
                     const OverlayStoreBody* body)
{
    Gather* const gather = m_blocks.Find(tag.work);
    if (!gather || gather->isOver)
    {
        ++m_context.counters.useless;
        return;
    }
    gather->isMarked = gather->isMarked || answer.marked;
    auto node = gather->waited.extract(tag.part);
    node = node ? std::move(node) : gather->late.extract(tag.part);
    if (const auto* const fragment = body ? std::get_if<FragmentBody>(body) : nullptr)
    {
        Take(*gather, node.mapped(), fragment->fragment);
    }
    AskMore(now, tag.work);
}

void
BlockGathers::OnNoBody(Time now, const StoreTag& tag)
{
    OnBody(now, tag, {}, nullptr);
}

bool
BlockGathers::Wants(const StoreTag& tag) const
{
    const auto* const block = m_blocks.Find(tag.work);
    return block && !block->isOver;
}

void
BlockGathers::OnWake(Time now)
{
    while (const std::uint64_t number = m_blocks.TakeDue(now))
    {
        Gather& gather = *m_blocks.Find(number);
        if (gather.isOver)
        {
            m_blocks.Erase(number);
            continue;
        }
        if (gather.waited.empty() && gather.holders.empty())
        {
            End(now, number); // those that are late were given all the time there is
            continue;
        }
        gather.late.merge(gather.waited);
        m_blocks.SetDue(number, now + m_context.options.patience);
        AskMore(now, number);
    }
}

Time
BlockGathers::NextWake() const
{
    return m_blocks.NextDue();
}

void
BlockGathers::End(Time now, std::uint64_t number)
{
    Gather& gather = *m_blocks.Find(number);
    gather.isOver = true;
    for (auto& [id, request] : gather.requests)
    {
        request.marked = request.marked || gather.isMarked;
        m_context.Answer(request, PartFor(gather, request));
    }
    gather.requests.clear();
    const bool isThere = gather.assembler.GetState() == BlockAssembler::State::kDone;
    // what is not there may be put at any time
    m_blocks.SetDue(number, isThere ? now + m_context.options.Keep() : now);
}

PartBody
BlockGathers::PartFor(const Gather& gather, const Request& request) const
{
    PartBody part;
    part.needed = static_cast<std::uint8_t>(gather.needed);
    part.found = static_cast<std::uint8_t>(std::min<std::size_t>(gather.found, 255));
    part.asked = static_cast<std::uint8_t>(std::min<std::size_t>(gather.asked, 255));
    if (gather.assembler.GetState() != BlockAssembler::State::kDone)
    {
        part.status = PartStatus::kTooFew;
        return part;
    }
    OverlayStoreBody body;
    DecodePayload(request.extras->payload, body);
    const auto get = std::get<GetPartBody>(body); // nothing else gets here
    const Bytes& block = gather.assembler.Block();
    part.size = static_cast<std::uint16_t>(block.size());
    part.offset = get.offset;
    const std::size_t longest = m_context.host.LongestAnswer(request);
    const std::size_t begin = std::min<std::size_t>(get.offset, block.size());
    const std::size_t size = std::min({std::size_t{get.most},
                                       block.size() - begin,
                                       std::max(longest, kPartHeaderBytes) - kPartHeaderBytes});
    const auto from = block.begin() + static_cast<std::ptrdiff_t>(begin);
    part.bytes.assign(from, from + static_cast<std::ptrdiff_t>(size));
    return part;
}

} // namespace dht
