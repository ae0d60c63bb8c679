/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "link-patience.h"

#include "dht-peer-context.h"

namespace dht
{

Time
LinkPatienceUnder(Time patience, const RelayPolicy& policy)
{
    const bool isDefault = patience == PeerOptions().linkPatience;
    return isDefault && policy.overflow == Overflow::kBlock ? FromSeconds(2) : patience;
}

} // namespace dht
