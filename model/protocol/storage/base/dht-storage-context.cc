/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-storage-context.h"

#include "dht-storage-format.h"

#include <utility>

namespace dht
{

void
StorageContext::Send(const Endpoint& to, StorageMessage message, StorageCarrier carrier)
{
    message.coordinate = vivaldi.Told();
    if (carrier == StorageCarrier::kLink)
    {
        links->SendOverLink(to, message);
        return;
    }
    host.SendStorage(to, message);
}

bool
StorageContext::MayBePeer(const Endpoint& endpoint) const
{
    return endpoint.IsUnicast() && endpoint.ipv6 == self.ipv6 && !(endpoint == self);
}

void
StorageContext::Hear(const std::vector<LocatedPeer>& peers)
{
    book.Expect(peers);
    for (const LocatedPeer& peer : peers)
    {
        book.Hear(peer.endpoint, peer.coordinate);
    }
}

std::size_t
StorageContext::Answer(Time now,
                       const Endpoint& from,
                       const StorageMessage& question,
                       TokenMint::Worth worth,
                       StorageBody body,
                       StorageCarrier carrier)
{
    StorageMessage answer;
    answer.id = question.id;
    answer.attempt = question.attempt;
    if (!std::holds_alternative<AcceptedBody>(body)) // which an answer is as it is
    {
        answer.body.Write() = std::move(body);
    }
    tokens.Finish(now, from, question, worth, answer);
    const std::size_t size = FrameSize(answer);
    Send(from, std::move(answer), carrier);
    return size;
}

StorageMessage
StorageContext::QuestionOf(const Rpc& rpc, StorageBody body)
{
    StorageMessage question;
    question.id = rpc.id;
    question.attempt = rpc.attempt;
    question.body.Write() = std::move(body);
    return question;
}

void
StorageContext::Ask(const Rpc& rpc, StorageMessage question, std::size_t room)
{
    tokens.Prove(rpc.to, question, room);
    Send(rpc.to, std::move(question));
}

void
StorageContext::AskForRepair(const Rpc& rpc, StorageMessage question, StorageCarrier carrier)
{
    tokens.Prove(rpc.to, question);
    ++counters.repairMessages;
    counters.repairBytes += FrameSize(question);
    Send(rpc.to, std::move(question), carrier);
}

FragmentPath
StorageContext::PathOf(bool isRepair) const
{
    return isRepair && links ? FragmentPath{*linkRpcs, StorageCarrier::kLink, true}
                             : FragmentPath{rpcs, StorageCarrier::kDatagram, isRepair};
}

void
StorageContext::AskOn(const FragmentPath& path, const Rpc& rpc, StorageMessage question)
{
    if (path.isRepair)
    {
        AskForRepair(rpc, std::move(question), path.carrier);
        return;
    }
    Ask(rpc, std::move(question));
}

void
StorageContext::AskForPeers(const Rpc& rpc, const LocateBody& locate)
{
    // there is no more in the answer than in the question, unless its sender is known to be there
    constexpr std::size_t room = kMaximumLocated * (sizeof(Endpoint::address) + 2 + 8);
    Ask(rpc, QuestionOf(rpc, locate), room);
}

bool
StorageContext::IsUsable(const LocatedPeer& peer) const
{
    return MayBePeer(peer.endpoint) || (peer.endpoint == self && ring.HasPlace());
}

std::vector<LocatedPeer>
StorageContext::Usable(const std::vector<LocatedPeer>& named)
{
    std::vector<LocatedPeer> usable;
    usable.reserve(named.size());
    std::copy_if(named.begin(), named.end(), std::back_inserter(usable), [this](const auto& peer) {
        return IsUsable(peer);
    });
    counters.unusable += named.size() - usable.size();
    return usable;
}

RpcTarget
StorageContext::TargetOf(const Endpoint& peer) const
{
    return {peer, book.Find(peer)};
}

Time
StorageContext::DistanceTo(const Endpoint& peer) const
{
    if (peer == self)
    {
        return Time(0);
    }
    const auto known = nearness ? nearness->RoundTripTo(peer) : rpcs.Predict(TargetOf(peer));
    return known.value_or(kNever);
}

RingNodes
StorageContext::NodesOf(const std::vector<LocatedPeer>& peers) const
{
    RingNodes nodes(peers.size());
    for (std::size_t i = 0; i < nodes.size(); ++i)
    {
        nodes[i].endpoint = peers[i].endpoint;
        nodes[i].id = ring.IdOf(peers[i].endpoint);
    }
    return nodes;
}

std::vector<LocatedPeer>
StorageContext::WithPlaces(const RingNodes& nodes) const
{
    std::vector<LocatedPeer> peers(nodes.size());
    book.Expect(nodes);
    for (std::size_t i = 0; i < peers.size(); ++i)
    {
        const Endpoint& endpoint = nodes[i].endpoint;
        peers[i].endpoint = endpoint;
        peers[i].coordinate =
            endpoint == self ? vivaldi.Told() : book.Find(endpoint).value_or(WireCoordinate{});
    }
    return peers;
}

} // namespace dht
