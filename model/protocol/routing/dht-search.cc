/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-search.h"

#include <algorithm>

namespace dht
{

namespace
{

/// Peers that one search knows of. A ring of a million peers needs some 20 hops, and each answer
/// may name four: whoever leads on for longer than this leads astray.
constexpr std::size_t kMostCandidates = 100;

} // namespace

Search::Search(const Key& key, const RingNodes& start)
    : m_key(key)
{
    for (const RingNode& node : start)
    {
        m_candidates.push_back({node, State::kNew});
    }
}

const Key&
Search::GetKey() const
{
    return m_key;
}

std::optional<RingNode>
Search::TakeNext(bool evenFarther)
{
    Candidate* best = nullptr;
    for (Candidate& candidate : m_candidates)
    {
        if (candidate.state != State::kDone && (candidate.state == State::kNew || !evenFarther) &&
            (!best || Distance(candidate.node.id, m_key) < Distance(best->node.id, m_key)))
        {
            best = &candidate;
        }
    }
    if (!best || best->state != State::kNew)
    {
        return std::nullopt;
    }
    best->state = State::kAsked;
    return best->node;
}

void
Search::OnAnswer(const RingNode& from, const RingNodes& nearer)
{
    m_answered = true;
    OnFailed(from.endpoint);
    for (const RingNode& node : nearer)
    {
        if (Distance(node.id, m_key) < Distance(from.id, m_key) && !Find(node.endpoint) &&
            m_candidates.size() < kMostCandidates)
        {
            m_candidates.push_back({node, State::kNew});
        }
    }
}

void
Search::OnFailed(const Endpoint& from)
{
    if (Candidate* const candidate = Find(from))
    {
        candidate->state = State::kDone;
    }
}

bool
Search::IsAsking() const
{
    return std::any_of(m_candidates.begin(), m_candidates.end(), [](const Candidate& candidate) {
        return candidate.state == State::kAsked;
    });
}

bool
Search::IsAnswered() const
{
    return m_answered;
}

Search::Candidate*
Search::Find(const Endpoint& endpoint)
{
    const auto found =
        std::find_if(m_candidates.begin(), m_candidates.end(), [&](const Candidate& candidate) {
            return candidate.node.endpoint == endpoint;
        });
    return found == m_candidates.end() ? nullptr : &*found;
}

} // namespace dht
