/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "event-digest.h"

#include <cstring>

namespace dht
{
namespace test
{

namespace
{

constexpr std::size_t kKeysKept = 1000;

} // namespace

EventDigest::EventDigest(std::uint64_t& digest, std::size_t peer)
    : m_digest(digest),
      m_peer(peer)
{
}

const std::vector<Key>&
EventDigest::IssuedKeys() const
{
    return m_issued;
}

void
EventDigest::Log(char kind, Time now, std::uint64_t detail)
{
    const std::uint64_t words[] = {static_cast<std::uint64_t>(kind),
                                   static_cast<std::uint64_t>(now.count()),
                                   m_peer,
                                   detail};
    for (const std::uint64_t word : words)
    {
        // FNV-1a, a word at a time; the shift lets high bits count in the low ones
        m_digest = (m_digest ^ word) * 1099511628211ULL;
        m_digest ^= m_digest >> 32;
    }
}

void
EventDigest::OnIssued(const EventContext& at, const Request& request)
{
    Log('i', at.now, request.id + request.hopLimit);
    if (m_issued.size() < kKeysKept)
    {
        m_issued.push_back(request.key);
    }
}

void
EventDigest::OnForwarded(const EventContext& at, LinkIndex link, const Request& request)
{
    Log('f', at.now, request.id + link);
}

void
EventDigest::OnDelivered(const EventContext& at, const Request& request)
{
    Log('d', at.now, request.id + request.marked + 2 * request.hopLimit);
}

void
EventDigest::OnAnswered(const EventContext& at, const Answer& answer)
{
    Log('a', at.now, answer.id + answer.hops);
}

void
EventDigest::OnDropped(const EventContext& at, const DropEvent& drop)
{
    Log('x', at.now, drop.request.id);
}

void
EventDigest::OnMarked(const EventContext& at, QueueIndex queue, const Request& request)
{
    Log('m', at.now, request.id + queue);
}

void
EventDigest::OnRetransmitted(const EventContext& at, const Request& request)
{
    Log('r', at.now, request.id + request.attempt);
}

void
EventDigest::OnGivenUp(const EventContext& at, std::uint64_t id)
{
    Log('g', at.now, id);
}

void
EventDigest::OnQueueLength(const EventContext& at, const QueueEvent& queue)
{
    Log('q', at.now, queue.total);
}

void
EventDigest::OnLevel(const EventContext& at, double level)
{
    std::uint64_t bits;
    std::memcpy(&bits, &level, sizeof(bits));
    Log('l', at.now, bits);
}

void
EventDigest::OnRtt(const EventContext& at, Time rtt)
{
    Log('t', at.now, static_cast<std::uint64_t>(rtt.count()));
}

void
EventDigest::OnPlace(const EventContext& at, const PlaceEvent& place)
{
    const std::uint64_t other = place.other ? place.other->port : 0;
    Log('p', at.now, static_cast<std::uint64_t>(place.change) + 16 * other);
}

} // namespace test
} // namespace dht
