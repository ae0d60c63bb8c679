/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_MILLION_CHURN_H
#define DHT_CC_MILLION_CHURN_H

#include "million-options.h"

/**
 * @file
 * @internal
 */

namespace ns3
{

/// Run a ring whose peers come and go, and write what came of it. @param options What is asked for.
void RunMillionChurn(const MillionOptions& options);

} // namespace ns3

#endif // DHT_CC_MILLION_CHURN_H
