/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-store-client.h"

#include <algorithm>
#include <utility>

namespace dht
{

StoreClient::StoreClient(OverlayStoreContext& context)
    : m_context(context)
{
}

std::uint64_t
StoreClient::Get(Time now, const Key& key)
{
    const std::uint64_t id = m_nextId++;
    Work& work = m_work[id];
    work.key = key;
    work.begun = now;
    work.fetched.id = id;
    work.fetched.key = key;
    m_limits.emplace_back(now + m_context.options.limit, id);
    ++m_gets;
    ++m_context.counters.gets;
    AskFor(id, 0, std::max<std::size_t>(1, m_context.options.expected));
    return id;
}

std::uint64_t
StoreClient::Put(Time now, Bytes block)
{
    const Key key = BlockKey(block);
    const std::uint64_t id = m_nextId++;
    Work& work = m_work[id];
    work.isPut = true;
    work.key = key;
    work.begun = now;
    work.block = std::move(block);
    work.put.id = id;
    work.put.key = key;
    m_limits.emplace_back(now + m_context.options.limit, id);
    ++m_context.counters.puts;
    SendAll(id);
    return id;
}

void
StoreClient::AskFor(std::uint64_t id, std::size_t begin, std::size_t end)
{
    Work& work = m_work.at(id);
    work.covered = std::max(work.covered, end);
    for (; begin < end; begin += kPartBytes)
    {
        const std::size_t size = std::min(kPartBytes, end - begin);
        work.waited[begin].end = begin + size; // one that is asked for again keeps its count
        m_context.questions.Ask(
            *this,
            {id, begin},
            work.key,
            GetPartBody{static_cast<std::uint16_t>(begin), static_cast<std::uint16_t>(size)},
            false);
    }
}

void
StoreClient::Send(std::uint64_t id, std::size_t begin)
{
    Work& work = m_work.at(id);
    const std::size_t end = std::min(begin + kPartBytes, work.block.size());
    PutPartBody put;
    put.left = m_context.options.storage.lifetime;
    put.size = static_cast<std::uint16_t>(work.block.size());
    put.offset = static_cast<std::uint16_t>(begin);
    put.bytes.assign(work.block.begin() + static_cast<std::ptrdiff_t>(begin),
                     work.block.begin() + static_cast<std::ptrdiff_t>(end));
    work.waited[begin].end = end;
    m_context.questions.Ask(*this, {id, begin}, work.key, put, false);
}

void
StoreClient::SendAll(std::uint64_t id)
{
    const std::size_t size = m_work.at(id).block.size();
    std::size_t begin = 0;
    do
    {
        Send(id, begin);
        begin += kPartBytes;
    } while (begin < size);
}

void
StoreClient::OnNoBody(Time now, const StoreTag& tag)
{
    if (m_work.count(tag.work))
    {
        TryAgain(now, tag);
    }
}

void
StoreClient::TryAgain(Time now, const StoreTag& tag)
{
    Work& work = m_work.at(tag.work);
    Part& part = work.waited.at(tag.part);
    if (++part.givenUp >= m_context.options.tries)
    {
        End(now, tag.work, false);
    }
    else if (work.isPut)
    {
        Send(tag.work, tag.part);
    }
    else
    {
        AskFor(tag.work, tag.part, part.end);
    }
}

void
StoreClient::OnBody(Time now,
                    const StoreTag& tag,
                    const Answer& answer,
                    const OverlayStoreBody* body)
{
    const auto found = m_work.find(tag.work);
    if (found == m_work.end())
    {
        ++m_context.counters.useless;
        return;
    }
    Work& work = found->second;
    const auto* const part = body ? std::get_if<PartBody>(body) : nullptr;
    const auto* const put = body ? std::get_if<PutBody>(body) : nullptr;
    if (work.isPut ? !put : !part)
    {
        work.fetched.liars.push_back(answer.responsible);
        End(now, tag.work, false);
        return;
    }
    const std::size_t end = work.waited.at(tag.part).end;
    work.waited.erase(tag.part);
    if (put)
    {
        OnPut(now, tag.work, *put);
        return;
    }
    work.fetched.hops = static_cast<std::uint8_t>(std::min(answer.hops, 255u));
    work.fetched.needed = part->needed;
    work.fetched.found = part->found;
    work.fetched.asked = part->asked;
    OnPart(now, tag.work, tag.part, end, *part);
}

void
StoreClient::OnPart(Time now,
                    std::uint64_t id,
                    std::size_t begin,
                    std::size_t end,
                    const PartBody& part)
{
    Work& work = m_work.at(id);
    const std::size_t here = begin + part.bytes.size();
    const std::size_t wanted = std::min<std::size_t>(end, part.size);
    const bool makesSense = part.status == PartStatus::kHere && part.offset == begin &&
                            here <= std::max(begin, wanted) &&
                            work.size.value_or(part.size) == part.size &&
                            (here > begin || begin >= wanted);
    if (!makesSense)
    {
        End(now, id, false);
        return;
    }
    work.size = part.size;
    work.block.resize(part.size);
    std::copy(part.bytes.begin(),
              part.bytes.end(),
              work.block.begin() + static_cast<std::ptrdiff_t>(std::min(begin, work.block.size())));
    AskFor(id, here, wanted);
    AskFor(id, work.covered, std::max(*work.size, work.covered));
    if (work.waited.empty())
    {
        End(now, id, IsBlockOf(work.key, work.block));
    }
}

void
StoreClient::OnPut(Time now, std::uint64_t id, const PutBody& answer)
{
    Work& work = m_work.at(id);
    if (answer.status == PutStatus::kGotPart)
    {
        // who has all parts and asks for others has forgotten some
        if (work.waited.empty() && ++work.forgotten < m_context.options.tries)
        {
            SendAll(id);
        }
        else if (work.waited.empty())
        {
            End(now, id, false);
        }
        return;
    }
    work.put.holders = answer.holders;
    work.put.enough = answer.enough;
    work.put.full = answer.full;
    work.put.silent = answer.silent;
    End(now, id, answer.status == PutStatus::kSpread && answer.holders >= answer.enough);
}

void
StoreClient::End(Time now, std::uint64_t id, bool isOk)
{
    auto node = m_work.extract(id);
    while (!m_limits.empty() &&
           (m_limits.front().second == id || !m_work.count(m_limits.front().second)))
    {
        m_limits.pop_front();
    }
    Work& work = node.mapped();
    if (work.isPut)
    {
        ++(isOk ? m_context.counters.putsOk : m_context.counters.putsFailed);
        work.put.ok = isOk;
        work.put.took = now - work.begun;
        if (m_context.observer)
        {
            m_context.observer->OnPut(now, work.put);
        }
        return;
    }
    --m_gets;
    ++(isOk ? m_context.counters.complete : m_context.counters.failed);
    work.fetched.ok = isOk;
    work.fetched.fetch = now - work.begun;
    if (isOk)
    {
        work.fetched.block = std::move(work.block);
    }
    if (m_context.observer)
    {
        m_context.observer->OnFetched(now, work.fetched);
    }
}

bool
StoreClient::Wants(const StoreTag& tag) const
{
    return m_work.count(tag.work) > 0;
}

void
StoreClient::OnWake(Time now)
{
    while (NextWake() <= now)
    {
        End(now, m_limits.front().second, false);
    }
}

Time
StoreClient::NextWake() const
{
    return m_limits.empty() ? kNever : m_limits.front().first;
}

std::size_t
StoreClient::UnderWay() const
{
    return m_work.size();
}

std::size_t
StoreClient::GetsUnderWay() const
{
    return m_gets;
}

} // namespace dht
