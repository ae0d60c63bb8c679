/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "random-messages.h"

#include "dht-maintenance-format.h"
#include "dht-random.h"
#include "dht-storage-format.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace dht
{
namespace test
{

using Bytes = std::vector<std::uint8_t>;

RandomMessages::RandomMessages(std::uint64_t seed)
    : m_random(seed)
{
}

std::uint8_t
RandomMessages::Byte()
{
    return static_cast<std::uint8_t>(m_random.Uniform() * 256);
}

bool
RandomMessages::Coin()
{
    return m_random.Uniform() < 0.5;
}

Endpoint
RandomMessages::NextEndpoint(bool ipv6)
{
    Endpoint endpoint;
    endpoint.ipv6 = ipv6;
    for (std::size_t i = 0; i < endpoint.AddressSize(); ++i)
    {
        endpoint.address[i] = Byte();
    }
    endpoint.port = static_cast<std::uint16_t>(m_random.Uniform() * 65536);
    return endpoint;
}

Request
RandomMessages::NextRequest()
{
    Request request;
    request.kind = static_cast<MessageKind>(m_random.Uniform() * 3);
    request.id = DrawBits(m_random);
    request.key = DrawKey(m_random) >> static_cast<unsigned>(m_random.Uniform() * 161);
    request.source = NextEndpoint(Coin());
    request.milliRate = static_cast<std::uint32_t>(DrawBits(m_random));
    request.attempt = static_cast<std::uint8_t>(1 + m_random.Uniform() * 255);
    request.hopLimit = Byte();
    request.marked = Coin();
    if (request.kind == MessageKind::kRoutedAck)
    {
        request.extras.Write().requestHopLimit = Byte();
    }
    if (request.kind == MessageKind::kRequest && Coin())
    {
        request.extras.Write().replyTo = DrawKey(m_random);
    }
    if (request.kind == MessageKind::kLookup)
    {
        request.extras.Write().isWithheld = Coin();
    }
    request.extras.Write().payload = request.extras->isWithheld ? Payload{} : NextPayload();
    request.extras.Write().extensions = NextExtensions();
    return request;
}

OverlayAck
RandomMessages::NextAck()
{
    const auto attempt = static_cast<std::uint8_t>(1 + m_random.Uniform() * 255);
    OverlayAck ack{DrawBits(m_random), attempt, Byte(), Coin(), NextEndpoint(Coin()), Coin()};
    ack.extras.Write() = {ack.redirect ? Payload{} : NextPayload(), NextExtensions(), {}};
    for (int left = ack.redirect ? Byte() % 4 : 0; left > 0; --left)
    {
        ack.extras.Write().further.push_back(NextEndpoint(ack.responsible.ipv6));
    }
    return ack;
}

MaintenanceMessage
RandomMessages::NextMaintenance()
{
    MaintenanceMessage message;
    const bool ipv6 = Coin();
    message.kind = static_cast<MaintenanceKind>(m_random.Uniform() * 4);
    message.id = DrawBits(m_random);
    message.attempt = static_cast<std::uint8_t>(1 + m_random.Uniform() * 255);
    if (message.kind == MaintenanceKind::kQuery)
    {
        message.key = DrawKey(m_random);
    }
    message.extensions = NextExtensions();
    message.responsible = message.kind == MaintenanceKind::kNeighbours && Coin();
    if (message.kind == MaintenanceKind::kLeave || message.responsible)
    {
        message.predecessor = Coin() ? std::optional(NextEndpoint(ipv6)) : std::nullopt;
    }
    if (message.kind == MaintenanceKind::kLeave || message.kind == MaintenanceKind::kNeighbours)
    {
        message.peers.resize(Byte() % (kMaximumPeersInMessage + 1));
        std::generate(message.peers.begin(), message.peers.end(), [&] {
            return NextEndpoint(ipv6);
        });
    }
    return message;
}

WireCoordinate
RandomMessages::NextCoordinate()
{
    const std::uint64_t bits = DrawBits(m_random);
    return {static_cast<std::int16_t>(bits),
            static_cast<std::int16_t>(bits >> 16),
            static_cast<std::uint16_t>(bits >> 32),
            static_cast<std::uint16_t>(bits >> 48)};
}

Time
RandomMessages::NextLifetime()
{
    return std::chrono::seconds(static_cast<std::uint32_t>(DrawBits(m_random)));
}

Fragment
RandomMessages::NextFragment()
{
    Fragment fragment;
    fragment.needed = 1 + Byte() % kMostNeeded;
    fragment.blockSize = Byte() % 60;
    fragment.row = {};
    while (!IsRow(fragment.needed, fragment.row))
    {
        std::generate_n(fragment.row.begin(), fragment.needed, [this] { return Byte(); });
        fragment.row[0] = fragment.needed == 1 ? 1 : fragment.row[0];
    }
    fragment.bytes.resize(FragmentSize(fragment.blockSize, fragment.needed));
    std::generate(fragment.bytes.begin(), fragment.bytes.end(), [this] { return Byte(); });
    return fragment;
}

StorageBody
RandomMessages::NextStorageBody(std::size_t kind)
{
    switch (kind)
    {
    case 0: {
        const std::uint8_t wanted = Byte() % (kMaximumLocated + 2);
        return LocateBody{DrawBits(m_random),
                          DrawKey(m_random),
                          wanted > kMaximumLocated ? kOnlyResponsible : wanted,
                          NextEndpoint(Coin())};
    }
    case 1:
        return AcceptedBody{};
    case 2: {
        const bool ipv6 = Coin();
        LocatedBody located{Coin(), std::vector<LocatedPeer>(Byte() % (kMaximumLocated + 1))};
        std::generate(located.peers.begin(), located.peers.end(), [&] {
            return LocatedPeer{NextEndpoint(ipv6), NextCoordinate()};
        });
        return located;
    }
    case 3:
        return FetchBody{DrawKey(m_random)};
    case 4: {
        Fragment fragment = NextFragment();
        fragment.status = static_cast<FragmentStatus>(Byte() % 3);
        fragment.left = NextLifetime();
        return FragmentBody{std::move(fragment)};
    }
    case 5: {
        StoreBody store{DrawKey(m_random), NextLifetime(), {}};
        store.fragment = Coin() ? std::optional(NextFragment()) : std::nullopt;
        return store;
    }
    case 6: {
        StoredBody stored{
            static_cast<StoredStatus>(Byte() % static_cast<unsigned>(StoredStatus::kCount))};
        if (stored.status == StoredStatus::kHad && Coin())
        {
            stored.had = MarkOf(NextFragment());
        }
        return stored;
    }
    case 7:
        return SyncBody{DrawKey(m_random), DrawKey(m_random), DrawBits(m_random)};
    default: {
        SyncedBody synced;
        synced.status = static_cast<SyncStatus>(Byte() % static_cast<unsigned>(SyncStatus::kCount));
        synced.keys.resize(Byte() % (kMostSyncKeys + 1));
        std::generate(synced.keys.begin(), synced.keys.end(), [this] { return DrawKey(m_random); });
        SyncDigests& digests = synced.digests.Write();
        std::generate(digests.begin(), digests.end(), [this] { return DrawBits(m_random); });
        return synced;
    }
    }
}

StorageMessage
RandomMessages::NextStorage()
{
    StorageMessage message;
    const std::size_t kind = Byte() % std::variant_size_v<StorageBody>;
    message.body.Write() = NextStorageBody(kind);
    message.id = DrawBits(m_random);
    message.attempt = static_cast<std::uint8_t>(1 + m_random.Uniform() * 255);
    // only lookups and their ends have hops
    message.hopLimit = kind == 0 || kind == 2 ? Byte() : 0;
    message.coordinate = NextCoordinate();
    message.extensions = NextExtensions();
    return message;
}

std::vector<Bytes>
RandomMessages::NextFrames()
{
    return {Encoded(NextRequest()),
            EncodeDatagram(NextAck()),
            EncodeDatagram(NextMaintenance()),
            EncodeDatagram(NextStorage())};
}

Extensions
RandomMessages::NextExtensions()
{
    Extensions extensions;
    for (int left = Coin() ? Byte() % 4 : 0; left > 0; --left)
    {
        Bytes value(Byte() % 20);
        std::generate(value.begin(), value.end(), [this] { return Byte(); });
        extensions.Set(static_cast<std::uint8_t>(kIndirectProbe + 1 +
                                                 Byte() % (kMustUnderstand - kIndirectProbe - 1)),
                       value);
    }
    if (Coin())
    {
        SetToken(extensions, DrawBits(m_random), Byte() % 20);
    }
    SetFeedback(extensions, Coin() ? Byte() : 0);
    return extensions;
}

Payload
RandomMessages::NextPayload()
{
    const auto size = static_cast<std::size_t>(m_random.Uniform() * 40) % 20;
    if (size == 0)
    {
        return {};
    }
    auto bytes = boost::make_shared<std::uint8_t[]>(size);
    std::generate_n(bytes.get(), size, [this] { return Byte(); });
    return {bytes, size};
}

Bytes
Encoded(const Request& request)
{
    Bytes frame(FrameSize(request));
    Encode(request, frame.data());
    return frame;
}

bool
DecodesFaithfully(const Bytes& bytes)
{
    const Bytes frame(bytes);
    Request request;
    OverlayAck ack;
    MaintenanceMessage maintenance;
    StorageMessage storage;
    const bool isRequest = Decode(frame.data(), frame.size(), request) == WireError::kNone;
    const bool isAck = Decode(frame.data(), frame.size(), ack) == WireError::kNone;
    const bool isMaintenance = Decode(frame.data(), frame.size(), maintenance) == WireError::kNone;
    const bool isStorage = Decode(frame.data(), frame.size(), storage) == WireError::kNone;
    EXPECT_LE(isRequest + isAck + isMaintenance + isStorage, 1);
    // requests and routed overlay-acks come on connections, everything else in datagrams
    const bool isStreamed = isRequest && request.kind != MessageKind::kLookup;
    Datagram datagram;
    EXPECT_EQ(DecodeDatagram(frame.data(), frame.size(), datagram) == WireError::kNone,
              isAck || isMaintenance || isStorage || (isRequest && !isStreamed));
    Request streamed;
    EXPECT_EQ(DecodeStreamed(frame.data(), frame.size(), streamed) == WireError::kNone, isStreamed);
    const Bytes encoded = isRequest       ? Encoded(request)
                          : isAck         ? EncodeDatagram(ack)
                          : isMaintenance ? EncodeDatagram(maintenance)
                          : isStorage     ? EncodeDatagram(storage)
                                          : frame;
    EXPECT_EQ(encoded, frame);
    return isRequest || isAck || isMaintenance || isStorage;
}

} // namespace test
} // namespace dht
