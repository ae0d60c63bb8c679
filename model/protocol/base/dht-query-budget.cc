/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-query-budget.h"

namespace dht
{

bool
QueryBudget::Take(Time now, const Endpoint& from, bool isProved)
{
    const auto own = (isProved ? m_sites : m_unprovedSites).Take(now, from);
    // with a token, more sites than one keeps count of share what is for everybody
    return isProved && own ? *own : own.value_or(true) && m_unproved.Take(now);
}

} // namespace dht
