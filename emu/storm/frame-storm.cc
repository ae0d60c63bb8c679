/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "frame-storm.h"

#include "dht-datagram.h"
#include "dht-fragment.h"
#include "dht-wire-format.h"

#include <algorithm>

namespace dht
{

namespace
{

constexpr std::size_t kLongestPayload = 600;

} // namespace

FrameStorm::FrameStorm(std::uint64_t seed)
    : StormDice(seed)
{
}

Endpoint
FrameStorm::AnyEndpoint()
{
    Endpoint endpoint;
    endpoint.ipv6 = Below(8) == 0;
    for (std::size_t i = 0; i < endpoint.AddressSize(); ++i)
    {
        endpoint.address[i] = static_cast<std::uint8_t>(Draw());
    }
    if (!endpoint.ipv6)
    {
        endpoint.address[0] = 127; // answers to it must not leave this machine
    }
    else
    {
        endpoint.address = {};
        endpoint.address[15] = 1;
    }
    endpoint.port = static_cast<std::uint16_t>(Draw());
    return endpoint;
}

FrameStorm::Bytes
FrameStorm::WellFormedRequest()
{
    constexpr MessageKind kinds[] = {MessageKind::kRequest,
                                     MessageKind::kRoutedAck,
                                     MessageKind::kLookup};
    Request request;
    request.kind = kinds[Below(std::size(kinds))];
    request.id = Draw();
    request.key = Key(Draw()) << Below(kKeyBits);
    request.source = AnyEndpoint();
    request.milliRate = static_cast<std::uint32_t>(Draw());
    request.attempt = static_cast<std::uint8_t>(1 + Below(255));
    request.hopLimit = static_cast<std::uint8_t>(Below(8));
    request.marked = Below(2) == 0;
    if (request.kind == MessageKind::kRequest && Below(2) == 0)
    {
        request.extras.Write().replyTo.emplace();
    }
    request.extras.Write().payload = Payload::Zeros(Below(kLongestPayload));
    request.extras.Write().extensions = AnyExtensions();
    Bytes frame(FrameSize(request));
    Encode(request, frame.data());
    return frame;
}

Extensions
FrameStorm::AnyExtensions()
{
    Extensions extensions;
    for (std::size_t left = Below(3) == 0 ? Below(4) : 0; left > 0; --left)
    {
        // some that everybody has to know, and nobody does, and feedback that is none
        const auto type = static_cast<std::uint8_t>(Below(8) == 0 ? Draw() : Below(20));
        extensions.Set(type, Bytes(Below(20), static_cast<std::uint8_t>(Draw())));
    }
    return extensions;
}

FrameStorm::Bytes
FrameStorm::WellFormedAck()
{
    OverlayAck ack;
    ack.id = Draw();
    ack.attempt = static_cast<std::uint8_t>(1 + Below(255));
    ack.hopLimit = static_cast<std::uint8_t>(Draw());
    ack.marked = Below(2) == 0;
    ack.responsible = AnyEndpoint();
    ack.redirect = Below(2) == 0;
    ack.extras.Write() = {Payload::Zeros(Below(2) * Below(kLongestPayload)), AnyExtensions()};
    return EncodeDatagram(ack);
}

FrameStorm::Bytes
FrameStorm::WellFormedMaintenance()
{
    MaintenanceMessage message;
    message.kind =
        static_cast<MaintenanceKind>(Below(static_cast<std::size_t>(MaintenanceKind::kCount)));
    message.id = Draw();
    message.attempt = static_cast<std::uint8_t>(1 + Below(255));
    message.key = Key(Draw()) << Below(kKeyBits);
    message.extensions = AnyExtensions();
    const bool names =
        message.kind == MaintenanceKind::kNeighbours || message.kind == MaintenanceKind::kLeave;
    const bool ipv6 = Below(8) == 0;
    for (std::size_t i = names ? Below(kMaximumPeersInMessage + 1) : 0; i > 0; --i)
    {
        Endpoint peer = AnyEndpoint();
        while (peer.ipv6 != ipv6)
        {
            peer = AnyEndpoint();
        }
        message.peers.push_back(peer);
    }
    if (names && !message.peers.empty() && Below(2) == 0)
    {
        message.predecessor = message.peers.front();
        message.responsible = message.kind == MaintenanceKind::kNeighbours;
    }
    return EncodeDatagram(message);
}

Fragment
FrameStorm::AnyFragment()
{
    const Bytes block(Below(kLongestPayload), static_cast<std::uint8_t>(Draw()));
    const std::size_t needed = 1 + Below(kMostNeeded);
    return MakeFragments(block, needed, {CauchyRow(needed, Below(kCauchyRows))}, Time(0)).front();
}

FrameStorm::Bytes
FrameStorm::WellFormedStorage()
{
    const Key key = Key(Draw()) << Below(kKeyBits);
    const Time left = std::chrono::seconds(static_cast<std::uint32_t>(Draw()));
    LocatedBody located{Below(2) == 0, {}};
    const Endpoint origin = AnyEndpoint();
    while (located.peers.size() < kMaximumLocated && Below(4) > 0)
    {
        located.peers.push_back({origin, {}});
    }
    FragmentBody held{AnyFragment()};
    held.fragment.status = static_cast<FragmentStatus>(Below(3));
    StoreBody store{key, left, {}};
    if (Below(2) == 0)
    {
        store.fragment = AnyFragment();
    }
    SyncedBody synced;
    synced.status = static_cast<SyncStatus>(Below(static_cast<std::size_t>(SyncStatus::kCount)));
    synced.keys.resize(Below(kMostSyncKeys + 1), key);
    const StorageBody bodies[] = {
        LocateBody{Draw(), key, static_cast<std::uint8_t>(Below(kMaximumLocated + 1)), origin},
        AcceptedBody{},
        located,
        FetchBody{key},
        held,
        store,
        StoredBody{
            static_cast<StoredStatus>(Below(static_cast<std::size_t>(StoredStatus::kCount)))},
        SyncBody{key, key + Key(Draw()), Draw()},
        synced};
    static_assert(std::size(bodies) == std::variant_size_v<StorageBody>);
    StorageMessage message;
    message.id = Draw();
    message.attempt = static_cast<std::uint8_t>(1 + Below(255));
    message.coordinate.x = static_cast<std::int16_t>(Draw());
    message.extensions = AnyExtensions();
    message.body.Write() = bodies[Below(std::size(bodies))];
    return EncodeDatagram(message);
}

FrameStorm::Bytes
FrameStorm::Treat(Bytes bytes)
{
    switch (Below(8))
    {
    case 0:
        return Noise();
    case 1:
    case 2:
        return bytes;
    default:
        return Mutate(std::move(bytes));
    }
}

FrameStorm::Bytes
FrameStorm::NextStreamed()
{
    return Treat(Below(8) == 0 ? NextDatagram() : WellFormedRequest());
}

FrameStorm::Bytes
FrameStorm::NextDatagram()
{
    switch (Below(5))
    {
    case 0:
        return Treat(WellFormedRequest());
    case 1:
        return Treat(WellFormedAck());
    case 2:
        return Treat(WellFormedStorage());
    default:
        return Treat(WellFormedMaintenance());
    }
}

} // namespace dht
