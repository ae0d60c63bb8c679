/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_DEADLOCK_REPORT_H
#define DHT_CC_DEADLOCK_REPORT_H

#include "deadlock-analysis.h"
#include "overlay-options.h"

#include <nlohmann/json_fwd.hpp>
#include <ostream>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup dht-cc
 * An overlay, and how its peers relay requests and answer them.
 */
struct DeadlockCase : OverlayOptions
{
    std::string queues{"per-neighbour"}; //!< The relay queues: per-neighbour or shared.
    std::string acks{"direct"};          //!< How answers return: direct or overlay.
    bool processing{false};              //!< Whether messages take time to process.

    /// Add these options. @param table Gets them; it keeps references to this object.
    void Define(DhtOptionTable& table);
};

/**
 * @ingroup dht-cc
 * A case and its analysis.
 */
struct DeadlockReport
{
    DeadlockCase given;             //!< The case.
    dht::DeadlockAnalysis analysis; //!< Its analysis.
};

/// Analyse a case. @param given The case. @return The case and its analysis.
/// @throws std::runtime_error A DhtSignalGuard has noted a signal.
DeadlockReport MakeDeadlockReport(const DeadlockCase& given);

/// Write the verdict in words, with the cycle. @param out The output. @param report The report.
void PrintVerdict(std::ostream& out, const DeadlockReport& report);

/// Write a heading and a line for each report: the case, the numbers of relay queues and waits,
/// the length of a shortest cycle, and the share of routes that never end. @param out The
/// output. @param reports The reports.
void PrintTable(std::ostream& out, const std::vector<DeadlockReport>& reports);

/// @param report A report. @return The report as JSON.
nlohmann::ordered_json ToJson(const DeadlockReport& report);

} // namespace ns3

#endif // DHT_CC_DEADLOCK_REPORT_H
