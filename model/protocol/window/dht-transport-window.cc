/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-transport-window.h"

namespace dht
{

void
TransportWindow::OnSent(Time /* now */, std::size_t /* bytes */)
{
}

void
TransportWindow::OnSpuriousLoss(Time /* now */, Time /* sent */)
{
}

void
TransportWindow::ForgetLosses(std::uint32_t /* link */)
{
}

void
TransportWindow::ForgetLink(std::uint32_t /* link */)
{
}

void
TransportWindow::SetPriority(double /* priority */)
{
}

Time
TransportWindow::QueueingDelay() const
{
    return Time(0);
}

} // namespace dht
