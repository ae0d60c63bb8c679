/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-search.h"

#include <algorithm>
#include <utility>

namespace dht
{

namespace
{

/// Peers that one search knows of. A ring of a million peers needs some 20 hops, and each answer
/// may name four: whoever leads on for longer than this leads astray.
constexpr std::size_t kMostCandidates = 100;

/// Those among them that a search takes along when it begins anew.
constexpr std::size_t kMostLate = kMostCandidates / 2;

} // namespace

Search::Search(const Key& key, const RingNodes& start, PeerIds ids, Metric metric)
    : m_key(key),
      m_ids(ids),
      m_metric(metric)
{
    for (const RingNode& node : start)
    {
        Add(node, 0);
    }
}

const Key&
Search::GetKey() const
{
    return m_key;
}

Key
Search::DistanceFrom(const RingNode& node) const
{
    return m_metric(node.id, m_key);
}

void
Search::Add(const RingNode& node, std::uint8_t hops)
{
    if (m_candidates.size() < kMostCandidates)
    {
        m_candidates.emplace_back();
        m_candidates.back().node = node;
        m_candidates.back().hops = hops;
    }
}

bool
Search::IsBetter(const Candidate& a, const Candidate& b) const
{
    if (a.late != b.late)
    {
        return a.late < b.late;
    }
    if (a.hasClaimed != b.hasClaimed)
    {
        return a.hasClaimed;
    }
    return DistanceFrom(a.node) < DistanceFrom(b.node);
}

std::size_t
Search::PlaceOfNext(bool evenFarther) const
{
    const std::size_t none = m_candidates.size();
    std::size_t best = none;
    for (std::size_t place = 0; place < none; ++place)
    {
        const Candidate& candidate = m_candidates[place];
        const bool counts =
            candidate.state == State::kNew || (candidate.state == State::kAsked && !evenFarther);
        if (counts && (best == none || IsBetter(candidate, m_candidates[best])))
        {
            best = place;
        }
    }
    return best < none && m_candidates[best].state == State::kNew ? best : none;
}

bool
Search::HasNext(bool evenFarther) const
{
    return PlaceOfNext(evenFarther) < m_candidates.size();
}

std::optional<RingNode>
Search::TakeNext(bool evenFarther)
{
    const std::size_t place = PlaceOfNext(evenFarther);
    if (place == m_candidates.size())
    {
        return std::nullopt;
    }
    m_candidates[place].state = State::kAsked;
    m_candidates[place].wasAsked = true;
    return m_candidates[place].node;
}

std::size_t
Search::OnAnswer(const RingNode& from, const RingNodes& nearer)
{
    m_answered = true;
    const auto hops = static_cast<std::uint8_t>(HopsTo(from.endpoint) + 1);
    if (m_ids == PeerIds::kAgreed)
    {
        m_candidates.clear();
        for (std::size_t i = 0; i < std::min<std::size_t>(nearer.size(), 1); ++i)
        {
            Add(nearer[i], hops);
        }
        return nearer.size() - m_candidates.size();
    }
    if (Candidate* const candidate = Find(from.endpoint))
    {
        candidate->state = State::kDone;
        candidate->hasAnswered = true;
    }
    const std::size_t heard = std::min(nearer.size(), kMostNamed);
    std::size_t useless = nearer.size() - heard;
    for (std::size_t i = 0; i < heard; ++i)
    {
        const bool isNearer = DistanceFrom(nearer[i]) < DistanceFrom(from);
        useless += !isNearer;
        Candidate* const known = Find(nearer[i].endpoint);
        if (isNearer && !known)
        {
            Add(nearer[i], hops);
        }
        else if (isNearer && known->state == State::kLate)
        {
            known->state = State::kNew;
            known->hops = hops;
        }
    }
    return useless;
}

void
Search::OnClaim(const Endpoint& from)
{
    if (Candidate* const candidate = Find(from))
    {
        m_answered = true;
        candidate->state = State::kNew;
        candidate->hasClaimed = true;
        candidate->late = 0;
    }
}

void
Search::OnLate()
{
    for (Candidate& candidate : m_candidates)
    {
        if (candidate.state == State::kAsked)
        {
            candidate.state = State::kLate;
            candidate.late += candidate.late < 255;
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

void
Search::AskAgain(const RingNode& than, unsigned most)
{
    for (Candidate& candidate : m_candidates)
    {
        if (candidate.state == State::kLate && candidate.late < most && IsNearer(candidate, than))
        {
            candidate.state = State::kNew;
        }
    }
}

bool
Search::HasNearer(const RingNode& than) const
{
    return std::any_of(m_candidates.begin(), m_candidates.end(), [&](const Candidate& candidate) {
        const bool isOpen = candidate.state == State::kNew || candidate.state == State::kAsked;
        return isOpen && IsNearer(candidate, than);
    });
}

bool
Search::IsNearer(const Candidate& candidate, const RingNode& than) const
{
    return DistanceFrom(candidate.node) < DistanceFrom(than);
}

void
Search::BeginAnew(const RingNodes& start)
{
    OnLate();
    const auto isOver = [](const Candidate& candidate) { return candidate.state != State::kLate; };
    m_candidates.erase(std::remove_if(m_candidates.begin(), m_candidates.end(), isOver),
                       m_candidates.end());
    const std::size_t oldest = m_candidates.size() - std::min(m_candidates.size(), kMostLate);
    m_candidates.erase(m_candidates.begin(),
                       m_candidates.begin() + static_cast<std::ptrdiff_t>(oldest));
    for (const RingNode& node : start)
    {
        if (Candidate* const known = Find(node.endpoint))
        {
            known->state = State::kNew;
            known->hops = 0;
        }
        else
        {
            Add(node, 0);
        }
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

bool
Search::HasAnsweredNearer(const RingNode& than) const
{
    return std::any_of(m_candidates.begin(), m_candidates.end(), [&](const Candidate& candidate) {
        return candidate.hasAnswered && IsNearer(candidate, than);
    });
}

bool
Search::HasAnswerBetween(const Key& from, const Key& to) const
{
    return std::any_of(m_candidates.begin(), m_candidates.end(), [&](const Candidate& candidate) {
        // who is at the key itself has nobody nearer: from and to are no whole ring then
        return candidate.hasAnswered && !(from == to) && IsBetween(from, candidate.node.id, to);
    });
}

bool
Search::WasAsked(const Endpoint& endpoint) const
{
    const Candidate* const candidate = Find(endpoint);
    return candidate && candidate->wasAsked;
}

const RingNode*
Search::FindAwaited(const Endpoint& endpoint) const
{
    const Candidate* const candidate = Find(endpoint);
    const bool isAwaited = candidate && candidate->wasAsked && candidate->state != State::kDone;
    return isAwaited ? &candidate->node : nullptr;
}

std::uint8_t
Search::HopsTo(const Endpoint& endpoint) const
{
    const Candidate* const candidate = Find(endpoint);
    return candidate ? candidate->hops : 0;
}

bool
Search::HasClaimed(const Endpoint& endpoint) const
{
    const Candidate* const candidate = Find(endpoint);
    return candidate && candidate->hasClaimed;
}

const Search::Candidate*
Search::Find(const Endpoint& endpoint) const
{
    const auto found =
        std::find_if(m_candidates.begin(), m_candidates.end(), [&](const Candidate& candidate) {
            return candidate.node.endpoint == endpoint;
        });
    return found == m_candidates.end() ? nullptr : &*found;
}

Search::Candidate*
Search::Find(const Endpoint& endpoint)
{
    return const_cast<Candidate*>(std::as_const(*this).Find(endpoint));
}

} // namespace dht
