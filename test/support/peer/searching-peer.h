/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_TEST_SEARCHING_PEER_H
#define DHT_CC_TEST_SEARCHING_PEER_H

#include "dht-endpoint-name.h"
#include "recording-host.h"
#include "view-routing.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <memory>
#include <vector>

/**
 * @file
 * @ingroup dht-cc-tests
 * One iterative peer where endpoints tell ids, and whoever a test lets answer it.
 */

namespace dht
{
namespace test
{
namespace searching
{

constexpr std::size_t kCount = 40; ///< Other peers.
/// This peer.
const Endpoint kSelf = Endpoint::Ipv4(0x0a010001, 7000);
/// This peer is the farthest of all from it.
const Key kKey = IdOf(kSelf) - Key(1);

/// @param rank How many are nearer to the key. @return A peer.
inline Endpoint
PeerAt(std::size_t rank)
{
    static const std::vector<Endpoint> peers = [] {
        std::vector<Endpoint> made;
        for (std::size_t i = 0; i < kCount; ++i)
        {
            made.push_back(Endpoint::Ipv4(static_cast<std::uint32_t>(0x0a010002 + i), 7000));
        }
        std::sort(made.begin(), made.end(), [](const Endpoint& a, const Endpoint& b) {
            return Distance(IdOf(a), kKey) < Distance(IdOf(b), kKey);
        });
        return made;
    }();
    return peers.at(rank);
}

/// An iterative peer that knows some others.
class SearchingPeer : public testing::Test
{
  protected:
    /// @param ranks Whom it knows. @param payload Bytes. @param name Its scheme's. @param witnesses
    /// Of an answer. @param window What limits lookups. @param count How many there are.
    void Begin(const std::vector<std::size_t>& ranks,
               std::size_t payload = 0,
               const char* name = "credit",
               std::uint8_t witnesses = 0,
               LookupLimit window = LookupLimit::kNone,
               std::size_t count = 1)
    {
        m_view = std::make_unique<RingView>(kSelf, 8, 8);
        RingNodes nodes;
        for (const std::size_t rank : ranks)
        {
            nodes.push_back({PeerAt(rank), IdOf(PeerAt(rank))});
        }
        m_view->links.Set(nodes);
        PeerOptions options;
        options.self = kSelf;
        options.routing = RoutingMode::kIterative;
        options.witnesses = witnesses;
        options.lookupWindow = window;
        const Scheme& scheme = SchemeRegistry::Get().Find(name);
        m_peer = std::make_unique<Peer>(options,
                                        std::make_unique<ViewRouting>(*m_view),
                                        scheme.make(scheme.parameters),
                                        m_host,
                                        m_random);
        m_source.keys.assign(count, kKey);
        m_source.payload = Payload::Zeros(payload);
        m_peer->Start(kNow, m_source);
    }

    /// @return The last lookup.
    const Request& Last() const
    {
        return m_host.lookups.back();
    }

    /// @return How many lookups there were.
    std::size_t Count() const
    {
        return m_host.lookups.size();
    }

    /// Somebody answers. @param from The sender's endpoint. @param lookup The lookup that it
    /// answers. @param named Whom it names.
    void Redirect(const Endpoint& from, const Request& lookup, const std::vector<Endpoint>& named)
    {
        OverlayAck redirect = Answer(lookup);
        redirect.redirect = true;
        redirect.responsible = named.front();
        redirect.extras.Write().further.assign(named.begin() + 1, named.end());
        m_peer->OnDatagram(m_now, from, redirect);
        EXPECT_TRUE(m_peer->IdentitiesHold());
    }

    /// Somebody acknowledges. @param from The sender's endpoint. @param lookup The lookup that it
    /// answers. @param name In whose name.
    void Acknowledge(const Endpoint& from, const Request& lookup, const Endpoint& name)
    {
        OverlayAck ack = Answer(lookup);
        ack.responsible = name;
        m_peer->OnDatagram(m_now, from, ack);
        EXPECT_TRUE(m_peer->IdentitiesHold());
    }

    /// It is time for what the peer waits for.
    void Wake()
    {
        m_now = m_host.wake;
        m_peer->OnWake(m_now);
    }

    /// @return What the peer counted.
    const Counters& Counted() const
    {
        return m_peer->GetCounters();
    }

    static OverlayAck Answer(const Request& lookup)
    {
        return {lookup.id, lookup.attempt, lookup.hopLimit, lookup.marked, Endpoint{}};
    }

    MersenneRandom m_random{1};
    RecordingHost m_host;
    ScriptedSource m_source;
    std::unique_ptr<RingView> m_view;
    std::unique_ptr<Peer> m_peer;
    Time m_now{kNow};
};

} // namespace searching
} // namespace test
} // namespace dht

#endif // DHT_CC_TEST_SEARCHING_PEER_H
