/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_TEST_EVENT_DIGEST_H
#define DHT_CC_TEST_EVENT_DIGEST_H

#include "dht-observer.h"

#include <vector>

/**
 * @file
 * @ingroup dht-cc-tests
 * All that observers are told, in one number.
 */

namespace dht
{
namespace test
{

/// Digests all that is told about one peer. Peers may share a digest: the order counts, too.
class EventDigest : public Observer
{
  public:
    /// @param digest Where the digest is kept. @param peer Which peer this one is about.
    EventDigest(std::uint64_t& digest, std::size_t peer);

    /// @return The keys of the first requests issued.
    const std::vector<Key>& IssuedKeys() const;

    void OnIssued(const EventContext& at, const Request& request) override;
    void OnForwarded(const EventContext& at, LinkIndex link, const Request& request) override;
    void OnDelivered(const EventContext& at, const Request& request) override;
    void OnAnswered(const EventContext& at, const Answer& answer) override;
    void OnDropped(const EventContext& at, const DropEvent& drop) override;
    void OnMarked(const EventContext& at, QueueIndex queue, const Request& request) override;
    void OnRetransmitted(const EventContext& at, const Request& request) override;
    void OnGivenUp(const EventContext& at, std::uint64_t id) override;
    void OnQueueLength(const EventContext& at, const QueueEvent& queue) override;
    void OnLevel(const EventContext& at, double level) override;
    void OnRtt(const EventContext& at, Time rtt) override;
    void OnPlace(const EventContext& at, const PlaceEvent& place) override;

  private:
    /// Digest an event. @param kind Of which kind. @param now The present. @param detail About
    /// what.
    void Log(char kind, Time now, std::uint64_t detail);

    std::uint64_t& m_digest;   ///< Where the digest is kept.
    std::size_t m_peer;        ///< Which peer this one is about.
    std::vector<Key> m_issued; ///< The keys of the first requests.
};

} // namespace test
} // namespace dht

#endif // DHT_CC_TEST_EVENT_DIGEST_H
