/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-maintenance-format.h"
#include "dht-maintenance-parts.h"

#include <algorithm>
#include <cmath>

/// Messages, timers, and what is asked and answered.

namespace dht
{

namespace
{

/// Bounds of intervals and timeouts.
constexpr Time kShortestTime = FromSeconds(0.001);
constexpr Time kLongestTime = FromSeconds(1e6);
/// Timeouts double up to this times the first one.
constexpr int kLongestTimeout = 4;
/// How often to ask peers of which it is only hearsay that they are there.
constexpr unsigned kHearsayAttempts = 2;

/// Where many datagrams get lost or are late, a peer that is there may miss the attempts that are
/// enough elsewhere: then it takes more, so that a verdict is wrong once in ten thousand times.
constexpr double kMistake = 0.0001;
constexpr unsigned kMostAttempts = 10;
/// Weight of the last transmission in what a peer thinks of the network.
constexpr double kLossGain = 1.0 / 64;

/// @param options What somebody wants. @return The same, but such that time goes on between two
/// actions.
MaintenanceOptions
Sane(MaintenanceOptions options)
{
    for (Time* const time :
         {&options.stabiliseInterval, &options.fingerInterval, &options.queryTimeout})
    {
        *time = std::clamp(*time, kShortestTime, kLongestTime);
    }
    return options;
}

} // namespace

Maintenance::Parts::Parts(const MaintenanceOptions& ownOptions,
                          const Endpoint& self,
                          LiveHost& ownHost,
                          Random& ownRandom)
    : options(Sane(ownOptions)),
      host(ownHost),
      random(ownRandom),
      view(self, ownOptions.successors, ownOptions.maximumLinks),
      rtt({0.125, 0.25, 4, options.queryTimeout, options.queryTimeout})
{
}

void
Maintenance::Parts::OnMessage(Time now, const Endpoint& from, const MaintenanceMessage& message)
{
    const auto kind = static_cast<std::size_t>(message.kind);
    if (kind < counters.received.size())
    {
        ++counters.received[kind];
    }
    if (!view.Node(from))
    {
        ++counters.ignored;
        return;
    }
    switch (message.kind)
    {
    case MaintenanceKind::kQuery:
        OnQuery(now, from, message);
        break;
    case MaintenanceKind::kNeighbours:
        OnAnswer(now, from, message);
        break;
    case MaintenanceKind::kNotify:
        queries.Hear(from);
        Introduce(now, from);
        break;
    case MaintenanceKind::kLeave:
        OnLeave(now, from, message);
        break;
    default:
        ++counters.ignored;
    }
}

void
Maintenance::Parts::OnQuery(Time now, const Endpoint& from, const MaintenanceMessage& message)
{
    if (state == State::kLeft)
    {
        MaintenanceMessage leave;
        leave.kind = MaintenanceKind::kLeave;
        Send(from, leave);
        return;
    }
    if (state != State::kJoined)
    {
        ++counters.ignored;
        return;
    }
    Send(from, view.AnswerTo(message, from));
    if (message.key == view.self.id)
    {
        // who asks for this very peer has a place in the ring, other than one who asks for its own
        queries.Hear(from);
        Introduce(now, from);
    }
}

void
Maintenance::Parts::OnAnswer(Time now, const Endpoint& from, const MaintenanceMessage& message)
{
    const auto query = queries.TakeAnswered(message.id, from);
    if (!query)
    {
        ++counters.ignored;
        Introduce(now, from); // it may be late
        return;
    }
    queries.Hear(from);
    Learn(now, *query, message.attempt);
    if (query->purpose != QueryPurpose::kLost || !search)
    {
        Trust(now, from); // otherwise it is asked again, to find out whether there are two rings
    }
    if (query->purpose == QueryPurpose::kSearch)
    {
        OnSearchAnswer(now, query->to, message);
        return;
    }
    OnNeighbourAnswer(now, *query, message);
}

void
Maintenance::Parts::OnWake(Time now)
{
    while (auto query = queries.TakeExpired(now))
    {
        OnExpired(now, *query);
    }
    if (retryJoinAt <= now)
    {
        SearchPlace(now);
    }
    if (stabiliseAt <= now)
    {
        Stabilise(now);
    }
    if (lostAt <= now)
    {
        TryLost(now);
    }
    if (fingerAt <= now)
    {
        LookAtFinger(now);
    }
}

void
Maintenance::Parts::OnExpired(Time now, Query query)
{
    ++counters.timeouts;
    if (query.attempt >= query.attempts)
    {
        OnUnanswered(now, query);
        return;
    }
    ++query.attempt;
    query.timeout = std::min(Later(query.timeout, query.timeout), LongestTimeout());
    query.deadline = Later(now, query.timeout);
    const QueryPurpose purpose = query.purpose;
    if (purpose == QueryPurpose::kFinger && queries.IsAsking(query.to.endpoint))
    {
        OnFingerLate(now, query.to); // a query as a neighbour decides
        return;
    }
    if (purpose == QueryPurpose::kFinger)
    {
        // the other fingers need not wait for it
        const bool known = view.Knows(query.to.endpoint);
        query.purpose = known ? QueryPurpose::kNeighbour : QueryPurpose::kCandidate;
    }
    queries.Add(query);
    Transmit(query);
    if (purpose == QueryPurpose::kSearch)
    {
        AdvanceSearch(now, true);
    }
    else if (purpose == QueryPurpose::kFinger)
    {
        OnFingerLate(now, query.to);
    }
    else if (query.attempt > std::max(2, query.attempts - 2) && !query.heard)
    {
        Suspect(now, query.to);
    }
}

void
Maintenance::Parts::OnUnanswered(Time now, const Query& query)
{
    if (query.purpose == QueryPurpose::kSearch)
    {
        if (view.Knows(query.to.endpoint) && !queries.IsAsking(query.to.endpoint))
        {
            AskAboutItself(now, query.to, QueryPurpose::kNeighbour);
        }
        search->OnFailed(query.to.endpoint);
        AdvanceSearch(now, true);
        return;
    }
    if (query.purpose == QueryPurpose::kFinger)
    {
        OnFingerFailed(now);
    }
    const bool decides = view.Knows(query.to.endpoint) && query.attempts >= options.queryAttempts;
    if (decides && query.heard)
    {
        Trust(now, query.to.endpoint); // its answers are lost, or late: it is there
    }
    else if (decides)
    {
        GiveUp(now, query.to);
    }
}

void
Maintenance::Parts::Ask(Time now,
                        const RingNode& to,
                        const Key& key,
                        QueryPurpose purpose,
                        unsigned attempts)
{
    Query query;
    query.id = DrawBits(random);
    query.to = to;
    query.key = key;
    query.purpose = purpose;
    query.attempts = static_cast<std::uint8_t>(std::max(attempts, 1U));
    query.asked = now;
    query.timeout = std::min(rtt.Timeout(), LongestTimeout());
    query.deadline = Later(now, query.timeout);
    queries.Add(query);
    Transmit(query);
}

void
Maintenance::Parts::AskAboutItself(Time now, const RingNode& to, QueryPurpose purpose)
{
    const bool decides = purpose == QueryPurpose::kNeighbour ||
                         (purpose == QueryPurpose::kFinger && view.Knows(to.endpoint));
    const unsigned hearsay = purpose == QueryPurpose::kLost ? 1 : kHearsayAttempts;
    Ask(now, to, to.id, purpose, decides ? AttemptsToDecide() : hearsay);
}

unsigned
Maintenance::Parts::AttemptsToDecide() const
{
    unsigned attempts = options.queryAttempts;
    for (double all = std::pow(lossShare, attempts); all > kMistake && attempts < kMostAttempts;
         all *= lossShare)
    {
        ++attempts;
    }
    return attempts;
}

void
Maintenance::Parts::Learn(Time now, const Query& query, std::uint8_t attempt)
{
    for (unsigned lost = 1; lost < query.attempt; ++lost)
    {
        lossShare += (1 - lossShare) * kLossGain;
    }
    lossShare -= lossShare * kLossGain;
    if (attempt == 1)
    {
        rtt.OnSample(now - query.asked);
    }
    else if (attempt == query.attempt)
    {
        rtt.OnSample(now - (query.deadline - query.timeout));
    }
}

Time
Maintenance::Parts::LongestTimeout() const
{
    return kLongestTimeout * options.queryTimeout;
}

void
Maintenance::Parts::Transmit(const Query& query)
{
    MaintenanceMessage message;
    message.kind = MaintenanceKind::kQuery;
    message.id = query.id;
    message.attempt = query.attempt;
    message.key = query.key;
    Send(query.to.endpoint, message);
}

void
Maintenance::Parts::Send(const Endpoint& to, const MaintenanceMessage& message)
{
    ++counters.sent[static_cast<std::size_t>(message.kind)];
    counters.bytes += FrameSize(message);
    host.SendDatagram(to, message);
}

Time
Maintenance::Parts::NextWake() const
{
    return std::min({queries.NextDeadline(), retryJoinAt, stabiliseAt, lostAt, fingerAt});
}

} // namespace dht
