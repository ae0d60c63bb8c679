/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_PACKET_PEERS_H
#define DHT_CC_PACKET_PEERS_H

#include "dht-peer-application.h"
#include "joining-peers.h"

#include "ns3/application-container.h"

#include <vector>

namespace ns3
{

/**
 * @ingroup dht-cc
 * DhtPeerApplications, as peers that join and leave.
 */
class PacketPeers : public JoiningPeers
{
  public:
    /// @param peers DhtPeerApplications.
    explicit PacketPeers(const ApplicationContainer& peers);
    ~PacketPeers() override;

    PacketPeers(const PacketPeers&) = delete;
    PacketPeers& operator=(const PacketPeers&) = delete;

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

  private:
    std::vector<Ptr<DhtPeerApplication>> m_peers; //!< The peers.
    LookupListener* m_listener{nullptr};          //!< Hears of their lookups; null for nobody.
};

} // namespace ns3

#endif // DHT_CC_PACKET_PEERS_H
