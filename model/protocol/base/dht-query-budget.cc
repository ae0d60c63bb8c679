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
    // more sites than one keeps count of share what is for everybody
    const auto own = isProved ? m_sites.Take(now, from) : std::nullopt;
    return own ? *own : m_unproved.Take(now);
}

} // namespace dht
