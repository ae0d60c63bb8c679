/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_TEST_DRAWN_RING_H
#define DHT_CC_TEST_DRAWN_RING_H

#include "dht-mersenne-random.h"
#include "dht-ready-ring.h"
#include "dht-storage-context.h"

#include <map>
#include <optional>
#include <vector>

/**
 * @file
 * @ingroup dht-cc-tests
 * A ring drawn on paper: forty peers at 0, 10, 20, ... 390 of 400, and a few fingers.
 */

namespace dht
{
namespace test
{

/// Peers on it.
constexpr std::size_t kDrawnPeers = 40;

/// @param at Where on paper. @return The place on the ring.
inline Key
Drawn(std::size_t at)
{
    return EvenKey(at, 10 * kDrawnPeers);
}

/// What the peer at 0 knows of them: its sixteen successors, and three far fingers.
class DrawnInfo : public RingInfo
{
  public:
    bool HasPlace() const override
    {
        return true;
    }

    RingNode Self() const override
    {
        return NodeAt(0);
    }

    RingNodes Successors() const override
    {
        RingNodes nodes;
        for (std::size_t i = 1; i <= 16; ++i)
        {
            nodes.push_back(NodeAt(i));
        }
        return nodes;
    }

    bool IsWhole() const override
    {
        return false;
    }

    RingNodes Towards(const Key& key, std::size_t most) const override
    {
        RingNodes nodes;
        for (const std::size_t peer : {20, 19, 18, 16, 15, 10, 5, 3, 2, 1})
        {
            if (nodes.size() < most &&
                Distance(Drawn(0), Drawn(10 * peer)) <= Distance(Drawn(0), key))
            {
                nodes.push_back(NodeAt(peer));
            }
        }
        return nodes;
    }

    Key IdOf(const Endpoint& endpoint) const override
    {
        return Drawn(10 * ReadyRing::PlaceOf(endpoint));
    }

    /// @param peer Its number. @return The peer's ring node.
    static RingNode NodeAt(std::size_t peer)
    {
        return {ReadyRing::EndpointOf(peer), Drawn(10 * peer)};
    }
};

/// Peers that are as near as somebody says, the others 100 ms.
class SaidNearness : public Nearness
{
  public:
    std::optional<Time> RoundTripTo(const Endpoint& peer) const override
    {
        const auto found = near.find(ReadyRing::PlaceOf(peer));
        return FromSeconds(found == near.end() ? 0.1 : found->second);
    }

    std::map<std::size_t, double> near; ///< In seconds, by number.
};

/// What a part of the storage of the peer at 0 is made of. It sends nothing.
class DrawnPeer : private StorageHost
{
  public:
    /// @param nodes Peers. @return Their numbers.
    static std::vector<std::size_t> NumbersOf(const RingNodes& nodes)
    {
        std::vector<std::size_t> numbers;
        for (const RingNode& node : nodes)
        {
            numbers.push_back(ReadyRing::PlaceOf(node.endpoint));
        }
        return numbers;
    }

    SaidNearness nearness;  ///< Who is near.
    StorageOptions options; ///< The constants.

  private:
    void SendStorage(const Endpoint& /* to */, const StorageMessage& /* message */) override
    {
    }

    void WakeStorageAt(Time /* time */) override
    {
    }

    DrawnInfo m_ring;                                                      ///< The ring.
    MersenneRandom m_random{1};                                            ///< For ids.
    Vivaldi m_vivaldi{{}, m_random};                                       ///< Its place.
    RpcEndpoint m_rpcs{{}, ReadyRing::EndpointOf(0), m_vivaldi, m_random}; ///< What it asks.

  public:
    StorageContext context{options,
                           m_ring,
                           *this,
                           &nearness,
                           m_random,
                           m_vivaldi,
                           m_rpcs,
                           {false, m_random},
                           {},
                           {},
                           nullptr}; ///< What parts share.
};

} // namespace test
} // namespace dht

#endif // DHT_CC_TEST_DRAWN_RING_H
