/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-maintenance.h"

#include "dht-live-ring-info.h"
#include "dht-maintenance-parts.h"

#include <algorithm>

namespace dht
{

namespace
{

/// Probes that have to stay unanswered at the least: one in ten overlay-acks may get lost.
constexpr unsigned kLeastProbes = 4;
/// The same for somebody who was banned before, where little gets lost.
constexpr unsigned kProbesOnRecord = 2;

} // namespace

Maintenance::Maintenance(const MaintenanceOptions& options,
                         const Endpoint& self,
                         LiveHost& host,
                         Random& random)
    : m_parts(std::make_unique<Parts>(options, self, host, random))
{
}

Maintenance::~Maintenance() = default;

std::optional<LinkIndex>
Maintenance::NextHop(const Key& key) const
{
    return m_parts->view.links.NextHop(key);
}

LinkIndex
Maintenance::LinkCount() const
{
    return m_parts->view.links.Size();
}

LinkIndex
Maintenance::LinksInUse() const
{
    return m_parts->view.links.InUse();
}

bool
Maintenance::IsDynamic() const
{
    return true;
}

Belief
Maintenance::Believes(Time now, const Key& key, const Endpoint& responsible, Asking asking)
{
    return m_parts->voucher.Believes(now, key, responsible, asking);
}

bool
Maintenance::TakeNews()
{
    return m_parts->voucher.TakeNews();
}

bool
Maintenance::IsCutOff() const
{
    return m_parts->view.IsCutOff();
}

bool
Maintenance::LosesMuch(Time now) const
{
    return m_parts->correspondence.LosesMuch(now);
}

PeerIds
Maintenance::Ids() const
{
    return PeerIds::kDigests;
}

RingNodes
Maintenance::NearestTo(const Key& key, const Endpoint& asker) const
{
    return m_parts->view.NearestTo(key, asker);
}

bool
Maintenance::IsLost(const Endpoint& endpoint) const
{
    return m_parts->view.lost.Contains(endpoint);
}

std::unique_ptr<RingInfo>
Maintenance::MakeRingInfo() const
{
    return MakeLiveRingInfo(m_parts->view, m_parts->joiner);
}

void
Maintenance::SetRoutesListener(RoutesListener listener)
{
    m_parts->links.SetListener(std::move(listener));
}

void
Maintenance::SetObserver(Observer* observer)
{
    m_parts->context.observer = observer;
}

bool
Maintenance::Solve(std::uint64_t tries)
{
    return m_parts->context.puzzle.Solve(tries);
}

void
Maintenance::Create(Time now)
{
    m_parts->context.puzzle.Solve();
    m_parts->joiner.Create(now);
}

void
Maintenance::Join(Time now,
                  const std::vector<Endpoint>& bootstrap,
                  const std::vector<Endpoint>& met)
{
    m_parts->context.puzzle.Solve();
    m_parts->joiner.Join(now, bootstrap, met);
}

void
Maintenance::Leave(Time now)
{
    m_parts->joiner.Leave(now);
}

bool
Maintenance::OnMessage(Time now, const Endpoint& from, const MaintenanceMessage& message)
{
    MaintenanceCounters& counters = m_parts->context.counters;
    const auto kind = static_cast<std::size_t>(message.kind);
    if (kind < counters.received.size())
    {
        ++counters.received[kind];
    }
    if (!m_parts->view.Node(from) && !m_parts->view.IsRival(from))
    {
        ++counters.ignored;
        return true;
    }
    const bool hasWorked = m_parts->correspondence.HasWorked(from, message);
    counters.unsolved += !hasWorked;
    if (!hasWorked && message.kind != MaintenanceKind::kQuery)
    {
        m_parts->correspondence.Refuse(from, message);
        return true;
    }
    switch (message.kind)
    {
    case MaintenanceKind::kQuery:
        m_parts->OnQuery(now, from, message, hasWorked);
        break;
    case MaintenanceKind::kNeighbours:
        if (!m_parts->correspondence.OnAnswer(now, from, message))
        {
            ++counters.ignored;
        }
        break;
    case MaintenanceKind::kNotify:
        m_parts->OnNotify(now, from, message);
        break;
    case MaintenanceKind::kLeave:
        m_parts->OnLeave(now, from, message);
        break;
    default:
        ++counters.ignored;
    }
    return true;
}

void
Maintenance::OnLinkFailed(Time now, LinkIndex link)
{
    m_parts->OnLinkTrouble(now, link, &Neighbours::AskUrgently);
}

void
Maintenance::OnLinkSilent(Time now, LinkIndex link)
{
    m_parts->OnLinkTrouble(now, link, &Neighbours::Ask);
}

void
Maintenance::OnNoAnswer(Time now, LinkIndex link)
{
    const RingNode* const node = m_parts->view.links.At(link);
    if (node && m_parts->joiner.IsJoined())
    {
        m_parts->neighbours.AskUrgently(now, RingNode(*node));
    }
}

void
Maintenance::OnLinkConnected(Time now, LinkIndex link)
{
    const RingNode* const node = m_parts->view.links.Restore(link);
    m_parts->wayOut.OnConnected(now, link);
    if (node && m_parts->joiner.IsJoined())
    {
        m_parts->neighbours.Ask(now, *node); // its next answer clears it; it may be dead by now
    }
}

void
Maintenance::OnLinkChange(Time now, const LinkChange& change)
{
    const RingNode* const found = m_parts->view.links.At(change.link);
    if (!found || !m_parts->joiner.IsJoined())
    {
        return;
    }
    const RingNode node = *found;
    switch (change.verdict)
    {
    case LinkVerdict::kStuck:
        m_parts->view.links.SetStuck(now, change.link, true);
        m_parts->neighbours.AskUrgently(now, node);
        m_parts->neighbours.Suspect(now, node);
        break;
    case LinkVerdict::kMoving:
    case LinkVerdict::kSlow:
        m_parts->view.links.SetStuck(now, change.link, false);
        m_parts->neighbours.Ask(now, node); // its next answer clears it
        m_parts->links.SetSlow(now, change.link, change.verdict == LinkVerdict::kSlow);
        break;
    case LinkVerdict::kDeaf:
        if (m_parts->correspondence.IsLossy(now))
        {
            // what was lost again and again waits so long that its neighbour only looks deaf
            m_parts->links.Reconnect(now, change.link);
            OnLinkFailed(now, change.link);
            break;
        }
        [[fallthrough]];
    default:
        m_parts->OnUseless(now, change.link, node);
    }
}

void
Maintenance::OnOwnFault(Time now)
{
    m_parts->wayOut.Close(now);
}

void
Maintenance::OnWake(Time now)
{
    m_parts->correspondence.OnWake(now);
    m_parts->indirect.OnWake(now);
    m_parts->GiveUpLost(now);
    m_parts->neighbours.OnWake(now);
    m_parts->joiner.OnWake(now);
    m_parts->merger.OnWake(now);
    m_parts->wayOut.OnWake(now);
    m_parts->fingers.OnWake(now);
}

Time
Maintenance::NextWake() const
{
    return std::min({m_parts->correspondence.NextDeadline(),
                     m_parts->neighbours.NextWake(),
                     m_parts->joiner.NextWake(),
                     m_parts->merger.NextWake(),
                     m_parts->indirect.NextWake(),
                     m_parts->wayOut.NextWake(),
                     m_parts->fingers.NextWake()});
}

const Key&
Maintenance::Id() const
{
    return m_parts->view.self.id;
}

bool
Maintenance::IsProbe(const Key& key) const
{
    return key == Id();
}

bool
Maintenance::IsJoined() const
{
    return m_parts->joiner.IsJoined();
}

unsigned
Maintenance::ProbesToDecide(Time now, LinkIndex link) const
{
    const RingNode* const node = m_parts->view.links.At(link);
    if (node && m_parts->view.lost.HasRecord(node->endpoint) &&
        !m_parts->correspondence.IsLossy(now))
    {
        return kProbesOnRecord;
    }
    return std::max(m_parts->correspondence.AttemptsToDecide(), kLeastProbes);
}

void
Maintenance::DemandProof()
{
    m_parts->view.lost.DemandProof();
}

bool
Maintenance::IsOnTrial(LinkIndex link) const
{
    return m_parts->IsOnTrial(link);
}

void
Maintenance::OnProved(Time now, LinkIndex link)
{
    m_parts->OnProved(now, link);
}

bool
Maintenance::IsOut() const
{
    return m_parts->joiner.IsOut();
}

bool
Maintenance::HasLeft() const
{
    return m_parts->joiner.HasLeft();
}

std::optional<OtherPuzzle>
Maintenance::Other() const
{
    return m_parts->context.otherPuzzle;
}

std::optional<Endpoint>
Maintenance::Predecessor() const
{
    const auto& predecessor = m_parts->view.predecessor;
    return predecessor ? std::optional(predecessor->endpoint) : std::nullopt;
}

std::vector<Endpoint>
Maintenance::Successors() const
{
    return EndpointsOf(m_parts->view.successors.All());
}

std::vector<Endpoint>
Maintenance::Fingers() const
{
    return EndpointsOf(m_parts->view.Fingers());
}

std::vector<Endpoint>
Maintenance::KnownPeers() const
{
    const RingView& view = m_parts->view;
    RingNodes nodes = view.successors.All();
    const auto add = [&](const RingNode& node) {
        if (!FindNode(nodes, node.endpoint))
        {
            nodes.push_back(node);
        }
    };
    if (view.predecessor)
    {
        add(*view.predecessor);
    }
    const RingNodes fingers = view.Fingers();
    std::for_each(fingers.begin(), fingers.end(), add);
    return EndpointsOf(nodes);
}

std::vector<Endpoint>
Maintenance::Lost() const
{
    return EndpointsOf(m_parts->view.lost.All());
}

std::optional<Endpoint>
Maintenance::NeighbourAt(LinkIndex link) const
{
    const RingNode* const node = m_parts->view.links.At(link);
    return node ? std::optional(node->endpoint) : std::nullopt;
}

const MaintenanceCounters&
Maintenance::GetCounters() const
{
    return m_parts->context.counters;
}

MembershipMaker
JoinedPlace(const MaintenanceOptions& options, Random& queryIds)
{
    return [options, &queryIds](const Endpoint& self, LiveHost& host) {
        return std::make_unique<Maintenance>(options, self, host, queryIds);
    };
}

} // namespace dht
