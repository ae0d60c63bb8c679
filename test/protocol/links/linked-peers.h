/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_TEST_LINKED_PEERS_H
#define DHT_CC_TEST_LINKED_PEERS_H

#include "dht-link-transport.h"
#include "memory-ring.h"

#include <deque>
#include <gtest/gtest.h>
#include <memory>
#include <optional>
#include <vector>

/**
 * @file
 * @ingroup dht-cc-tests
 * Links of requests over the transport, without a host: two peers, a clock and a path.
 */

namespace dht
{
namespace test
{

/// A peer that has links.
struct LinkedPeer
{
    Endpoint at;                              ///< Where it is.
    std::unique_ptr<MersenneRandom> random;   ///< What it is lent.
    std::unique_ptr<LinkTransport> transport; ///< Its links.
    std::vector<std::uint64_t> accepted;      ///< Ids of requests, in order.
    std::vector<ConnectionId> refused;        ///< Where requests were refused.
    std::vector<ConnectionId> closed;         ///< Connections that are gone.
    bool isAccepting{true};                   ///< Whether it accepts requests.
    int connected{0};                         ///< How often its link was opened.
    int writable{0};                          ///< How often it had room again.
    int lost{0};                              ///< How often it was lost.
    int silent{0};                            ///< How often it was silent.
};

/// Two peers with a path between them. The first one has a link to the second.
class LinkedPeersTest : public testing::Test
{
  protected:
    static constexpr LinkIndex kLink = 5; ///< Of the first peer.

    LinkedPeersTest();

    /// A peer forgets all, and starts with the present constants. @param peer The peer. @param
    /// number Its number, from 1.
    void Start(LinkedPeer& peer, std::uint16_t number);
    /// Let a peer do what it has to. @param peer The peer.
    void Pump(LinkedPeer& peer);
    /// @param seconds For which time passes.
    void Run(double seconds);
    /// Send as many requests as the link takes. @param most At the most. @return How many.
    std::size_t Send(std::size_t most = 1000);
    /// Open the link of the first peer, and wait until it is there.
    void Open();
    /// @param count So many requests were accepted, in order.
    void ExpectAccepted(std::size_t count) const;

    /// What is on its way.
    struct Flying
    {
        Time arrival;                     ///< When it arrives.
        LinkedPeer* from;                 ///< The sender.
        std::vector<std::uint8_t> packet; ///< Its bytes.
    };

    LinkedPeer m_a;                                      ///< The first peer.
    LinkedPeer m_b;                                      ///< The second peer.
    std::deque<Flying> m_path;                           ///< In the order of arrival.
    Time m_now{FromSeconds(1)};                          ///< The present.
    bool m_isDark{false};                                ///< Nothing arrives.
    std::optional<std::uint16_t> m_wish;                 ///< What acks say, whoever sends them.
    int m_dropped{0};                                    ///< Data packets to lose from now on.
    bool m_isLying{false};                               ///< Packets call their frames whole.
    StreamDelivery m_delivery{StreamDelivery::kInOrder}; ///< Of peers that start.
    bool m_isMaintained{true};                           ///< Likewise.
    std::size_t m_unsent{1 << 20};                       ///< Likewise.
    double m_priority{1};                                ///< Likewise.
    double m_window{65536};                              ///< Of windows to come, in bytes.
    std::uint64_t m_starts{0};                           ///< Of peers.
    std::uint64_t m_sent{0};                             ///< Requests.
    std::size_t m_frame{0};                              ///< Bytes of the last one.

  private:
    /// @param packet What a peer sends; changed as the path changes it. @return Whether it is lost.
    bool Tamper(std::vector<std::uint8_t>& packet);
    /// The first packet of the path arrives.
    void Arrive();
};

} // namespace test
} // namespace dht

#endif // DHT_CC_TEST_LINKED_PEERS_H
