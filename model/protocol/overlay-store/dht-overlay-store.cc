/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-overlay-store.h"

#include <algorithm>
#include <utility>

namespace dht
{

namespace
{

/// How often an answer for which there is no room is tried: more often is of no use
/// (doc/store-overload.rst).
constexpr Time kRoomPoll = FromSeconds(0.01);

} // namespace

OverlayStore::OverlayStore(const OverlayStoreParts& parts)
    : m_context(parts),
      m_gathers(m_context),
      m_spreads(m_context),
      m_client(m_context)
{
}

void
OverlayStore::SetObserver(StorageObserver* observer)
{
    m_context.observer = observer;
}

RequestSource&
OverlayStore::Source()
{
    return m_context.questions;
}

std::uint64_t
OverlayStore::Get(Time now, const Key& key)
{
    const std::uint64_t id = m_client.Get(now, key);
    UpdateWake(now);
    return id;
}

std::uint64_t
OverlayStore::Put(Time now, Bytes block)
{
    const std::uint64_t id = m_client.Put(now, std::move(block));
    UpdateWake(now);
    return id;
}

std::optional<OverlayStoreBody>
OverlayStore::AnswerTo(Time now, const Request& request)
{
    OverlayStoreBody body;
    if (DecodePayload(request.extras->payload, body) != WireError::kNone)
    {
        ++m_context.counters.useless;
        return std::nullopt;
    }
    if (const auto* const get = std::get_if<GetPartBody>(&body))
    {
        return m_gathers.OnRequest(now, request, *get);
    }
    if (const auto* const put = std::get_if<PutPartBody>(&body))
    {
        return m_spreads.OnRequest(now, request, *put);
    }
    if (const auto* const fetch = std::get_if<FetchBody>(&body))
    {
        FragmentBody answer{m_context.Find(now, fetch->key)};
        ++m_context.counters.fetches;
        m_context.counters.fetchesHere += answer.fragment.status == FragmentStatus::kHeld ? 1 : 0;
        return answer;
    }
    if (const auto* const store = std::get_if<StoreBody>(&body))
    {
        const StoredStatus status = m_context.Hold(now, *store);
        ++m_context.counters.stores;
        m_context.counters.storesKept +=
            status == StoredStatus::kStored || status == StoredStatus::kHad ? 1 : 0;
        return StoredBody{status};
    }
    ++m_context.counters.useless;
    return std::nullopt;
}

std::optional<Payload>
OverlayStore::OnRequest(Time now, const Request& request)
{
    const std::uint64_t useless = m_context.counters.useless;
    const auto answer = AnswerTo(now, request);
    UpdateWake(now);
    if (answer)
    {
        Payload payload = EncodePayload(*answer);
        return payload.size <= m_context.host.LongestAnswer(request) ? payload : Payload{};
    }
    // what makes no sense gets the answer that peers without a store give
    return m_context.counters.useless > useless ? std::optional(Payload{}) : std::nullopt;
}

void
OverlayStore::OnIssued(Time /* now */, const Request& request)
{
    m_context.questions.OnIssued(request);
}

void
OverlayStore::OnAnswered(Time now, const Answer& answer)
{
    m_context.questions.OnAnswered(now, answer);
    UpdateWake(now);
}

void
OverlayStore::OnGivenUp(Time now, std::uint64_t id)
{
    m_context.questions.OnGivenUp(now, id);
    UpdateWake(now);
}

void
OverlayStore::OnWake(Time now)
{
    m_gathers.OnWake(now);
    m_spreads.OnWake(now);
    m_client.OnWake(now);
    SendReady(now);
    if (m_context.questions.TakeNews())
    {
        m_context.host.Issue(now);
    }
    UpdateWake(now);
}

void
OverlayStore::SendReady(Time now)
{
    // what comes meanwhile waits for the next call
    std::deque<OverlayStoreContext::Ready> answers = std::move(m_waiting);
    answers.insert(answers.end(), m_context.ready.begin(), m_context.ready.end());
    m_context.ready.clear();
    m_waiting.clear();
    for (auto& [request, payload] : answers)
    {
        if (!m_context.host.HasRoomToAnswer(request))
        {
            m_waiting.push_back({request, std::move(payload)});
            continue;
        }
        const bool fits = payload.size <= m_context.host.LongestAnswer(request);
        m_context.host.Respond(now, request, fits ? std::move(payload) : Payload{});
    }
    m_nextPoll = m_waiting.empty() ? kNever : now + kRoomPoll;
}

void
OverlayStore::UpdateWake(Time now)
{
    Time next = std::min({m_gathers.NextWake(), m_spreads.NextWake(), m_client.NextWake()});
    if (m_context.questions.HasNews() || !m_context.ready.empty())
    {
        next = now;
    }
    m_context.host.WakeStoreAt(std::max(now, std::min(next, m_nextPoll)));
}

const StorageCounters&
OverlayStore::Counters() const
{
    return m_context.counters;
}

std::size_t
OverlayStore::UnderWay() const
{
    return m_client.UnderWay();
}

std::size_t
OverlayStore::Questions() const
{
    return m_context.questions.UnderWay();
}

bool
OverlayStore::IdentitiesHold() const
{
    const StorageCounters& c = m_context.counters;
    const std::size_t gets = m_client.GetsUnderWay();
    return c.gets == c.complete + c.failed + gets &&
           c.puts == c.putsOk + c.putsFailed + m_client.UnderWay() - gets &&
           c.fetchesHere <= c.fetches && c.storesKept <= c.stores;
}

} // namespace dht
