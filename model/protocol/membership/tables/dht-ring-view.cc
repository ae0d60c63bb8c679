/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-ring-view.h"

#include "dht-endpoint-name.h"
#include "dht-search.h"

#include <algorithm>

namespace dht
{

RingView::RingView(const Endpoint& endpoint,
                   std::size_t mostSuccessors,
                   LinkIndex mostLinks,
                   std::size_t mostCandidates)
    : self{endpoint, IdOf(endpoint)},
      successors(self.id, std::min(mostSuccessors, kMaximumPeersInMessage)),
      fingers(self.id),
      near(self.id, mostCandidates),
      links(self.id, mostLinks)
{
}

std::optional<RingNode>
RingView::Node(const Endpoint& endpoint) const
{
    if (endpoint == self.endpoint || endpoint.ipv6 != self.endpoint.ipv6 || !endpoint.IsUnicast())
    {
        return std::nullopt;
    }
    // most of what peers name is known, and a digest takes longer than a look
    for (const RingNodes* nodes : {&successors.All(), &fingers.All()})
    {
        if (const RingNode* const known = FindNode(*nodes, endpoint))
        {
            return *known;
        }
    }
    const RingNode node{endpoint, IdOf(endpoint)};
    return node.id == self.id ? std::nullopt : std::optional(node);
}

std::optional<RingNode>
RingView::WithId(const Key& id) const
{
    for (const RingNodes* const nodes : {&successors.All(), &fingers.All()})
    {
        for (const RingNode& node : *nodes)
        {
            if (node.id == id)
            {
                return node;
            }
        }
    }
    return predecessor && predecessor->id == id ? predecessor : std::nullopt;
}

bool
RingView::IsRival(const Endpoint& endpoint) const
{
    return !(endpoint == self.endpoint) && IdOf(endpoint) == self.id;
}

RingNodes
RingView::Nodes(const std::vector<Endpoint>& endpoints) const
{
    RingNodes nodes;
    for (const Endpoint& endpoint : endpoints)
    {
        const auto node = nodes.size() < kMaximumPeersInMessage ? Node(endpoint) : std::nullopt;
        if (node && !FindNode(nodes, endpoint))
        {
            nodes.push_back(*node);
        }
    }
    return nodes;
}

std::optional<RingNode>
RingView::PredecessorIn(const MaintenanceMessage& message) const
{
    return message.predecessor ? Node(*message.predecessor) : std::nullopt;
}

bool
RingView::Knows(const Endpoint& endpoint) const
{
    return FindNode(successors.All(), endpoint) || FindNode(fingers.All(), endpoint) ||
           (predecessor && predecessor->endpoint == endpoint) || near.StandsIn(endpoint);
}

RingNodes
RingView::Fingers() const
{
    RingNodes nodes;
    if (const RingNode* const first = successors.First())
    {
        nodes.push_back(*first);
        const unsigned octave = OctaveOf(Distance(self.id, first->id));
        std::copy_if(fingers.All().begin(),
                     fingers.All().end(),
                     std::back_inserter(nodes),
                     [&](const RingNode& finger) {
                         return OctaveOf(Distance(self.id, finger.id)) > octave;
                     });
    }
    return nodes;
}

RingNodes
RingView::UsedFingers() const
{
    RingNodes nodes = Fingers();
    for (std::size_t i = 1; i < nodes.size(); ++i)
    {
        nodes[i] = near.InsteadOf(nodes[i]);
    }
    return nodes;
}

RingNodes
RingView::Neighbours() const
{
    RingNodes nodes = UsedFingers();
    const std::size_t more = trials.size() + helpers.size() + bridges.size() + lent.size();
    const RingNodes& next = successors.All();
    for (std::size_t i = 1; i < next.size() && links.IsAvoided(next[i - 1].endpoint); ++i)
    {
        if (!FindNode(nodes, next[i].endpoint))
        {
            nodes.insert(nodes.begin() + 1, next[i]);
        }
    }
    nodes.resize(std::min<std::size_t>(nodes.size(),
                                       links.Size() - std::min<std::size_t>(more, links.Size())));
    for (const RingNodes* const others : {&trials, &helpers, &bridges, &lent})
    {
        for (const RingNode& node : *others)
        {
            if (!FindNode(nodes, node.endpoint))
            {
                nodes.push_back(node);
            }
        }
    }
    return nodes;
}

RingNodes
RingView::Unproven() const
{
    RingNodes nodes;
    for (const RingNodes* const others : {&trials, &helpers})
    {
        std::copy_if(others->begin(),
                     others->end(),
                     std::back_inserter(nodes),
                     [&](const RingNode& node) { return !Knows(node.endpoint); });
    }
    return nodes;
}

RingNodes
RingView::NearestTo(const Key& key, const Endpoint& asker, std::size_t most) const
{
    RingNodes nodes = fingers.All();
    std::copy_if(successors.All().begin(),
                 successors.All().end(),
                 std::back_inserter(nodes),
                 [&](const RingNode& node) { return !FindNode(nodes, node.endpoint); });
    nodes = Towards(key, asker, std::move(nodes));
    std::stable_partition(nodes.begin(), nodes.end(), [&](const RingNode& node) {
        return !links.IsSuspect(node.endpoint);
    });
    nodes.resize(std::min(nodes.size(), most));
    return nodes;
}

RingNodes
RingView::NearestTo(const Key& key, const Endpoint& asker) const
{
    if (!IsCutOff())
    {
        return links.NearestTo(key, asker, Search::kMostNamed);
    }
    RingNodes nodes = Towards(key, asker, known);
    nodes.resize(std::min(nodes.size(), Search::kMostNamed));
    return nodes;
}

RingNodes
RingView::Towards(const Key& key, const Endpoint& asker, RingNodes nodes) const
{
    const Key own = Distance(self.id, key);
    const auto rest = std::remove_if(nodes.begin(), nodes.end(), [&](const RingNode& node) {
        return node.endpoint == asker || Distance(self.id, node.id) > own;
    });
    nodes.erase(rest, nodes.end());
    std::sort(nodes.begin(), nodes.end(), [&](const RingNode& a, const RingNode& b) {
        return Distance(a.id, key) < Distance(b.id, key);
    });
    return nodes;
}

bool
RingView::IsResponsible(const Key& key, const Endpoint& asker) const
{
    const RingNodes& next = successors.All();
    const auto first = std::find_if(next.begin(), next.end(), [&](const RingNode& node) {
        return !(node.endpoint == asker);
    });
    return first == next.end() || key == self.id || IsBetween(self.id, key, first->id);
}

MaintenanceMessage
RingView::AnswerTo(const MaintenanceMessage& query, const Endpoint& asker) const
{
    MaintenanceMessage answer;
    answer.kind = MaintenanceKind::kNeighbours;
    answer.responsible = IsResponsible(query.key, asker);
    if (!answer.responsible)
    {
        answer.peers = EndpointsOf(NearestTo(query.key, asker, Search::kMostNamed));
        return answer;
    }
    answer.peers = EndpointsOf(successors.All());
    if (predecessor)
    {
        answer.predecessor = predecessor->endpoint;
    }
    return answer;
}

MaintenanceMessage
RingView::AnswerToProbe(const MaintenanceMessage& probe, const Endpoint& asker) const
{
    MaintenanceMessage answer = AnswerTo(probe, asker);
    if (const auto node = WithId(probe.key); node && !answer.responsible)
    {
        // it may be the predecessor, which is not on the way
        auto& peers = answer.peers;
        peers.erase(std::remove(peers.begin(), peers.end(), node->endpoint), peers.end());
        peers.insert(peers.begin(), node->endpoint);
        peers.resize(std::min(peers.size(), Search::kMostNamed));
    }
    return answer;
}

bool
RingView::Meet(const RingNode& node, const RingNodes& next, const RingNodes& spares)
{
    const bool isNew = successors.IsNearest(node);
    if (isNew)
    {
        const RingNodes old = successors.All();
        successors.Replace(node, next, spares);
        successors.Merge(old);
        // the successor of up to now may be a finger
        for (std::size_t i = 0; i < std::min<std::size_t>(old.size(), 1); ++i)
        {
            fingers.Insert(old[i]);
        }
    }
    else if (*successors.First() == node)
    {
        successors.Replace(node, next, spares);
    }
    else if (links.HasDetour(successors.First()->endpoint))
    {
        successors.Merge(spares); // the successor cannot name them
    }
    fingers.Insert(node);
    const bool isLast = next.empty() || !IsBetween(node.id, next.front().id, self.id);
    if (predecessor ? IsBetween(predecessor->id, node.id, self.id) : isLast)
    {
        predecessor = node;
    }
    return isNew;
}

void
RingView::Forget(const Endpoint& endpoint, bool isSilent)
{
    const bool wasAlone = !successors.First();
    successors.Remove(endpoint);
    fingers.Remove(endpoint);
    near.Remove(endpoint);
    EndTrial(endpoint);
    for (RingNodes* const nodes : {&helpers, &bridges, &lent})
    {
        RemoveNode(*nodes, endpoint);
    }
    if (predecessor && predecessor->endpoint == endpoint)
    {
        predecessor.reset();
    }
    if (!successors.First())
    {
        // who knows anybody is not responsible for the whole ring
        RingNodes rest = fingers.All();
        rest.insert(rest.end(), predecessor ? 1 : 0, predecessor.value_or(self));
        successors.Merge(rest);
    }
    if (!wasAlone && !successors.First())
    {
        isCutOff = isSilent;
    }
}

bool
RingView::IsCutOff() const
{
    return isCutOff && !successors.First();
}

void
RingView::EndTrial(const Endpoint& endpoint)
{
    RemoveNode(trials, endpoint);
}

void
RingView::Clear()
{
    trials.clear();
    helpers.clear();
    bridges.clear();
    lent.clear();
    links.SetDetours({});
    known.clear();
    successors.Clear();
    fingers.Clear();
    near.Clear();
    predecessor.reset();
    isCutOff = false;
    lost.Clear();
}

} // namespace dht
