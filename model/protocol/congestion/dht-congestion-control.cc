/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-congestion-control.h"

namespace dht
{

Time
CongestionControl::AdmitTo(const AdmitContext& request)
{
    return request.now;
}

void
CongestionControl::OnSent(Time /* now */)
{
}

void
CongestionControl::OnAck(const AckContext& /* ack */)
{
}

void
CongestionControl::OnTimeout(Time /* now */)
{
}

void
CongestionControl::OnExcused(unsigned /* timeouts */)
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
CongestionControl::MarkProbability(const EnterContext& /* request */)
{
    return 0;
}

std::uint8_t
CongestionControl::FeedbackOn(const EnterContext& request)
{
    return request.request.feedback;
}

void
CongestionControl::OnLeave(const LeaveContext& /* request */)
{
}

void
CongestionControl::OnArrive(const QueuedRequest& /* request */)
{
}

bool
CongestionControl::GoesBefore(const QueuedRequest& /* newcomer */,
                              const QueuedRequest& /* other */) const
{
    return false;
}

RelayPolicy
CongestionControl::Relay() const
{
    return {};
}

const TimeoutPolicy*
CongestionControl::Retransmission() const
{
    return nullptr;
}

} // namespace dht
