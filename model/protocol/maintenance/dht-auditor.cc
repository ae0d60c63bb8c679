/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-auditor.h"

#include <algorithm>
#include <utility>

namespace dht
{

namespace
{

/// From one check of an answer that is believed to the next.
constexpr Time kCheckInterval = FromSeconds(1);
/// An answer is odd for a key so many times as far from the peer as one peer is from the next, in
/// the mean: that is one in twenty honest answers, and nearly all false ones.
constexpr int kOddDistance = 3;
/// After somebody was refuted, nobody is believed on his own word for so long.
constexpr Time kAlert = FromSeconds(60);
/// Inquiries at a time, and of them those into one peer's answers.
constexpr std::size_t kMostInquiries = 16;
constexpr std::ptrdiff_t kMostOfOne = 4;
/// Peers that may know better, to begin with.
constexpr std::size_t kMostInquired = 12;
/// A peer that has just lost part of its arc may not know it yet: it is a liar who answers for it
/// so often, each time so long after the last.
constexpr unsigned kMostLies = 3;
constexpr Time kLiesApart = FromSeconds(5);
/// After so long without a lie, all is forgotten.
constexpr Time kForgotten = FromSeconds(60);
constexpr std::size_t kMostSuspicions = 16;
/// Who has been there for less is not yet known to everybody near it.
constexpr Time kSettled = FromSeconds(10);
/// Who has banned its successors answers for their keys: it is no liar who leaves out fewer.
constexpr std::ptrdiff_t kMostLeftOut = 4;

/// @param key A key. @return The end of an arc up to the key, and with it.
Key
UpTo(const Key& key)
{
    return key + Key(1);
}

} // namespace

Auditor::Auditor(MaintenanceContext& context, RingView& view, Correspondence& correspondence)
    : m_context(context),
      m_view(view),
      m_correspondence(correspondence)
{
}

void
Auditor::SetListener(Listener listener)
{
    m_listener = std::move(listener);
}

void
Auditor::Begin()
{
    m_isResting = false;
}

void
Auditor::Rest(Time now)
{
    m_isResting = true;
    m_inquiries.clear();
    if (m_listener)
    {
        m_listener(now);
    }
}

Belief
Auditor::OnClaim(Time now, const Key& key, const Endpoint& responsible)
{
    if (m_isResting)
    {
        return Belief::kBelieved;
    }
    const auto node = m_view.Node(responsible);
    if (!node)
    {
        const bool isOwn =
            responsible == m_view.self.endpoint && m_view.IsResponsible(key, responsible);
        return isOwn ? Belief::kBelieved : Belief::kRefuted;
    }
    for (const Inquiry& inquiry : m_over)
    {
        if (inquiry.GetKey() == key && inquiry.Claimant() == *node)
        {
            const auto verdict = inquiry.Judge(now);
            const bool isRight = verdict == Inquiry::Verdict::kRight ||
                                 (verdict == Inquiry::Verdict::kUnknown && !IsOdd(key, *node));
            return isRight ? Belief::kBelieved : Belief::kRefuted;
        }
    }
    if (Nearer(now, key, *node))
    {
        ++m_context.counters.refuted;
        m_refuted = now;
        Inquire(now, key, *node);
        return Belief::kRefuted;
    }
    if (IsVouched(now, *node, key))
    {
        return Belief::kBelieved;
    }
    if (Holds(now, key, *node))
    {
        ++m_context.counters.held;
        Inquire(now, key, *node);
        return Belief::kHeld;
    }
    if (Later(m_checked, kCheckInterval) <= now && m_inquiries.empty())
    {
        m_checked = now;
        Inquire(now, key, *node);
    }
    return Belief::kBelieved;
}

std::optional<RingNode>
Auditor::InsteadOf(Time now, const Key& key, const Endpoint& responsible) const
{
    const auto node = m_view.Node(responsible);
    return node ? Nearer(now, key, *node) : std::nullopt;
}

std::optional<RingNode>
Auditor::Nearer(Time now, const Key& key, const RingNode& responsible) const
{
    return m_view.FindBetween(now, responsible.id, UpTo(key));
}

bool
Auditor::IsSuspected(const RingNode& responsible) const
{
    return std::any_of(m_suspicions.begin(), m_suspicions.end(), [&](const Suspicion& suspicion) {
        return suspicion.endpoint == responsible.endpoint;
    });
}

bool
Auditor::IsOdd(const Key& key, const RingNode& responsible) const
{
    const auto mean = m_view.MeanArc();
    return !mean || IsSuspected(responsible) ||
           Distance(m_view.self.id, key) < Distance(responsible.id, key) ||
           Distance(responsible.id, key).Fraction() > kOddDistance * *mean;
}

bool
Auditor::IsVouched(Time now, const RingNode& node, const Key& key) const
{
    const bool isOwnWord =
        m_view.predecessor == node && Distance(node.id, key) < Distance(node.id, m_view.self.id);
    return isOwnWord || m_view.atlas.IsVouched(now, node, key);
}

bool
Auditor::Holds(Time now, const Key& key, const RingNode& node) const
{
    switch (m_context.options.holding)
    {
    case Holding::kNone:
        return false;
    case Holding::kAll:
        return true;
    default:
        return IsOdd(key, node) || (m_refuted != kNever && now <= Later(m_refuted, kAlert));
    }
}

void
Auditor::Inquire(Time now, const Key& key, const RingNode& responsible)
{
    const auto same = [&](const Inquiry& inquiry) { return inquiry.Claimant() == responsible; };
    const auto isSame = [&](const Inquiry& inquiry) {
        return same(inquiry) && inquiry.GetKey() == key;
    };
    if (m_inquiries.size() >= kMostInquiries ||
        std::count_if(m_inquiries.begin(), m_inquiries.end(), same) >= kMostOfOne ||
        std::any_of(m_inquiries.begin(), m_inquiries.end(), isSame))
    {
        return;
    }
    RingNodes candidates = m_view.atlas.NearestTo(UpTo(key), kMostInquired);
    const RingNodes known = m_view.NearestTo(key, responsible.endpoint, kMostInquired);
    candidates.insert(candidates.end(), known.begin(), known.end());
    const bool isOdd = IsOdd(key, responsible);
    ++m_context.counters.checks;
    m_inquiries.emplace_back(now, key, responsible, candidates, isOdd);
    Ask(now, m_inquiries.back());
}

void
Auditor::Ask(Time now, Inquiry& inquiry)
{
    while (const auto question = inquiry.TakeNext())
    {
        m_correspondence.Ask(now,
                             question->to,
                             question->key,
                             QueryPurpose::kAudit,
                             Correspondence::kHearsayAttempts);
    }
}

bool
Auditor::Hear(Time now, const Query& query, const MaintenanceMessage& answer)
{
    const RingNode& node = query.to;
    if (m_view.lost.IsBanned(now, node.endpoint))
    {
        return false;
    }
    m_view.atlas.Hear(now, node);
    const auto before = answer.responsible ? m_view.PredecessorIn(answer) : std::nullopt;
    if (before && !m_view.lost.IsBanned(now, before->endpoint))
    {
        m_view.atlas.Vouch(now, *before, node);
    }
    if (m_isResting || !answer.responsible || answer.peers.empty())
    {
        return false;
    }
    const auto next = m_view.Node(answer.peers.front());
    return LeavesOut(now, node, next ? next->id : m_view.self.id) && IsThirdLie(now, node);
}

bool
Auditor::LeavesOut(Time now, const RingNode& node, const Key& end) const
{
    const auto isSettled = [&](const RingNode& peer) {
        const auto since = m_view.atlas.Since(peer.endpoint);
        return since && Later(*since, kSettled) <= now;
    };
    const RingNodes others =
        m_view.atlas.FirstBetween(now, node.id, end, Atlas::kLately, Atlas::kMostNodes);
    return std::count_if(others.begin(), others.end(), isSettled) >= kMostLeftOut;
}

std::optional<RingNode>
Auditor::OnAnswer(Time now, const Query& query, const MaintenanceMessage& answer)
{
    const RingNodes named = m_view.Nodes(answer.peers);
    const bool isOwnTurn =
        answer.responsible && !answer.peers.empty() && answer.peers.front() == m_view.self.endpoint;
    for (Inquiry& inquiry : m_inquiries)
    {
        if (!inquiry.IsAsking(query.to, query.key))
        {
            continue;
        }
        if (!(query.key == inquiry.GetKey()))
        {
            inquiry.OnWitness(query.to,
                              answer.responsible ? m_view.PredecessorIn(answer) : std::nullopt);
        }
        else if (isOwnTurn && query.to == inquiry.Claimant())
        {
            inquiry.OnOwnWord(m_view.predecessor == query.to, m_view.self.id);
        }
        else
        {
            inquiry.OnAnswer(query.to, answer.responsible, named);
        }
    }
    return Advance(now);
}

std::optional<RingNode>
Auditor::OnLate(Time now, const Query& query)
{
    for (Inquiry& inquiry : m_inquiries)
    {
        if (inquiry.IsAsking(query.to, query.key))
        {
            inquiry.OnLate(query.to);
        }
    }
    return Advance(now);
}

std::optional<RingNode>
Auditor::OnUnanswered(Time now, const Query& query)
{
    for (Inquiry& inquiry : m_inquiries)
    {
        if (inquiry.IsAsking(query.to, query.key))
        {
            inquiry.OnFailed(query.to);
        }
    }
    m_view.atlas.Forget(query.to.endpoint);
    return Advance(now);
}

std::optional<RingNode>
Auditor::Advance(Time now)
{
    std::optional<RingNode> liar;
    for (bool isAnyOver = true; isAnyOver;)
    {
        for (Inquiry& inquiry : m_inquiries)
        {
            Ask(now, inquiry);
        }
        const auto isOpen = [&](const Inquiry& inquiry) {
            return inquiry.Judge(now) == Inquiry::Verdict::kOpen;
        };
        const auto rest = std::stable_partition(m_inquiries.begin(), m_inquiries.end(), isOpen);
        isAnyOver = rest != m_inquiries.end();
        m_over.assign(std::make_move_iterator(rest), std::make_move_iterator(m_inquiries.end()));
        m_inquiries.erase(rest, m_inquiries.end());
        for (const Inquiry& inquiry : m_over)
        {
            liar = Conclude(now, inquiry) ? inquiry.Claimant() : liar;
        }
        if (isAnyOver && m_listener)
        {
            m_listener(now); // which may begin others
        }
        m_over.clear();
    }
    return liar;
}

bool
Auditor::Conclude(Time now, const Inquiry& inquiry)
{
    if (inquiry.Judge(now) != Inquiry::Verdict::kWrong)
    {
        return false;
    }
    ++m_context.counters.disagreements;
    m_refuted = now;
    const RingNode& claimant = inquiry.Claimant();
    const auto end = inquiry.ClaimedEnd();
    return end && LeavesOut(now, claimant, *end) && IsThirdLie(now, claimant);
}

bool
Auditor::IsThirdLie(Time now, const RingNode& liar)
{
    const auto rest =
        std::remove_if(m_suspicions.begin(), m_suspicions.end(), [&](const Suspicion& suspicion) {
            return Later(suspicion.last, kForgotten) <= now;
        });
    m_suspicions.erase(rest, m_suspicions.end());
    auto found =
        std::find_if(m_suspicions.begin(), m_suspicions.end(), [&](const Suspicion& suspicion) {
            return suspicion.endpoint == liar.endpoint;
        });
    if (found == m_suspicions.end())
    {
        if (m_suspicions.size() >= kMostSuspicions)
        {
            m_suspicions.erase(m_suspicions.begin());
        }
        m_suspicions.push_back({liar.endpoint, 1, now});
        return false;
    }
    if (now < Later(found->last, kLiesApart))
    {
        return false;
    }
    found->last = now;
    if (++found->lies < kMostLies)
    {
        return false;
    }
    m_suspicions.erase(found);
    return true;
}

} // namespace dht
