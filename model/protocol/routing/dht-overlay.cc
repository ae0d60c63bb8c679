/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-overlay.h"

#include <utility>

namespace dht
{

Overlay::Overlay(Ring ring)
    : m_ring(std::move(ring))
{
}

const Ring&
Overlay::Peers() const
{
    return m_ring;
}

} // namespace dht
