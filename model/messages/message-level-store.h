/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_MESSAGE_LEVEL_STORE_H
#define DHT_CC_MESSAGE_LEVEL_STORE_H

#include "dht-memory-block-store.h"
#include "dht-overlay.h"
#include "dht-peer-delays.h"
#include "dht-ready-ring.h"
#include "dht-storage-tap.h"
#include "dht-storage.h"
#include "expected-event.h"
#include "split-mix-random.h"

#include <cstdint>
#include <memory>
#include <vector>

/**
 * @file
 * @internal
 */

namespace ns3
{

/**
 * @ingroup dht-cc
 * The stores of a ready-made ring, without packets: an event carries a message from peer to peer,
 * and the network has delays and losses, but no queues. Peers are numbered in the order of their
 * ids.
 */
class MessageLevelStore : private ExpectedEventOwner
{
  public:
    /// What it is made of.
    struct Plan
    {
        dht::StorageOptions storage;                   //!< Of all peers.
        dht::RpcOptions rpcs;                          //!< Of all peers.
        dht::VivaldiOptions vivaldi;                   //!< Of all peers.
        dht::StoreLimits limits;                       //!< Of what each peer holds.
        std::unique_ptr<const dht::Overlay> overlay;   //!< Whose peers forward clockwise.
        std::unique_ptr<const dht::PeerDelays> delays; //!< Between peers.
        /// Whether peers know all round-trip times; else by what their coordinates say.
        bool isExact{true};
        double loss{0};   //!< Share of the messages that is lost, in [0, 1).
        uint64_t seed{1}; //!< Of the random numbers.
    };

    /// @param plan What it is made of.
    explicit MessageLevelStore(Plan plan);
    ~MessageLevelStore();

    MessageLevelStore(const MessageLevelStore&) = delete;
    MessageLevelStore& operator=(const MessageLevelStore&) = delete;

    /// @return How many peers there are.
    uint32_t Size() const;

    /// @param peer The peer's number. @return Its storage.
    dht::Storage& Get(uint32_t peer);

    /// A peer is going to do something of its own: have it brought into the cache. @param peer The
    /// peer's number.
    void Expect(uint32_t peer) const;

    /// @param peer The peer's number. @param isUp Whether it sends and receives from now on.
    void SetUp(uint32_t peer, bool isUp);

    /// Another peer takes the place of one that is down: it holds nothing, and knows nobody but
    /// the ring. @param peer The peer's number.
    void Replace(uint32_t peer);

    /// Not all places are taken, which everybody knows from now on. @param peers Those that are, in
    /// rising order.
    void SetPresent(std::vector<uint32_t> peers);

    /// @param peer The peer's number. @return What it holds.
    const dht::BlockStore& GetKept(uint32_t peer) const;

    /// @return What all peers have counted, those too that were replaced.
    dht::StorageCounters GetCounters() const;

    /// @return What became of their RPCs.
    dht::RpcCounters GetRpcCounters() const;

    /// @return Whether the identities of their counters hold.
    bool IdentitiesHold() const;

    /// Who knows whom has changed, and all look up by it from now on. @param overlay The same
    /// peers.
    void SetOverlay(std::unique_ptr<const dht::Overlay> overlay);

    /// @param peer The peer's number. @return Whether it sends and receives.
    bool IsUp(uint32_t peer) const;

    /// @param peer The peer's number. @param tap Sees what goes into its storage and comes out from
    /// now on; it is woken when it has asked to be. Null for nobody.
    void SetTap(uint32_t peer, dht::StorageTap* tap);

    /// @return Messages that were sent.
    uint64_t GetSent() const;

    /// @return Their bytes, with headers of UDP and IPv4.
    uint64_t GetBytes() const;

    /// @return The ring.
    const dht::ReadyRing& GetRing() const;

    /// @return The delays between peers.
    const dht::PeerDelays& GetDelays() const;

  private:
    class Node;
    class Arrival;

    /// @param from Who sends. @param to The receiver's endpoint. @param message The message.
    void Carry(uint32_t from, const dht::Endpoint& to, const dht::StorageMessage& message);
    /// A message arrives. @param from The sender's number. @param to The receiver's number. @param
    /// message The message.
    void Take(uint32_t from, uint32_t to, const dht::StorageMessage& message);

    Plan m_plan;                                //!< What it is made of.
    dht::ReadyRing m_ring;                      //!< The ring.
    dht::SplitMixRandom m_losses;               //!< Which messages are lost.
    std::vector<std::unique_ptr<Node>> m_nodes; //!< The peers.
    dht::StorageCounters m_past;                //!< What those have counted that were replaced.
    dht::RpcCounters m_pastRpcs;                //!< What became of their RPCs.
    bool m_haveHeld{true};                      //!< Whether their identities did.
    uint64_t m_replaced{0};                     //!< How many those were.
    uint64_t m_sent{0};                         //!< Messages.
    uint64_t m_bytes{0};                        //!< Theirs.
};

} // namespace ns3

#endif // DHT_CC_MESSAGE_LEVEL_STORE_H
