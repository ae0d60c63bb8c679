/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "constant-delay.h"

namespace dht
{

ConstantDelay::ConstantDelay(Time delay)
    : m_delay(delay)
{
}

Time
ConstantDelay::Get(std::uint32_t /* from */, std::uint32_t /* to */) const
{
    return m_delay;
}

Time
ConstantDelay::Least() const
{
    return m_delay;
}

} // namespace dht
