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
EventDigest::OnIssued(Time now, const Request& request)
{
    Log('i', now, request.id + request.hopLimit);
    if (m_issued.size() < kKeysKept)
    {
        m_issued.push_back(request.key);
    }
}

void
EventDigest::OnForwarded(Time now, LinkIndex link, const Request& request)
{
    Log('f', now, request.id + link);
}

void
EventDigest::OnDelivered(Time now, const Request& request)
{
    Log('d', now, request.id + request.marked + 2 * request.hopLimit);
}

void
EventDigest::OnAnswered(Time now, const Answer& answer)
{
    Log('a', now, answer.id + answer.hops);
}

void
EventDigest::OnDropped(Time now, const Request& request, DropReason /* reason */)
{
    Log('x', now, request.id);
}

void
EventDigest::OnMarked(Time now, const Request& request)
{
    Log('m', now, request.id);
}

void
EventDigest::OnRetransmitted(Time now, const Request& request)
{
    Log('r', now, request.id + request.attempt);
}

void
EventDigest::OnGivenUp(Time now, std::uint64_t id)
{
    Log('g', now, id);
}

void
EventDigest::OnQueueLength(Time now, std::size_t length)
{
    Log('q', now, length);
}

void
EventDigest::OnLevel(Time now, double level)
{
    std::uint64_t bits;
    std::memcpy(&bits, &level, sizeof(bits));
    Log('l', now, bits);
}

void
EventDigest::OnRtt(Time now, Time rtt)
{
    Log('t', now, static_cast<std::uint64_t>(rtt.count()));
}

} // namespace test
} // namespace dht
