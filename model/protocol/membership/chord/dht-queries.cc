/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-queries.h"

#include "dht-endpoint-site.h"

#include <algorithm>

namespace dht
{

namespace
{

/// Erases those for which something is true.
template <typename Condition>
void
EraseIf(std::vector<Query>& queries, Condition condition)
{
    queries.erase(std::remove_if(queries.begin(), queries.end(), condition), queries.end());
}

/// @param query A query. @return Whether it is about another peer than the one asked.
bool
IsAboutAnother(const Query& query)
{
    return query.purpose == QueryPurpose::kVouch || query.purpose == QueryPurpose::kIndirect;
}

/// Takes the first one out for which something is true.
template <typename Condition>
std::optional<Query>
TakeFirst(std::vector<Query>& queries, Condition condition)
{
    const auto found = std::find_if(queries.begin(), queries.end(), condition);
    if (found == queries.end())
    {
        return std::nullopt;
    }
    const Query query = *found;
    queries.erase(found);
    return query;
}

} // namespace

void
Queries::Add(const Query& query)
{
    m_queries.push_back(query);
}

std::optional<Query>
Queries::TakeAnswered(std::uint64_t id, const Endpoint& from)
{
    return TakeFirst(m_queries, [&](const Query& query) {
        return query.id == id && query.to.endpoint == from;
    });
}

bool
Queries::IsAwaiting(std::uint64_t id, const Endpoint& from) const
{
    return std::any_of(m_queries.begin(), m_queries.end(), [&](const Query& query) {
        return query.id == id && query.to.endpoint == from;
    });
}

std::optional<Query>
Queries::TakeExpired(Time now)
{
    return TakeFirst(m_queries, [&](const Query& query) { return query.deadline <= now; });
}

void
Queries::Hear(const Endpoint& from)
{
    for (Query& query : m_queries)
    {
        query.heard = query.heard || query.to.endpoint == from;
    }
}

bool
Queries::IsAsking(const Endpoint& to) const
{
    return std::any_of(m_queries.begin(), m_queries.end(), [&](const Query& query) {
        return query.to.endpoint == to && query.purpose != QueryPurpose::kSearch &&
               query.purpose != QueryPurpose::kAudit && !IsAboutAnother(query);
    });
}

bool
Queries::IsAskingUrgently(const Endpoint& to) const
{
    return std::any_of(m_queries.begin(), m_queries.end(), [&](const Query& query) {
        return query.to.endpoint == to && query.urgent && !IsAboutAnother(query);
    });
}

std::size_t
Queries::Count(QueryPurpose purpose) const
{
    return std::count_if(m_queries.begin(), m_queries.end(), [&](const Query& query) {
        return query.purpose == purpose;
    });
}

bool
Queries::MakeRoom(QueryPurpose purpose, const Endpoint& newcomer)
{
    const auto countAt = [&](const Endpoint& endpoint) {
        return std::count_if(m_queries.begin(), m_queries.end(), [&](const Query& query) {
            return query.purpose == purpose && OwnersOf(query.to.endpoint) == OwnersOf(endpoint);
        });
    };
    const bool isFirst = countAt(newcomer) == 0;
    auto oldest = m_queries.end();
    for (auto query = m_queries.begin(); query != m_queries.end(); ++query)
    {
        const Endpoint& to = query->to.endpoint;
        // many peers of one network may come at once: if each took another's turn, none would
        // answer
        const bool givesWay =
            isFirst ? countAt(to) > 1 : OwnersOf(to) == OwnersOf(newcomer) && query->attempt > 1;
        if (query->purpose == purpose && givesWay &&
            (oldest == m_queries.end() || query->asked < oldest->asked))
        {
            oldest = query;
        }
    }
    if (oldest == m_queries.end())
    {
        return false;
    }
    m_queries.erase(oldest);
    return true;
}

void
Queries::Cancel(QueryPurpose purpose)
{
    EraseIf(m_queries, [&](const Query& query) { return query.purpose == purpose; });
}

void
Queries::Cancel(const Endpoint& to)
{
    EraseIf(m_queries, [&](const Query& query) {
        return query.to.endpoint == to && query.purpose != QueryPurpose::kSearch &&
               !IsAboutAnother(query);
    });
}

void
Queries::Clear()
{
    m_queries.clear();
}

Time
Queries::NextDeadline() const
{
    Time next = kNever;
    for (const Query& query : m_queries)
    {
        next = std::min(next, query.deadline);
    }
    return next;
}

} // namespace dht
