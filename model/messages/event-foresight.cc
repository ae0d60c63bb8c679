/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "event-foresight.h"

namespace ns3
{

namespace
{

/// The one that is asked; or null.
const EventForesight* g_present = nullptr;

} // namespace

EventForesight::EventForesight()
{
    g_present = this;
}

EventForesight::~EventForesight()
{
    if (g_present == this)
    {
        g_present = nullptr;
    }
}

const EventForesight*
EventForesight::Get()
{
    return g_present;
}

} // namespace ns3
