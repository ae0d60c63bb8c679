/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_MESSAGE_BATCHES_H
#define DHT_CC_MESSAGE_BATCHES_H

#include "dht-time.h"
#include "message-level-ring.h"

#include "ns3/event-id.h"
#include "ns3/nstime.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

/**
 * @file
 * @internal
 */

namespace ns3
{

/**
 * @ingroup dht-cc
 * How the peers of a ring are split among processes: into blocks of neighbours, as most links of a
 * ring are short.
 */
struct PeerBlocks
{
    uint32_t peers;  //!< How many peers.
    uint32_t blocks; //!< How many blocks, at least 1 and at most as many as peers.

    /// @param block A block. @return Its peers.
    PeerRange RangeOf(uint32_t block) const;
    /// @param peer A peer. @return Its block.
    uint32_t BlockOf(uint32_t peer) const;
};

/**
 * @ingroup dht-cc
 * Messages to the peers of another process, as bytes. Requests and overlay-acks are frames of the
 * wire protocol.
 */
class MessageBatch
{
  public:
    /// Takes a message out of a batch: when it arrives, where, and it.
    using Receiver = std::function<void(Time, uint32_t, const RemotePeers::Message&)>;

    /// Add a message. @param arrival When it arrives. @param to The receiver's number, from 0.
    /// @param message The message.
    void Add(Time arrival, uint32_t to, const RemotePeers::Message& message);

    /// @return Bytes of all messages.
    std::size_t Size() const;

    /// Take the first messages out. @param size Their bytes. @return Those messages, ready to be
    /// sent to another rank.
    std::vector<uint8_t> Take(std::size_t size);

    /**
     * Read messages, in the order in which they were added.
     *
     * @param bytes What Take() returned.
     * @param receive Takes them.
     */
    static void Read(const std::vector<uint8_t>& bytes, const Receiver& receive);

  private:
    std::vector<uint8_t> m_bytes; //!< Of the messages.
};

/**
 * @ingroup dht-cc
 * Sends messages to the peers of other processes in batches.
 *
 * No message takes less than the least delay. An eighth of it is for waiting in a batch, three
 * quarters are for the batch, and the rest is for batches that would leave one process for another
 * at the same instant: each of them arrives at an instant of its own, as ns-3 may receive two
 * packets of one instant in any order.
 */
class MessageBatches : public RemotePeers
{
  public:
    /**
     * @param blocks Who simulates whom.
     * @param least The least delay between two peers.
     * @param most Bytes of a batch.
     */
    MessageBatches(PeerBlocks blocks, dht::Time least, std::size_t most);

    ~MessageBatches() override;

    void Send(Time arrival, uint32_t to, const Message& message) override;

    /// @return What batches take from one process to another, at the least.
    Time GetLookAhead() const;

  private:
    /**
     * Carry a batch to another process.
     *
     * @param block Which process's block of peers.
     * @param batch The batch.
     * @param arrival When it arrives, before any message in it does.
     */
    virtual void Carry(uint32_t block, const std::vector<uint8_t>& batch, Time arrival) = 0;

    /// Messages to one block of peers.
    struct Outbox
    {
        MessageBatch batch; //!< Those that wait.
        Time arrival;       //!< Of the batch before.
    };

    /// Send messages off. @param block To which block of peers. @param size Bytes of them.
    void Flush(uint32_t block, std::size_t size);
    /// Send all off that wait.
    void FlushAll();

    PeerBlocks m_blocks;            //!< Who simulates whom.
    Time m_least;                   //!< The least delay between two peers.
    std::size_t m_most;             //!< Bytes of a batch.
    std::vector<Outbox> m_outboxes; //!< By block.
    EventId m_flush;                //!< When all that waits has to leave.
};

} // namespace ns3

#endif // DHT_CC_MESSAGE_BATCHES_H
