/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-coordinate-probes.h"

#include <cmath>
#include <utility>

namespace dht
{

namespace
{

/// Every so many probes, it is the turn of the same kind of peers again.
constexpr unsigned kTurns = 8;
constexpr unsigned kSuccessorsTurns[] = {0, 2};
constexpr unsigned kFingersTurn = 4;

/// Of so many that were heard of, the nearest is probed, every other time.
constexpr unsigned kCandidates = 16;

} // namespace

CoordinateProbes::CoordinateProbes(StorageContext& context)
    : m_context(context)
{
}

void
CoordinateProbes::Begin(Time now)
{
    if (m_next == kNever && m_context.options.probeInterval > Time(0))
    {
        m_next = Later(now, DrawPause());
    }
}

Time
CoordinateProbes::DrawPause()
{
    // peers that began together do not go on together
    const auto interval = static_cast<double>(m_context.options.probeInterval.count());
    return Time(std::llround(interval * (0.5 + m_context.random.Uniform())));
}

void
CoordinateProbes::OnWake(Time now)
{
    if (m_next <= now)
    {
        m_next = Later(now, DrawPause());
        Probe(now);
    }
}

Time
CoordinateProbes::NextWake() const
{
    return m_next;
}

void
CoordinateProbes::Probe(Time now)
{
    if (const auto peer = Draw())
    {
        ++m_context.counters.probes;
        m_context.rpcs.Issue(now, *this, m_context.TargetOf(*peer), 0);
    }
}

std::optional<Endpoint>
CoordinateProbes::Draw()
{
    const unsigned turn = m_turn++ % kTurns;
    const RingNodes successors = m_context.ring.Successors();
    if (successors.empty())
    {
        return std::nullopt;
    }
    const Endpoint successor = successors[DrawBelow(m_context.random, successors.size())].endpoint;
    if (turn == kSuccessorsTurns[0] || turn == kSuccessorsTurns[1])
    {
        return successor;
    }
    if (turn == kFingersTurn)
    {
        const RingNodes fingers = m_context.ring.Towards(DrawKey(m_context.random), 1);
        return fingers.empty() ? successor : fingers.front().endpoint;
    }
    return DrawFromBook(turn % 2 == 0 ? 1 : kCandidates).value_or(successor);
}

std::optional<Endpoint>
CoordinateProbes::DrawFromBook(unsigned candidates)
{
    const Endpoint& self = m_context.self;
    std::optional<Endpoint> nearest;
    for (unsigned i = 0; i < candidates; ++i)
    {
        const auto peer = m_context.book.Draw(m_context.random);
        // others name this peer, too
        const bool isOther = peer && !(*peer == self);
        if (isOther && (!nearest || m_context.DistanceTo(*peer) < m_context.DistanceTo(*nearest)))
        {
            nearest = peer;
        }
    }
    return nearest;
}

void
CoordinateProbes::SendRpc(const Rpc& rpc)
{
    const RingNode self = m_context.ring.Self();
    m_context.Send(rpc.to,
                   StorageContext::QuestionOf(rpc, LocateBody{rpc.id, self.id, 0, self.endpoint}));
}

std::optional<RpcTarget>
CoordinateProbes::OnRpcTimeout(Time /* now */, const Rpc& /* rpc */)
{
    return std::nullopt; // there will be others
}

void
CoordinateProbes::OnRpcAnswered(const LocatedBody* answer)
{
    ++m_context.counters.probesAnswered;
    if (answer)
    {
        m_context.Hear(answer->peers);
    }
}

} // namespace dht
