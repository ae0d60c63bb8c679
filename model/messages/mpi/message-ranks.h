/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_MESSAGE_RANKS_H
#define DHT_CC_MESSAGE_RANKS_H

#include "message-batches.h"

#include "ns3/node-container.h"
#include "ns3/packet.h"

/**
 * @file
 * @internal
 */

namespace ns3
{

/**
 * @ingroup dht-cc
 * Carries messages to the peers of other ranks of MPI, in packets of ns-3's module mpi.
 *
 * Every rank is a node. Links join the first one with all others, for nothing but their delay: by
 * it the simulator knows how far ranks may run ahead of each other.
 */
class MessageRanks : public MessageBatches
{
  public:
    /// @param blocks The peers of each rank. @param least The least delay between two peers.
    MessageRanks(PeerBlocks blocks, dht::Time least);

    /// @param ring Takes what comes for the own peers; must outlive the simulation.
    void SetRing(MessageLevelRing& ring);

    /// End the simulation everywhere, as soon as may be.
    void Stop();
    /// @return Whether any rank has called Stop().
    bool IsStopped() const;

  private:
    void Carry(uint32_t block, const std::vector<uint8_t>& batch, Time arrival) override;
    /// A batch has come, or nothing, for Stop(). @param packet The batch, as the other rank packed
    /// it.
    void Receive(Ptr<Packet> packet);

    NodeContainer m_nodes;             //!< By rank.
    MessageLevelRing* m_ring{nullptr}; //!< Of the own peers.
    bool m_isStopped{false};           //!< Whether any rank has called Stop().
};

} // namespace ns3

#endif // DHT_CC_MESSAGE_RANKS_H
