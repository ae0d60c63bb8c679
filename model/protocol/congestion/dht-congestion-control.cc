/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-congestion-control.h"

namespace dht
{

void
CongestionControl::OnSent(Time /* now */)
{
}

void
CongestionControl::OnAck(Time /* now */, Time /* rtt */, bool /* marked */)
{
}

void
CongestionControl::OnTimeout(Time /* now */)
{
}

double
CongestionControl::Rate() const
{
    return 0;
}

double
CongestionControl::Level() const
{
    return Rate();
}

double
CongestionControl::MarkProbability(QueueIndex /* queue */,
                                   std::size_t /* queueLength */,
                                   double /* sourceRate */)
{
    return 0;
}

RelayPolicy
CongestionControl::Relay() const
{
    return {};
}

std::optional<TimeoutPolicy>
CongestionControl::Retransmission() const
{
    return std::nullopt;
}

} // namespace dht
