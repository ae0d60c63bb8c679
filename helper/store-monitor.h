/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_STORE_MONITOR_H
#define DHT_CC_STORE_MONITOR_H

#include "dht-delay-sample.h"
#include "dht-storage-events.h"

#include <cstdint>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <ostream>

/**
 * @file
 * @internal
 */

namespace ns3
{

/**
 * @ingroup dht-cc
 * Outcomes of the gets and puts of a run.
 */
class StoreMonitor : public dht::StorageObserver
{
  public:
    /// @param series Gets a line of CSV per get; null for no series. @param onEnd Called when a
    /// get or put has ended.
    StoreMonitor(std::ostream* series, std::function<void()> onEnd);

    /// From now on, gets are measured.
    void Begin();

    /// From now on, lookups count as gets, which end once the holders are known.
    void TakeLookups();

    /// @return Gets that were measured and have ended with the block.
    uint64_t GetComplete() const;

    /// @return Gets and puts that have ended.
    uint64_t GetEnded() const;

    /// To be called when all puts have ended. @return Their blocks, in an order that does not
    /// depend on other options.
    std::vector<dht::Key> GetBlocks() const;

    /// @return The results.
    nlohmann::ordered_json ResultsToJson() const;

  private:
    void OnLocated(dht::Time now, const dht::LocateReport& report) override;
    void OnFetched(dht::Time now, const dht::FetchReport& report) override;
    void OnPut(dht::Time now, const dht::PutReport& report) override;

    std::ostream* m_series;         //!< Gets a line per get; or null.
    std::function<void()> m_onEnd;  //!< Called at each end.
    bool m_isMeasured{false};       //!< Whether gets count.
    bool m_takesLookups{false};     //!< Whether lookups are gets.
    uint64_t m_ended{0};            //!< Gets and puts that have ended.
    std::vector<dht::Key> m_blocks; //!< Blocks that were put.
    uint64_t m_putsFailed{0};       //!< Puts that reached too few holders.
    uint64_t m_holders{0};          //!< Holders that have fragments, of all puts.
    dht::DelaySample m_put;         //!< Durations of puts.
    dht::DelaySample m_lookup;      //!< Durations of lookups, of gets with a block.
    dht::DelaySample m_fetch;       //!< Durations of the rest of these gets.
    dht::DelaySample m_total;       //!< Durations of these gets.
    uint64_t m_failed{0};           //!< Gets without a block.
    uint64_t m_asked{0};            //!< Holders asked, in gets with a block.
    uint64_t m_hops{0};             //!< Hops of their lookups.
};

} // namespace ns3

#endif // DHT_CC_STORE_MONITOR_H
