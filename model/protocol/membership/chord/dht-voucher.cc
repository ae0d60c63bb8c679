/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-voucher.h"

#include <algorithm>
#include <utility>

namespace dht
{

namespace
{

/// For so long nobody is asked again who is beside it. A peer whose arc has become smaller could
/// lie about what it has lost.
constexpr Time kWitnessLife = FromSeconds(60);
/// Who has answered so recently is there, and has not to be asked.
constexpr Time kWitnessPresence = FromSeconds(1);
/// Inquiries a second, and how many may begin at once; the last half of those is for doubtful
/// answers.
constexpr double kInquiryRate = 4;
constexpr double kInquiryBurst = 32;
/// Between two answers that are looked at although all are believed.
constexpr Time kSampleInterval = FromSeconds(10);
/// Inquiries at a time, peers asked in one, and how long one may take.
constexpr std::size_t kMostInquiries = 16;
constexpr std::size_t kMostWitnessesAsked = 8;
constexpr Time kLongestInquiry = FromSeconds(10);
/// Claims about which nothing was found out, and nobody is asked again.
constexpr std::size_t kMostUndecided = 16;
/// Peers between a key and who answers for it that are looked at.
constexpr int kMostWitnessLooks = 8;

} // namespace

Voucher::Voucher(MaintenanceContext& context,
                 const RingView& view,
                 Correspondence& correspondence,
                 const Joiner& joiner,
                 Auditor& auditor)
    : m_context(context),
      m_view(view),
      m_correspondence(correspondence),
      m_joiner(joiner),
      m_auditor(auditor),
      m_budget(kInquiryBurst)
{
}

Belief
Voucher::Believes(Time now, const Key& key, const Endpoint& responsible, Asking asking)
{
    if (!m_joiner.IsJoined())
    {
        return Belief::kYes;
    }
    if (asking == Asking::kFirst && !m_auditor.Believes(now, key, responsible))
    {
        return Belief::kIgnore;
    }
    const auto node = m_view.Node(responsible);
    const Vouching mode = Mode(now);
    m_isNeeded = m_context.options.vouching != Vouching::kOff;
    if (!node || mode == Vouching::kOff)
    {
        if (node && m_isNeeded)
        {
            Sample(now, key, *node);
        }
        return Belief::kYes;
    }
    const Belief belief = Judge(now, key, *node);
    if (belief != Belief::kLater)
    {
        m_context.counters.denied += belief == Belief::kNo;
        return belief;
    }
    const bool isDoubtful = IsDoubtful(now, key, *node);
    if (mode == Vouching::kOdd && !isDoubtful)
    {
        return Belief::kYes;
    }
    if (asking != Asking::kLast &&
        (IsInquiring(now, *node) || Inquire(now, key, *node, isDoubtful)))
    {
        m_context.counters.held += asking == Asking::kFirst;
        return Belief::kLater;
    }
    ++(isDoubtful ? m_context.counters.denied : m_context.counters.unvouched);
    return isDoubtful ? Belief::kNo : Belief::kYes;
}

Vouching
Voucher::Mode(Time now) const
{
    const Vouching mode = m_context.options.vouching;
    const Vouching alarmed = m_auditor.IsAlarmed(now) ? Vouching::kAll : Vouching::kOff;
    return mode == Vouching::kAlarmed ? alarmed : mode;
}

void
Voucher::Sample(Time now, const Key& key, const RingNode& claimant)
{
    const Belief belief = Judge(now, key, claimant);
    if (belief == Belief::kNo)
    {
        m_auditor.OnDenied(now, claimant);
    }
    else if (belief == Belief::kLater && Later(m_sampled, kSampleInterval) <= now &&
             !IsInquiring(now, claimant))
    {
        m_sampled = now;
        Inquire(now, key, claimant, true);
    }
}

bool
Voucher::TakeNews()
{
    return std::exchange(m_isNews, false);
}

Witness
Voucher::Own(Time now) const
{
    const RingNode* const next = m_view.successors.First();
    return {m_view.self, m_view.predecessor, next ? std::optional(*next) : std::nullopt, now};
}

Witness
Voucher::After(Time now, const Key& key) const
{
    const Witness own = Own(now);
    const Witness* const other = m_witnesses.After(key);
    const auto distance = [&](const Witness& witness) { return Distance(key, witness.node.id); };
    const bool isOwn = !other || (!(own.node.id == key) && distance(own) < distance(*other));
    return isOwn ? own : *other;
}

bool
Voucher::IsVouchedFor(Time now, const Key& key, const RingNode& claimant) const
{
    const Witness after = After(now, key);
    const Key& end = after.node.id;
    if (Distance(claimant.id, end) < Distance(claimant.id, key) || !after.before ||
        Later(after.heard, kWitnessLife) < now)
    {
        return false;
    }
    if (*after.before == claimant)
    {
        return true;
    }
    // it need not know of who comes before it, or tells nothing but lies
    const Witness* const own = m_witnesses.Find(claimant);
    return own && now <= Later(own->heard, kWitnessLife) && own->next && *own->next == after.node &&
           !IsBetween(claimant.id, after.before->id, end);
}

template <typename Condition>
std::optional<RingNode>
Voucher::Nearer(const Key& key, const RingNode& claimant, Condition fits) const
{
    const Witness* witness = m_witnesses.UpTo(key);
    for (int looks = 0; witness && looks < kMostWitnessLooks; ++looks)
    {
        const RingNode& node = witness->node;
        if (Distance(claimant.id, key) <= Distance(node.id, key))
        {
            break;
        }
        if (!m_view.lost.Contains(node.endpoint) && !m_view.links.IsSuspect(node.endpoint) &&
            fits(*witness))
        {
            return node;
        }
        witness = m_witnesses.Before(*witness);
    }
    return std::nullopt;
}

Belief
Voucher::Judge(Time now, const Key& key, const RingNode& claimant) const
{
    if (Nearer(key, claimant, [now](const Witness& witness) {
            return now <= Later(witness.heard, kWitnessPresence);
        }))
    {
        return Belief::kNo;
    }
    return IsVouchedFor(now, key, claimant) ? Belief::kYes : Belief::kLater;
}

bool
Voucher::IsDoubtful(Time now, const Key& key, const RingNode& claimant) const
{
    const Witness after = After(now, key);
    const Witness* const own = m_witnesses.Find(claimant);
    const bool isFresh = now <= Later(after.heard, kWitnessLife);
    return m_auditor.IsOdd(key, claimant) ||
           (isFresh && after.before &&
            Distance(after.before->id, key) < Distance(claimant.id, key)) ||
           (isFresh && own && own->next &&
            Distance(key, after.node.id) < Distance(key, own->next->id));
}

bool
Voucher::IsInquiring(Time now, const RingNode& claimant)
{
    const auto rest =
        std::remove_if(m_inquiries.begin(), m_inquiries.end(), [now](const Inquiry& inquiry) {
            return inquiry.until <= now; // its queries were forgotten: this peer has begun anew
        });
    m_inquiries.erase(rest, m_inquiries.end());
    return std::any_of(m_inquiries.begin(), m_inquiries.end(), [&](const Inquiry& inquiry) {
        return inquiry.claimant == claimant;
    });
}

bool
Voucher::Inquire(Time now, const Key& key, const RingNode& claimant, bool isDoubtful)
{
    const bool isUndecided =
        std::find(m_undecided.begin(), m_undecided.end(), std::pair(claimant.endpoint, key)) !=
        m_undecided.end();
    if (isUndecided || m_inquiries.size() >= kMostInquiries || !TakeBudget(now, isDoubtful))
    {
        return false;
    }
    ++m_context.counters.inquiries;
    m_inquiries.push_back({claimant, key, {}, Later(now, kLongestInquiry)});
    if (!Ask(now, m_inquiries.back()))
    {
        m_inquiries.pop_back();
        return false;
    }
    return true;
}

bool
Voucher::TakeBudget(Time now, bool isDoubtful)
{
    m_budget = std::min(kInquiryBurst, m_budget + kInquiryRate * ToSeconds(now - m_filled));
    m_filled = now;
    if (m_budget < (isDoubtful ? 1 : kInquiryBurst / 2))
    {
        return false;
    }
    --m_budget;
    return true;
}

bool
Voucher::Ask(Time now, Inquiry& inquiry)
{
    const auto next =
        inquiry.asked.size() < kMostWitnessesAsked ? NextFor(now, inquiry) : std::nullopt;
    if (!next)
    {
        return false;
    }
    const bool isAsked =
        std::any_of(m_inquiries.begin(), m_inquiries.end(), [&](const Inquiry& other) {
            return !other.asked.empty() && other.asked.back() == next->endpoint;
        });
    // who names a peer knows that it is there; of others that is not to be expected
    const bool isLikely = *next == inquiry.claimant || !m_witnesses.Find(*next);
    inquiry.asked.push_back(next->endpoint);
    if (!isAsked)
    {
        m_correspondence.Ask(now,
                             *next,
                             next->id,
                             QueryPurpose::kVouch,
                             isLikely ? Correspondence::kHearsayAttempts : 1);
    }
    return true;
}

std::optional<RingNode>
Voucher::NextFor(Time now, const Inquiry& inquiry) const
{
    const RingNode& claimant = inquiry.claimant;
    const auto isNew = [&](const RingNode& node) {
        const auto& asked = inquiry.asked;
        return !(node == m_view.self) &&
               std::find(asked.begin(), asked.end(), node.endpoint) == asked.end();
    };
    // who has said before that nobody is nearer
    const Witness after = After(now, inquiry.key);
    if (after.before && *after.before == claimant && isNew(after.node))
    {
        return after.node;
    }
    if (isNew(claimant))
    {
        return claimant;
    }
    // whom the claimant names, who may be before the key or after it
    const Witness* const own = m_witnesses.Find(claimant);
    if (own && own->next && isNew(*own->next))
    {
        return own->next;
    }
    // who is before that one, if it is still there
    if (own && own->next && isNew(after.node) &&
        Distance(inquiry.key, after.node.id) < Distance(inquiry.key, own->next->id))
    {
        return after.node;
    }
    // somebody nearer, if it is still there
    const auto nearer =
        Nearer(inquiry.key, claimant, [&](const Witness& witness) { return isNew(witness.node); });
    if (nearer)
    {
        return nearer;
    }
    // and step by step back to the key
    const bool isBetween = after.before && IsBetween(claimant.id, after.before->id, after.node.id);
    return isBetween && isNew(*after.before) ? after.before : std::nullopt;
}

void
Voucher::Proceed(Time now, const RingNode& node)
{
    for (std::size_t i = 0; i < m_inquiries.size();)
    {
        Inquiry& inquiry = m_inquiries[i];
        const bool isWaiting = inquiry.asked.back() == node.endpoint;
        const Belief belief = Judge(now, inquiry.key, inquiry.claimant);
        const bool isOpen = belief == Belief::kLater;
        if (!isWaiting || (isOpen && Ask(now, inquiry)))
        {
            ++i;
            continue;
        }
        if (isOpen)
        {
            m_undecided.emplace_back(inquiry.claimant.endpoint, inquiry.key);
            const bool isFull = m_undecided.size() > kMostUndecided;
            m_undecided.erase(m_undecided.begin(), m_undecided.begin() + isFull);
        }
        else if (belief == Belief::kNo)
        {
            m_auditor.OnDenied(now, inquiry.claimant);
        }
        m_isNews = true;
        m_inquiries.erase(m_inquiries.begin() + static_cast<std::ptrdiff_t>(i));
    }
}

void
Voucher::OnAnswer(Time now, const Query& query, const MaintenanceMessage& answer)
{
    if (m_isNeeded && answer.responsible && query.key == query.to.id)
    {
        const auto neighbour = [this](const Endpoint& endpoint) {
            return endpoint == m_view.self.endpoint ? std::optional(m_view.self)
                                                    : m_view.Node(endpoint);
        };
        const auto& peers = answer.peers;
        m_witnesses.Add({query.to,
                         answer.predecessor ? neighbour(*answer.predecessor) : std::nullopt,
                         peers.empty() ? std::nullopt : neighbour(peers.front()),
                         now});
    }
    if (query.purpose == QueryPurpose::kVouch)
    {
        Proceed(now, query.to);
    }
}

void
Voucher::OnGone(Time now, const RingNode& node)
{
    m_witnesses.Forget(node.endpoint);
    Proceed(now, node);
}

void
Voucher::Forget(const Endpoint& node)
{
    m_witnesses.Forget(node);
}

} // namespace dht
