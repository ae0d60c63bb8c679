/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-store-questions.h"

#include <algorithm>
#include <utility>

namespace dht
{

void
StoreQuestions::Ask(StoreCaller& caller,
                    const StoreTag& tag,
                    const Key& to,
                    const OverlayStoreBody& body,
                    bool isForOthers)
{
    auto& queue = isForOthers ? m_forOthers : m_own;
    queue.push_back({{to, EncodePayload(body), isForOthers}, {&caller, tag}});
    m_news = true;
}

void
StoreQuestions::SkipUnwanted(std::deque<Question>& queue)
{
    while (!queue.empty() && !queue.front().asker.caller->Wants(queue.front().asker.tag))
    {
        queue.pop_front();
    }
}

Time
StoreQuestions::NextAt(Time now)
{
    SkipUnwanted(m_forOthers);
    SkipUnwanted(m_own);
    return m_forOthers.empty() && m_own.empty() ? kNever : now;
}

RequestSource::Item
StoreQuestions::Take(Time /* now */)
{
    auto& queue = m_forOthers.empty() ? m_own : m_forOthers;
    m_taken.push_back(std::move(queue.front()));
    queue.pop_front();
    return m_taken.back().item;
}

bool
StoreQuestions::IsNextForOthers() const
{
    return !m_forOthers.empty();
}

void
StoreQuestions::OnIssued(const Request& request)
{
    // one that waits for room may be issued after another that was taken later
    const auto taken = std::find_if(m_taken.begin(), m_taken.end(), [&](const Question& one) {
        return one.item.payload.bytes == request.extras->payload.bytes;
    });
    if (taken != m_taken.end())
    {
        m_issued.emplace(request.id, taken->asker);
        m_taken.erase(taken);
    }
}

std::optional<StoreQuestions::Asker>
StoreQuestions::End(std::uint64_t id)
{
    const auto found = m_issued.find(id);
    if (found == m_issued.end())
    {
        return std::nullopt;
    }
    const Asker asker = found->second;
    m_issued.erase(found);
    return asker;
}

void
StoreQuestions::OnAnswered(Time now, const Answer& answer)
{
    if (const auto asker = End(answer.id))
    {
        OverlayStoreBody body;
        const bool isClear = DecodePayload(answer.payload, body) == WireError::kNone;
        asker->caller->OnBody(now, asker->tag, answer, isClear ? &body : nullptr);
    }
}

void
StoreQuestions::OnGivenUp(Time now, std::uint64_t id)
{
    if (const auto asker = End(id))
    {
        asker->caller->OnNoBody(now, asker->tag);
    }
}

bool
StoreQuestions::HasNews() const
{
    return m_news;
}

bool
StoreQuestions::TakeNews()
{
    return std::exchange(m_news, false);
}

std::size_t
StoreQuestions::UnderWay() const
{
    return m_forOthers.size() + m_own.size() + m_taken.size() + m_issued.size();
}

} // namespace dht
