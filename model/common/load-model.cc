/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "load-model.h"

#include <cmath>

namespace dht
{

namespace
{

/// PPP, IPv4, TCP with its timestamps: 2 + 20 + 20 + 12 bytes.
constexpr double kTcpHeaders = 54;
/// PPP, IPv4, UDP, and the overlay-ack of an IPv4 source: 2 + 20 + 8 + 22 bytes.
constexpr double kOverlayAck = 52;

/// @param messageSize Bytes of a request. @param segments What it takes of segments. @return Cost.
UplinkCost
CostIn(double messageSize, double segments)
{
    return {messageSize + segments * kTcpHeaders,
            segments * kTcpHeaders / UplinkCost::kSegmentsPerAck,
            kOverlayAck};
}

} // namespace

LoadModel
LoadModel::Uplink(double alpha)
{
    return {alpha, 0};
}

LoadModel
LoadModel::Processor()
{
    return {0, 1};
}

UplinkCost
UplinkCost::FullSegments(double messageSize, double segmentSize)
{
    return CostIn(messageSize, messageSize / segmentSize);
}

UplinkCost
UplinkCost::OwnSegments(double messageSize, double segmentSize)
{
    return CostIn(messageSize, std::ceil(messageSize / segmentSize));
}

double
UplinkCost::Capacity(double bitsPerSecond) const
{
    return bitsPerSecond / 8 / request;
}

LoadModel
UplinkCost::Load() const
{
    return {tcpAck / request, overlayAck / request};
}

} // namespace dht
