/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-locate-relay.h"

#include "dht-prefetch.h"

#include <algorithm>
#include <utility>

namespace dht
{

namespace
{

/// @param locate A lookup. @param context What is known. @return What to do with it.
LocateStep
StepFor(const LocateBody& locate, const StorageContext& context)
{
    const auto end =
        locate.wanted == kOnlyResponsible ? LocateEnd::kResponsible : LocateEnd::kEnough;
    return NextLocateStep(context, locate.key, locate.wanted, end);
}

} // namespace

LocateRelay::LocateRelay(StorageContext& context, LocateEnds& ends)
    : m_context(context),
      m_ends(ends)
{
}

void
LocateRelay::Handle(Time now,
                    const LocateBody& locate,
                    std::uint8_t hopLimit,
                    const LocateAsker& asker)
{
    if (locate.wanted == 0)
    {
        Answer(now, locate, hopLimit, {true, m_context.ring.Successors()}, asker);
        return;
    }
    LocateStep step = StepFor(locate, m_context);
    if (step.action == LocateAction::kAnswer)
    {
        Answer(now, locate, hopLimit, {true, std::move(step.nodes)}, asker);
        return;
    }
    if (hopLimit == 0)
    {
        Answer(now,
               locate,
               hopLimit,
               {false, m_context.ring.Towards(locate.key, RingInfo::kMostTowards)},
               asker);
        return;
    }
    const Endpoint first = step.nodes.front().endpoint;
    m_context.book.Expect(first);
    const std::uint64_t tag = m_nextTag++;
    ++m_context.counters.relayed;
    Waiting& waiting = AddWaiting(tag);
    waiting.locate = locate;
    waiting.hopLimit = static_cast<std::uint8_t>(hopLimit - 1);
    waiting.step = std::move(step);
    waiting.asked = 1;
    waiting.room = asker.room;
    m_context.rpcs.Issue(now, *this, m_context.TargetOf(first), tag);
}

LocateRelay::Waiting&
LocateRelay::AddWaiting(std::uint64_t tag)
{
    if (m_spare.empty())
    {
        return m_waiting[tag];
    }
    m_spare.key() = tag;
    // tags grow
    return m_waiting.insert(m_waiting.end(), std::move(m_spare))->second;
}

void
LocateRelay::SendRpc(const Rpc& rpc)
{
    const Waiting& waiting = m_waiting.at(rpc.tag);
    LocateBody locate = waiting.locate;
    if (waiting.step.action == LocateAction::kMerge)
    {
        locate.lookup = rpc.id; // its answer is this peer's business
        locate.wanted = 0;
        locate.origin = m_context.self;
        m_context.AskForPeers(rpc, locate);
        return;
    }
    StorageMessage question = StorageContext::QuestionOf(rpc, locate);
    question.hopLimit = waiting.hopLimit;
    const bool isOwn = locate.origin == m_context.self;
    m_context.tokens.HandOn(rpc.to, question, waiting.room, isOwn);
    m_context.Send(rpc.to, std::move(question));
}

std::optional<RpcTarget>
LocateRelay::OnRpcTimeout(Time now, const Rpc& rpc)
{
    Waiting& waiting = m_waiting.at(rpc.tag);
    const RingNodes& nodes = waiting.step.nodes;
    if (waiting.asked < nodes.size() && waiting.asked <= m_context.options.detours)
    {
        return m_context.TargetOf(nodes[waiting.asked++].endpoint);
    }
    ++m_context.counters.stranded;
    const Waiting given = std::move(waiting);
    m_waiting.erase(rpc.tag);
    // who is known already is better than nobody
    Answer(now, given.locate, given.hopLimit, {false, given.step.known}, {nullptr, {}, given.room});
    return std::nullopt;
}

std::optional<RpcTarget>
LocateRelay::OnRpcLate(Time /* now */, const Rpc& rpc)
{
    Waiting& waiting = m_waiting.at(rpc.tag);
    const RingNodes& nodes = waiting.step.nodes;
    return m_context.TargetOf(nodes[waiting.asked++ % nodes.size()].endpoint);
}

void
LocateRelay::OnRpcAnswered(Time now, std::uint64_t tag, const LocatedBody* answer)
{
    const auto found = m_waiting.find(tag);
    if (found == m_waiting.end())
    {
        return; // answered twice, by peers that were asked one after the other
    }
    m_spare = m_waiting.extract(found);
    if (m_spare.mapped().step.action != LocateAction::kMerge)
    {
        return; // another peer's business now
    }
    Waiting waiting = std::move(m_spare.mapped());
    ++m_context.counters.merged;
    RingNodes all = std::move(waiting.step.known);
    if (answer)
    {
        m_context.Hear(answer->peers);
        const RingNodes named = m_context.NodesOf(answer->peers);
        all.insert(all.end(), named.begin(), named.end());
    }
    all = ClockwiseFrom(std::move(all), waiting.locate.key);
    if (m_context.options.merged == MergedNames::kFirst)
    {
        all.resize(std::min<std::size_t>(all.size(), waiting.locate.wanted));
    }
    Answer(now,
           waiting.locate,
           waiting.hopLimit,
           {answer != nullptr, std::move(all)},
           {nullptr, {}, waiting.room});
}

void
LocateRelay::Answer(Time now,
                    const LocateBody& locate,
                    std::uint8_t hopLimit,
                    const Found& found,
                    const LocateAsker& asker)
{
    LocatedBody located{found.complete, m_context.WithPlaces(found.nodes)};
    located.peers.resize(std::min(located.peers.size(), kMaximumLocated));
    if (locate.origin == m_context.self)
    {
        m_ends.OnEnd(now, locate.lookup, hopLimit, located);
        return;
    }
    StorageMessage message;
    message.id = locate.lookup;
    message.attempt = asker.question ? asker.question->attempt : std::uint8_t{1};
    message.hopLimit = hopLimit;
    message.body.Write() = std::move(located);
    if (asker.question)
    {
        m_context.tokens.Finish(now, locate.origin, *asker.question, asker.worth, message);
    }
    else if (!m_context.tokens.Admits(now, locate.origin, asker.room, message))
    {
        ++m_context.counters.throttled;
        return;
    }
    ++(locate.wanted > 0 ? m_context.counters.answered : m_context.counters.listed);
    m_context.Send(locate.origin, std::move(message));
}

std::size_t
LocateRelay::UnderWay() const
{
    return m_waiting.size();
}

void
LocateRelay::Expect() const
{
    ExpectNext(m_waiting, m_spare);
}

} // namespace dht
