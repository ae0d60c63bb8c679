/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_CHURN_RESULTS_H
#define DHT_CC_CHURN_RESULTS_H

#include "dht-churn-window.h"
#include "dht-lookup-monitor.h"

#include <nlohmann/json_fwd.hpp>

/**
 * @file
 * @internal
 */

namespace ns3
{

/// @param lookups What has become of lookups. @param window What has become of their peers. @return
/// The results of a run in which peers come and go, each with its unit in its name.
nlohmann::ordered_json ChurnResultsToJson(const DhtLookupResults& lookups,
                                          const DhtChurnWindow::Results& window);

} // namespace ns3

#endif // DHT_CC_CHURN_RESULTS_H
