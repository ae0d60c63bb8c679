/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_DHT_RUN_SUMMARY_H
#define DHT_CC_DHT_RUN_SUMMARY_H

#include "dht-output-file.h"
#include "dht-ring-check.h"
#include "ring-monitor.h"

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup dht-cc
 * @param given Every option as text.
 * @return Those that change what a run finds.
 */
nlohmann::ordered_json OptionsToJson(const std::vector<std::pair<std::string, std::string>>& given);

/**
 * @ingroup dht-cc
 * @param given Every option as text.
 * @param wall Duration of the simulation, in seconds of real time.
 * @return How a run was made: the beginning of its summary.
 */
nlohmann::ordered_json RunToJson(const std::vector<std::pair<std::string, std::string>>& given,
                                 double wall);

/**
 * @ingroup dht-cc
 * @param monitor Monitor of all peers.
 * @return The peers' counters.
 */
nlohmann::ordered_json CountersToJson(const RingMonitor& monitor);

/**
 * @ingroup dht-cc
 * @param watch Watch of a ring that was joined.
 * @return The state of the ring at the end.
 */
nlohmann::ordered_json RingToJson(const DhtRingWatch& watch);

/**
 * @ingroup dht-cc
 * Check a run's counters, and give its files their names: the last thing a program does.
 *
 * @param monitor Monitor of all peers.
 * @param series The file of the time series.
 * @param summary The file of the summary; if it has none, the summary goes to standard output.
 * @param write Writes the summary.
 * @throws std::runtime_error The counters of some peer contradict each other, or a file cannot
 *         be written.
 */
void CommitRun(const RingMonitor& monitor,
               dht::OutputFile& series,
               dht::OutputFile& summary,
               const std::function<void(std::ostream&)>& write);

/**
 * @ingroup dht-cc
 * Make a run whose time series is written while it lasts, and write its summary: the last thing a
 * program does.
 *
 * @param given Every option as text.
 * @param series The file of the time series.
 * @param summary The file of the summary; if it has none, the summary goes to standard output.
 * @param run Makes the run.
 * @param add Adds the results and counters to the beginning of the summary.
 * @throws std::runtime_error A file cannot be written.
 */
void RunAndCommit(const std::vector<std::pair<std::string, std::string>>& given,
                  dht::OutputFile& series,
                  dht::OutputFile& summary,
                  const std::function<void()>& run,
                  const std::function<void(nlohmann::ordered_json&)>& add);

} // namespace ns3

#endif // DHT_CC_DHT_RUN_SUMMARY_H
