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
/// PPP, IPv4, UDP: 2 + 20 + 8 bytes.
constexpr double kUdpHeaders = 30;
/// Of an IPv4 source.
constexpr double kOverlayAck = 22;

/// @param messageSize Bytes of a request. @param segments What it takes of segments. @return Cost.
UplinkCost
CostIn(double messageSize, double segments)
{
    return {messageSize + segments * kTcpHeaders,
            segments * kTcpHeaders / UplinkCost::kSegmentsPerAck,
            kUdpHeaders + kOverlayAck,
            kUdpHeaders + messageSize};
}

} // namespace

LoadModel
LoadModel::Uplink(double alpha)
{
    return {alpha, 0, 1, 0};
}

LoadModel
LoadModel::Processor()
{
    return {0, 1, 1, 0};
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
LoadModel::Datagram(std::size_t bytes) const
{
    return datagramByte * (kUdpHeaders + static_cast<double>(bytes));
}

double
UplinkCost::Capacity(double bitsPerSecond) const
{
    return bitsPerSecond / 8 / request;
}

LoadModel
UplinkCost::Load() const
{
    return {tcpAck / request, overlayAck / request, lookup / request, 1 / request};
}

} // namespace dht
