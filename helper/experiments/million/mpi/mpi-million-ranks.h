/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_MPI_MILLION_RANKS_H
#define DHT_CC_MPI_MILLION_RANKS_H

#include "million-ranks.h"

#include <deque>
#include <memory>
#include <mpi.h>
#include <optional>

/**
 * @file
 * @internal
 */

namespace ns3
{

class MessageRanks;

/**
 * @ingroup dht-cc
 * The ranks of MPI. A program that exits early, as for --help, leaves MPI by itself.
 */
class MpiMillionRanks : public MillionRanks, private dht::RingSums
{
  public:
    /// Join the others. @param argc How many arguments. @param argv The arguments, as main() has
    /// them.
    MpiMillionRanks(int argc, char* argv[]);
    ~MpiMillionRanks() override;

    uint32_t GetRank() const override;
    uint32_t GetCount() const override;
    double GetMachineShare() const override;
    dht::RingSums* GetSums() override;
    RemotePeers* Connect(uint64_t peers, dht::Time least) override;
    void SetRing(MessageLevelRing& ring) override;
    void CheckSignal() override;
    void CheckEnd() const override;
    void LetFirstSpeak() override;
    int Leave(int status) override;

  private:
    /// A sum that all add to.
    struct OpenSum
    {
        dht::LevelSum own;   //!< Of the own peers.
        dht::LevelSum all;   //!< Of all peers, when it is done.
        MPI_Request request; //!< Says when.
    };

    std::vector<std::string> Gather(const std::string& own) override;
    void Add(const dht::LevelSum& own) override;
    std::optional<dht::LevelSum> Take(bool wait) override;

    MPI_Comm m_results{MPI_COMM_NULL};        //!< Apart from what the simulator does.
    std::unique_ptr<MessageRanks> m_messages; //!< Carries them; null for one rank.
    std::deque<OpenSum> m_sums;               //!< Oldest first; none of them moves.
};

} // namespace ns3

#endif // DHT_CC_MPI_MILLION_RANKS_H
