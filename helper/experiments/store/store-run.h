/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_STORE_RUN_H
#define DHT_CC_STORE_RUN_H

#include "split-mix-random.h"
#include "store-churn.h"
#include "store-clients.h"
#include "store-crowd.h"
#include "store-load.h"
#include "store-monitor.h"
#include "store-network.h"
#include "store-recording.h"
#include "store-vanish.h"

#include "ns3/nstime.h"

#include <cstdint>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <ostream>
#include <vector>

/**
 * @file
 * @internal
 */

namespace ns3
{

/**
 * @ingroup dht-cc
 * Makes the peers of a store put and get, as the options say.
 */
class StoreRun
{
  public:
    /// @param options What is asked for. @param network The peers. @param series Gets a line per
    /// get; null for no series. All must outlive this object.
    StoreRun(const StoreOptions& options, StoreNetwork& network, std::ostream* series);

    /// Do all there is to do.
    void Run();

    /// Write the end of the recording, if there is one. @throws std::runtime_error That failed.
    void CloseRecording();

    /// @return What has come of it.
    nlohmann::ordered_json ResultsToJson();

  private:
    /// @return How peers come and go.
    StoreChurn::Plan ChurnPlan();

    /// @param peer A peer. @return What watches it.
    dht::StorageObserver* ObserverOf(uint32_t peer);

    /// @return A peer that is up.
    uint32_t DrawPeer();

    /// @return A block that nobody has put.
    dht::Bytes DrawBlock();

    /// @return Fragments that give a block back.
    std::size_t Needed() const;

    /// @return The share of the work that is done.
    double Done() const;

    /// @return Gets that are measured.
    uint64_t Measured() const;

    /// @return Puts and gets of the whole run.
    uint64_t All() const;

    /// @param ended Puts and gets that have ended. @return How many have at the end of the phase: a
    /// phase begins when all of the one before has ended.
    uint64_t PhaseEnd(uint64_t ended) const;
    /// Begin the next get.
    void Get();
    /// From now on, it is measured.
    void BeginMeasurement();
    /// All is put: let peers get at a rate.
    void BeginLoad();
    /// All is put: let clients get all at once. @param ended Puts and gets that have ended.
    void NextTogether(uint64_t ended);

    /// Something has ended: do what is next.
    void Next();
    /// Let a share of the peers be down.
    void TakeDown();
    /// All is prepared: begin.
    void OnPrepared();

    /// Look, now and then, whether a signal has come.
    void Poll();

    const StoreOptions& m_options;               //!< What is asked for.
    dht::SplitMixRandom m_random;                //!< Who does what.
    StoreMonitor m_monitor;                      //!< What becomes of it.
    StoreNetwork& m_network;                     //!< The peers.
    std::unique_ptr<StoreRecording> m_recording; //!< Of them; null if there is to be none.
    StoreClients m_clients;                      //!< Those who get one after the other.
    StoreCrowd m_crowd;                          //!< Those who get all at once.
    StoreLoad m_load;                            //!< Those who get at a rate.
    std::optional<StoreVanish> m_vanish;         //!< Peers that vanish meanwhile.
    std::optional<Time> m_loadBegun;             //!< When they have begun.
    uint64_t m_begun{0};                         //!< Puts and gets.
    std::vector<dht::Key> m_blocks;              //!< To be had.
    std::optional<StoreChurn> m_churn;           //!< How peers come and go.
    bool m_haveComeAndGone{false};               //!< Whether that is over.
    StoreTraffic m_settling;                     //!< Until all was prepared.
    StoreTraffic m_before;                       //!< Until gets were measured.
    dht::RpcCounters m_rpcsBefore;               //!< Likewise, where that is asked for.
};

} // namespace ns3

#endif // DHT_CC_STORE_RUN_H
