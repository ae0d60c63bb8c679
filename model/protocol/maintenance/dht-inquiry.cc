/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-inquiry.h"

#include <algorithm>

namespace dht
{

namespace
{

/// Questions in one inquiry, at the most; who may know better, at the most.
constexpr std::size_t kMostQuestions = 16;
constexpr std::size_t kMostParties = 32;
/// Peers of elsewhere that know nobody nearer, if their word is needed.
constexpr std::size_t kOthers = 2;
/// An inquiry comes to an end.
constexpr Time kLongestInquiry = FromSeconds(5);

} // namespace

Inquiry::Inquiry(Time now,
                 const Key& key,
                 const RingNode& claimant,
                 const RingNodes& candidates,
                 bool isOdd)
    : m_key(key),
      m_end(Later(now, kLongestInquiry)),
      m_isOdd(isOdd),
      m_claimant{claimant}
{
    for (const RingNode& node : candidates)
    {
        Add(node);
    }
}

bool
Inquiry::IsNearer(const RingNode& node) const
{
    return Distance(node.id, m_key) < Distance(m_claimant.node.id, m_key);
}

void
Inquiry::Add(const RingNode& node)
{
    const bool isKnown = node == m_claimant.node ||
                         std::any_of(m_parties.begin(), m_parties.end(), [&](const Party& party) {
                             return party.node == node;
                         });
    if (!isKnown && m_parties.size() < kMostParties)
    {
        m_parties.push_back({node});
    }
}

Inquiry::Question
Inquiry::Ask(Party& party, const Key& key)
{
    party.state = State::kAsked;
    ++m_asked;
    return {party.node, key};
}

Inquiry::Party*
Inquiry::Best()
{
    Party* best = nullptr;
    for (Party& party : m_parties)
    {
        if (party.state == State::kNew &&
            (!best || Distance(party.node.id, m_key) < Distance(best->node.id, m_key)))
        {
            best = &party;
        }
    }
    return best;
}

bool
Inquiry::IsWaiting() const
{
    return m_claimant.state == State::kAsked || (m_witness && m_witness->state == State::kAsked) ||
           std::any_of(m_parties.begin(), m_parties.end(), [](const Party& party) {
               return party.state == State::kAsked;
           });
}

bool
Inquiry::HasOthers() const
{
    return m_others >= kOthers;
}

std::optional<Inquiry::Question>
Inquiry::TakeNext()
{
    if (IsWaiting() || m_isWrong || m_asked >= kMostQuestions)
    {
        return std::nullopt;
    }
    Party* const best = Best();
    if (best && IsNearer(best->node))
    {
        return Ask(*best, m_key);
    }
    if (m_claimant.state == State::kNew)
    {
        return Ask(m_claimant, m_key);
    }
    if (m_witness && m_witness->state == State::kNew)
    {
        return Ask(*m_witness, m_witness->node.id);
    }
    const bool isSettled = m_isVouched && !m_isOdd;
    return best && !isSettled && !HasOthers() ? std::optional(Ask(*best, m_key)) : std::nullopt;
}

bool
Inquiry::IsAsking(const RingNode& to, const Key& key) const
{
    const auto isAsked = [&](const Party& party) {
        return party.node == to && (party.state == State::kAsked || party.state == State::kLate);
    };
    return (key == m_key &&
            (isAsked(m_claimant) || std::any_of(m_parties.begin(), m_parties.end(), isAsked))) ||
           (key == to.id && m_witness && isAsked(*m_witness));
}

void
Inquiry::Set(const RingNode& to, State state)
{
    const auto set = [&](Party& party) {
        if (party.node == to && party.state != State::kNew && party.state != State::kDone)
        {
            party.state = state;
        }
    };
    set(m_claimant);
    if (m_witness)
    {
        set(*m_witness);
    }
    std::for_each(m_parties.begin(), m_parties.end(), set);
}

void
Inquiry::OnAnswer(const RingNode& from, bool claims, const RingNodes& named)
{
    Set(from, State::kDone);
    if (from == m_claimant.node)
    {
        m_isWrong = m_isWrong || !claims;
        if (claims)
        {
            m_claimed = named.empty() ? from.id : named.front().id;
        }
        if (claims && !named.empty())
        {
            m_witness = Party{named.front()};
            return;
        }
    }
    else if (IsNearer(from))
    {
        m_isWrong = true;
    }
    if (claims)
    {
        return;
    }
    bool knowsBetter = false;
    for (const RingNode& node : named)
    {
        knowsBetter = knowsBetter || IsNearer(node);
        Add(node);
    }
    m_others += !knowsBetter && !(from == m_claimant.node);
}

void
Inquiry::OnWitness(const RingNode& from, const std::optional<RingNode>& before)
{
    m_witness->state = State::kDone;
    m_isVouched = before == m_claimant.node &&
                  (m_key == m_claimant.node.id || IsBetween(m_claimant.node.id, m_key, from.id));
    if (before && !(*before == m_claimant.node))
    {
        Add(*before);
    }
    if (IsNearer(from))
    {
        m_isWrong = true;
    }
}

void
Inquiry::OnOwnWord(bool isVouched, const Key& self)
{
    Set(m_claimant.node, State::kDone);
    m_claimed = self;
    m_isVouched = isVouched;
}

void
Inquiry::OnLate(const RingNode& from)
{
    Set(from, State::kLate);
}

void
Inquiry::OnFailed(const RingNode& from)
{
    Set(from, State::kDone);
}

Inquiry::Verdict
Inquiry::Judge(Time now) const
{
    if (m_isWrong)
    {
        return Verdict::kWrong;
    }
    if (m_isVouched && (!m_isOdd || HasOthers()))
    {
        return Verdict::kRight;
    }
    const bool isOver = m_end <= now || !IsWaiting();
    if (!isOver)
    {
        return Verdict::kOpen;
    }
    return m_isVouched || m_others > 0 ? Verdict::kRight : Verdict::kUnknown;
}

const Key&
Inquiry::GetKey() const
{
    return m_key;
}

const RingNode&
Inquiry::Claimant() const
{
    return m_claimant.node;
}

std::optional<Key>
Inquiry::ClaimedEnd() const
{
    return m_claimed;
}

} // namespace dht
