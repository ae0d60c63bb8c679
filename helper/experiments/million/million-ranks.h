/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_MILLION_RANKS_H
#define DHT_CC_MILLION_RANKS_H

#include "dht-ring-statistics.h"
#include "dht-ring-sums.h"
#include "dht-summary.h"
#include "message-batches.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

/**
 * @file
 * @internal
 */

namespace ns3
{

/**
 * @ingroup dht-cc
 * What the host itself took.
 */
struct MillionCosts
{
    double setup{0};    //!< Seconds of real time until all peers were made.
    double wall{0};     //!< Seconds of real time of the simulation.
    double cpu{0};      //!< Seconds of processor time.
    double memory{0};   //!< Bytes of memory.
    uint64_t events{0}; //!< Of the simulator.

    /// @param other Of another process, at the same time. @return The sum.
    MillionCosts& operator+=(const MillionCosts& other);
};

/**
 * @ingroup dht-cc
 * The processes, or ranks, that simulate one ring together. This base class is for one alone.
 */
class MillionRanks
{
  public:
    MillionRanks() = default;
    virtual ~MillionRanks() = default;

    MillionRanks(const MillionRanks&) = delete;
    MillionRanks& operator=(const MillionRanks&) = delete;

    /// @return Whether this one speaks for all: shows progress and writes what comes out.
    bool IsFirst() const;
    /// @return Which one this is, from 0 on.
    virtual uint32_t GetRank() const;
    /// @return How many there are.
    virtual uint32_t GetCount() const;
    /// @return The share of all peers that is simulated on this machine.
    virtual double GetMachineShare() const;
    /// @return Sums up over all of them; null for one alone.
    virtual dht::RingSums* GetSums();

    /**
     * Refuse what more than one cannot do.
     *
     * @param peers How many are asked for.
     * @param files Options that name a file which one process alone can write, and the files.
     * @throws DhtOptionError It is not possible.
     */
    void Check(uint64_t peers, const std::vector<std::pair<std::string, std::string>>& files) const;

    /// @param peers How many in all. @return The own ones.
    PeerRange GetRange(uint64_t peers) const;

    /**
     * Connect with the others.
     *
     * @param peers How many in all.
     * @param least The least delay between two of them.
     * @return Takes messages to the others' peers; null if there are none.
     */
    virtual RemotePeers* Connect(uint64_t peers, dht::Time least);
    /// @param ring Takes what comes from the others; must outlive the simulation.
    virtual void SetRing(MessageLevelRing& ring);

    /// To be called in the simulation now and then: a signal ends it, in all processes.
    /// @throws std::runtime_error A signal has come, and there is but one.
    virtual void CheckSignal();
    /// To be called after the simulation. @throws std::runtime_error A signal has ended it.
    virtual void CheckEnd() const;

    /**
     * Bring together what all have found, at the first one.
     *
     * @param statistics What was seen.
     * @param totals Of the peers.
     * @param costs What it took.
     */
    void Collect(dht::RingStatistics& statistics, dht::RingTotals& totals, MillionCosts& costs);

    /// To be called before it is said what went wrong: what is wrong with all is said once.
    virtual void LetFirstSpeak();
    /// The last call. @param status The exit status; if it is not 0, the others end too. @return
    /// The exit status.
    virtual int Leave(int status);

  private:
    /// @param own What this one has. @return At the first one: what each has, in order; elsewhere
    /// nothing.
    virtual std::vector<std::string> Gather(const std::string& own);
};

/**
 * @ingroup dht-cc
 * The frame of a program that mpirun may start.
 *
 * @param argc How many arguments.
 * @param argv The arguments.
 * @param program What it does, in each process.
 * @return The exit status: 0 done, 1 it failed, 2 an option is wrong, or mpirun started it and
 *         this ns-3 has no module mpi.
 */
int RunOnRanks(int argc, char* argv[], const std::function<void(MillionRanks&)>& program);

} // namespace ns3

#endif // DHT_CC_MILLION_RANKS_H
