/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-correspondence.h"

#include "dht-maintenance-format.h"

#include <algorithm>
#include <cmath>

namespace dht
{

namespace
{

/// Timeouts double up to this times the first one.
constexpr int kLongestTimeout = 4;

/// Where many datagrams get lost or are late, a peer that is there may miss the attempts that are
/// enough elsewhere: then it takes more, so that a verdict is wrong once in ten thousand times.
constexpr double kMistake = 0.0001;
constexpr unsigned kMostAttempts = 16;
/// Weight of the last transmission in what a peer thinks of the network.
constexpr double kLossGain = 1.0 / 16;
/// A connection that has sent in vain for long waits as long again until it finds that nothing gets
/// lost any more.
constexpr Time kAftermath = FromSeconds(30);

/// Bytes of a first query to an IPv6 endpoint that mean nothing: with them, its answer may name
/// three peers, as with IPv4.
constexpr std::size_t kIpv6Padding = 35;

/// Queries per second to a site from which no answer has come, and as many at once: whoever names
/// many peers there may mean to have it flooded.
constexpr double kUnansweringRate = 2;
constexpr double kMostUnanswering = 16;
/// The same of all such sites together, when they are too many to keep count of each.
constexpr double kManyUnansweringRate = 100;

/// Transmissions of an urgent query, at the least: there is no time to learn how many get lost.
constexpr unsigned kUrgentAttempts = 5;

/// @param query A query. @return Whether a missing answer may be lost: that to an indirect probe is
/// late on purpose, as is that of somebody met who looks for a place, too.
bool
SaysOfLoss(const Query& query)
{
    return query.purpose != QueryPurpose::kIndirect && query.purpose != QueryPurpose::kContact;
}

/// @param query An urgent one. @return How long to wait after its last transmission: all but the
/// last of five are over with half the timeout, and that one waits for the other half.
Time
UrgentWait(const Query& query)
{
    return query.timeout / (query.attempt < query.attempts ? 2 * (kUrgentAttempts - 1) : 2);
}

} // namespace

Correspondence::Correspondence(MaintenanceContext& context, Owner& owner)
    : m_context(context),
      m_owner(owner),
      m_timeout{0.125, 0.25, 4, 1, context.options.queryTimeout, context.options.queryTimeout},
      m_rtt(m_timeout),
      m_mint(context.random),
      m_unanswering(kUnansweringRate, kMostUnanswering),
      m_manyUnanswering(kManyUnansweringRate, kManyUnansweringRate)
{
}

void
Correspondence::Ask(Time now,
                    const RingNode& to,
                    const Key& key,
                    QueryPurpose purpose,
                    unsigned attempts)
{
    Repeat(Make(now, to, key, purpose, attempts));
}

void
Correspondence::AskUrgently(Time now,
                            const RingNode& to,
                            const Key& key,
                            QueryPurpose purpose,
                            unsigned attempts)
{
    Query query = Make(now, to, key, purpose, std::max(attempts, kUrgentAttempts));
    query.urgent = true;
    query.deadline = Later(now, UrgentWait(query));
    Repeat(query);
}

Query
Correspondence::Make(Time now,
                     const RingNode& to,
                     const Key& key,
                     QueryPurpose purpose,
                     unsigned attempts) const
{
    Query query;
    query.id = DrawBits(m_context.random);
    query.to = to;
    query.key = key;
    query.purpose = purpose;
    query.attempts = static_cast<std::uint8_t>(std::max(attempts, 1U));
    query.asked = query.sent = now;
    query.timeout = std::min(m_rtt.Timeout(), LongestTimeout());
    query.deadline = Later(now, query.timeout);
    return query;
}

void
Correspondence::Repeat(const Query& query)
{
    Add(query);
    // whom this peer has met, nobody else has named
    if (query.purpose != QueryPurpose::kContact && !MayAsk(query.sent, query.to.endpoint))
    {
        ++m_context.counters.withheld;
        return; // it is late, like a query that gets lost
    }
    MaintenanceMessage message;
    message.kind = MaintenanceKind::kQuery;
    message.id = query.id;
    message.attempt = query.attempt;
    message.key = query.key;
    if (query.purpose == QueryPurpose::kIndirect)
    {
        message.extensions.Set(kIndirectProbe, {});
    }
    Send(query.to.endpoint, message);
}

bool
Correspondence::MayAsk(Time now, const Endpoint& to)
{
    if (m_book.Contains(to) || m_strangers.Contains(to))
    {
        return true;
    }
    const auto own = m_unanswering.Take(now, to);
    return own ? *own : m_manyUnanswering.Take(now);
}

unsigned
Correspondence::AttemptsToDecide() const
{
    unsigned attempts = m_context.options.queryAttempts;
    for (double all = std::pow(m_lossShare, attempts); all > kMistake && attempts < kMostAttempts;
         all *= m_lossShare)
    {
        ++attempts;
    }
    return attempts;
}

bool
Correspondence::IsLossy(Time now) const
{
    return AttemptsToDecide() > m_context.options.queryAttempts || LosesMuch(now);
}

bool
Correspondence::LosesMuch(Time now) const
{
    return now < m_lossyUntil;
}

bool
Correspondence::OnAnswer(Time now, const Endpoint& from, const MaintenanceMessage& message)
{
    const auto query = TakeAnswered(message.id, from);
    if (!query)
    {
        return false;
    }
    Hear(from);
    // whoever is asked for an answer's sake is no more of a neighbour for that
    TokenBook& book = query->purpose == QueryPurpose::kVouch ? m_strangers : m_book;
    book.Learn(now, from, TokenIn(message.extensions));
    if (SaysOfLoss(*query))
    {
        Learn(now, *query, message.attempt);
    }
    m_owner.OnAnswer(now, *query, message);
    return true;
}

bool
Correspondence::HasWorked(const Endpoint& from, const MaintenanceMessage& message) const
{
    const ShownWork shown = WorkIn(message.extensions);
    const std::uint8_t bits = m_context.options.puzzleBits;
    return shown.bits == bits && (bits == 0 || Puzzle(from, bits).IsSolvedBy(shown.work));
}

void
Correspondence::Refuse(const Endpoint& from, const MaintenanceMessage& message)
{
    if (IsAwaiting(message.id, from))
    {
        m_context.otherPuzzle = {from, WorkIn(message.extensions).bits};
    }
}

void
Correspondence::OnWake(Time now)
{
    while (const auto query = TakeExpired(now))
    {
        OnExpired(now, *query);
    }
}

void
Correspondence::OnExpired(Time now, Query query)
{
    ++m_context.counters.timeouts;
    if (query.attempts >= m_context.options.queryAttempts && !query.heard)
    {
        // more may have got lost since it was asked than was known then
        query.attempts = std::max(query.attempts, static_cast<std::uint8_t>(AttemptsToDecide()));
    }
    if (query.attempt >= query.attempts)
    {
        LearnLosses(now, query.heard && SaysOfLoss(query) ? query.attempt : 0);
        m_owner.OnUnanswered(now, query);
        return;
    }
    ++query.attempt;
    query.sent = now;
    if (!query.urgent && query.attempt <= m_context.options.queryAttempts)
    {
        query.timeout = std::min(Later(query.timeout, query.timeout), LongestTimeout());
    }
    query.deadline = Later(now, query.urgent ? UrgentWait(query) : Wait(query));
    m_owner.OnLate(now, query);
}

Time
Correspondence::Wait(const Query& query) const
{
    const unsigned usual = m_context.options.queryAttempts;
    if (query.attempts <= usual || query.attempt < usual)
    {
        return query.timeout;
    }
    const Time wait = query.timeout / (query.attempts - usual + 1);
    return query.attempt < query.attempts ? wait : std::max(wait, m_rtt.Timeout());
}

void
Correspondence::Learn(Time now, const Query& query, std::uint8_t attempt)
{
    // those after it may still be on their way
    LearnLosses(now, std::clamp<unsigned>(attempt, 1, query.attempt) - 1);
    m_lossShare -= m_lossShare * kLossGain;
    if (attempt == 1)
    {
        m_rtt.OnSample(now - query.asked);
    }
    else if (attempt == query.attempt)
    {
        m_rtt.OnSample(now - query.sent);
    }
}

void
Correspondence::LearnLosses(Time now, unsigned count)
{
    for (; count > 0; --count)
    {
        m_lossShare += (1 - m_lossShare) * kLossGain;
    }
    // one that was late is no sign of more than that
    if (AttemptsToDecide() > m_context.options.queryAttempts + 1U)
    {
        m_lossyUntil = Later(now, kAftermath);
    }
}

Time
Correspondence::LongestTimeout() const
{
    return kLongestTimeout * m_context.options.queryTimeout;
}

void
Correspondence::Send(const Endpoint& to, MaintenanceMessage message)
{
    std::uint64_t token = m_book.Find(to);
    token = token == 0 ? m_strangers.Find(to) : token;
    if (token != 0)
    {
        SetToken(message.extensions, token);
    }
    else if (message.kind == MaintenanceKind::kQuery)
    {
        SetToken(message.extensions, token, to.ipv6 ? kIpv6Padding : 0);
    }
    Certify(message);
    SendAsIs(to, message);
}

TokenMint::Worth
Correspondence::Judge(Time now, const Endpoint& from, const MaintenanceMessage& message)
{
    return m_mint.Judge(now, from, TokenIn(message.extensions));
}

bool
Correspondence::Admits(Time now, const Endpoint& from, TokenMint::Worth worth)
{
    const bool isAdmitted = m_budget.Take(now, from, worth != TokenMint::Worth::kNone);
    m_context.counters.throttled += !isAdmitted;
    return isAdmitted;
}

void
Correspondence::Answer(Time now,
                       const Endpoint& from,
                       const MaintenanceMessage& query,
                       TokenMint::Worth worth,
                       MaintenanceMessage answer)
{
    answer.id = query.id;
    answer.attempt = query.attempt;
    if (worth != TokenMint::Worth::kFull)
    {
        SetToken(answer.extensions, m_mint.Make(now, from));
    }
    Certify(answer);
    const bool isProved = worth != TokenMint::Worth::kNone;
    const std::size_t most = FrameSize(query);
    while (!isProved && !answer.peers.empty() && FrameSize(answer) > most)
    {
        answer.peers.pop_back();
    }
    if (!isProved && FrameSize(answer) > most)
    {
        answer.predecessor.reset();
    }
    if (isProved || FrameSize(answer) <= most)
    {
        SendAsIs(from, answer);
    }
}

bool
Correspondence::HasAnswered(const Endpoint& node) const
{
    return m_book.Contains(node);
}

bool
Correspondence::IsThere(Time now, const Endpoint& node, Time within) const
{
    const auto answered = m_book.LastAnswer(node);
    return answered && now <= Later(*answered, within);
}

void
Correspondence::OnGone(const Endpoint& node)
{
    Cancel(node);
    m_book.Forget(node);
}

void
Correspondence::Certify(MaintenanceMessage& message) const
{
    SetWork(message.extensions, {m_context.options.puzzleBits, m_context.puzzle.Work()});
}

void
Correspondence::SendAsIs(const Endpoint& to, const MaintenanceMessage& message)
{
    MaintenanceCounters& counters = m_context.counters;
    ++counters.sent[static_cast<std::size_t>(message.kind)];
    counters.bytes += FrameSize(message);
    m_context.host.SendDatagram(to, message);
}

} // namespace dht
