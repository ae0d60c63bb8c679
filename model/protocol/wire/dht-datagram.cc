/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-datagram.h"

#include "dht-maintenance-format.h"
#include "dht-storage-format.h"
#include "dht-wire-format.h"

namespace dht
{

bool
WaitsForRoom(const Datagram& datagram)
{
    return std::holds_alternative<Request>(datagram);
}

std::size_t
FrameSize(const Datagram& datagram)
{
    return std::visit([](const auto& content) { return FrameSize(content); }, datagram);
}

std::vector<std::uint8_t>
EncodeDatagram(const Datagram& datagram)
{
    std::vector<std::uint8_t> frame(FrameSize(datagram));
    std::visit([&](const auto& content) { Encode(content, frame.data()); }, datagram);
    return frame;
}

WireError
DecodeDatagram(const std::uint8_t* frame, std::size_t size, Datagram& datagram)
{
    const std::uint8_t type = wire::TypeOf(frame, size);
    if (IsStorageType(type))
    {
        return Decode(frame, size, datagram.emplace<StorageMessage>());
    }
    switch (type)
    {
    case wire::kLookup:
        return Decode(frame, size, datagram.emplace<Request>());
    case wire::kQuery:
    case wire::kNeighbours:
    case wire::kNotify:
    case wire::kLeave:
        return Decode(frame, size, datagram.emplace<MaintenanceMessage>());
    default:
        return Decode(frame, size, datagram.emplace<OverlayAck>());
    }
}

} // namespace dht
