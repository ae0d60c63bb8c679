/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-chord.h"
#include "dht-endpoint-name.h"
#include "live-ring.h"

#include <algorithm>

/// Whether tables and answers of a live ring are right.

namespace dht
{
namespace test
{

std::string
LiveRing::Flaws() const
{
    std::map<Key, std::size_t> byId;
    std::vector<std::string> names;
    for (const std::size_t peer : Alive())
    {
        byId[IdOf(At(peer).Self())] = peer;
        names.push_back(NameOf(EndpointOf(peer)));
    }
    const ChordOverlay ideal(Ring::Hashed(names));
    const Ring& ring = ideal.Peers();
    const auto endpoint = [&](std::size_t place) { return EndpointOf(byId.at(ring.Id(place))); };
    const std::size_t followers = std::min(ring.Size(), Options().maintenance.successors + 1);
    std::string flaws;
    for (std::size_t place = 0; place < ring.Size(); ++place)
    {
        const std::size_t peer = byId.at(ring.Id(place));
        const Membership& own = At(peer).GetMembership();
        std::vector<Endpoint> fingers;
        for (const std::size_t finger : ideal.Neighbours(place))
        {
            fingers.push_back(endpoint(finger));
        }
        std::vector<Endpoint> next;
        for (std::size_t i = 1; i < followers; ++i)
        {
            next.push_back(endpoint((place + i) % ring.Size()));
        }
        const Endpoint before = endpoint((place + ring.Size() - 1) % ring.Size());
        const bool followsRight =
            ring.Size() == 1 ? !own.Predecessor() : own.Predecessor() == before;
        const std::string name = " " + std::to_string(peer);
        flaws += own.IsJoined() ? "" : name + ":place";
        flaws += followsRight ? "" : name + ":predecessor";
        flaws += own.Successors() == next ? "" : name + ":successors";
        flaws += own.Fingers() == fingers ? "" : name + ":fingers";
    }
    return flaws;
}

Time
LiveRing::Settle(Time limit)
{
    const Time start = Now();
    while (!Flaws().empty())
    {
        if (Now() - start >= limit)
        {
            return kNever;
        }
        RunUntil(Now() + FromSeconds(0.5));
    }
    return Now() - start;
}

const LiveRingResults&
LiveRing::Results() const
{
    return m_results;
}

std::uint64_t
LiveRing::Digest() const
{
    return m_digest;
}

LiveRing::Watch::Watch(LiveRing& ring, std::size_t place)
    : EventDigest(ring.m_digest, place),
      m_ring(ring),
      m_place(place)
{
}

void
LiveRing::Watch::OnIssued(const EventContext& at, const Request& request)
{
    EventDigest::OnIssued(at, request);
    m_keys[request.id] = request.key;
}

void
LiveRing::Watch::OnAnswered(const EventContext& at, const Answer& answer)
{
    EventDigest::OnAnswered(at, answer);
    m_keys.erase(answer.id);
    if (const MemoryHost* const owner = HonestOwnerOf(answer.key))
    {
        const bool right = IdOf(answer.responsible) == IdOf(owner->Self());
        ++(right ? m_ring.m_results.right : m_ring.m_results.wrong);
    }
}

void
LiveRing::Watch::OnGivenUp(const EventContext& at, std::uint64_t id)
{
    EventDigest::OnGivenUp(at, id);
    m_ring.m_results.givenUp += HonestOwnerOf(m_keys.at(id)) != nullptr;
    m_keys.erase(id);
}

const MemoryHost*
LiveRing::Watch::HonestOwnerOf(const Key& key) const
{
    const MemoryHost* owner = nullptr;
    const auto distance = [&](const MemoryHost& host) { return Distance(IdOf(host.Self()), key); };
    for (const std::size_t place : m_ring.Alive())
    {
        const MemoryHost& host = m_ring.At(place);
        if (host.IsReady() && (!owner || distance(host) < distance(*owner)))
        {
            owner = &host;
        }
    }
    return owner && owner->IsHonest() && m_ring.At(m_place).IsHonest() ? owner : nullptr;
}

} // namespace test
} // namespace dht
