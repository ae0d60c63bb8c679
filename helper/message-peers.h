/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_MESSAGE_PEERS_H
#define DHT_CC_MESSAGE_PEERS_H

#include "dht-summary.h"
#include "joining-peers.h"
#include "message-level-ring.h"

namespace ns3
{

/**
 * @ingroup dht-cc
 * Message-level peers, as peers that join and leave.
 */
class MessagePeers : public JoiningPeers, private dht::Observer
{
  public:
    /// @param ring A ring that peers join and leave, whose peers are made and not started; must
    /// outlive this object. This object starts them, and is their observer. @param successors How
    /// many a peer keeps.
    MessagePeers(MessageLevelRing& ring, std::size_t successors);

    MessagePeers(const MessagePeers&) = delete;
    MessagePeers& operator=(const MessagePeers&) = delete;

    std::size_t Size() const override;
    bool IsUp(std::size_t peer) const override;
    bool IsMember(std::size_t peer) const override;
    bool IsHonest(std::size_t peer) const override;
    uint64_t GetSessions(std::size_t peer) const override;
    dht::Endpoint GetEndpoint(std::size_t peer) const override;
    const dht::Membership* GetMembership(std::size_t peer) const override;
    std::size_t CountSuccessors(std::size_t peer) const override;
    dht::LifeTotals GetTotals(std::size_t peer) const override;
    void WaitForReturn(std::size_t peer) override;
    void Return(std::size_t peer) override;
    void Leave(std::size_t peer) override;
    void Crash(std::size_t peer) override;
    void SetListener(LookupListener* listener) override;

    /// @return What all peers have counted in all of their lives.
    dht::LifeTotals GetSum() const;
    /// @return The same of requests, with those under way, and whether all are accounted for.
    dht::RingTotals GetRingTotals() const;

  private:
    void OnIssued(const dht::EventContext& at, const dht::Request& request) override;
    void OnAnswered(const dht::EventContext& at, const dht::Answer& answer) override;
    void OnGivenUp(const dht::EventContext& at, uint64_t id) override;

    /// @param peer A peer. @return Its lives.
    const MessageLevelLives& LivesOf(std::size_t peer) const;

    MessageLevelRing& m_ring;            //!< The ring.
    std::size_t m_successors;            //!< How many successors a peer keeps.
    LookupListener* m_listener{nullptr}; //!< Hears of lookups; null for nobody.
};

} // namespace ns3

#endif // DHT_CC_MESSAGE_PEERS_H
