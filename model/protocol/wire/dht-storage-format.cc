/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-storage-format.h"

#include "dht-fragment-fields.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace dht
{

namespace
{

using wire::FieldReader;
using wire::PutFragment;
using wire::SecondsOf;
using wire::TakeFragment;

// ---- What is written, and counted

template <typename Sink>
void
PutCoordinate(Sink& sink, const WireCoordinate& coordinate)
{
    if (std::uint8_t* const to = sink.Next(WireCoordinate::kSize))
    {
        Encode(coordinate, to);
    }
}

template <typename Sink>
void
Put(Sink& sink, const LocateBody& body)
{
    wire::PutNumber(sink, body.lookup);
    wire::PutKey(sink, body.key);
    wire::PutNumber(sink, body.wanted);
    wire::PutEndpoint(sink, body.origin);
}

template <typename Sink>
void
Put(Sink& /* sink */, const AcceptedBody& /* body */)
{
}

template <typename Sink>
void
Put(Sink& sink, const LocatedBody& body)
{
    wire::PutNumber(sink, static_cast<std::uint8_t>(body.peers.size()));
    for (const LocatedPeer& peer : body.peers)
    {
        wire::PutEndpoint(sink, peer.endpoint);
        PutCoordinate(sink, peer.coordinate);
    }
}

template <typename Sink>
void
Put(Sink& sink, const FetchBody& body)
{
    wire::PutKey(sink, body.key);
}

template <typename Sink>
void
Put(Sink& sink, const FragmentBody& body)
{
    wire::PutNumber(sink, static_cast<std::uint8_t>(body.fragment.status));
    if (body.fragment.status == FragmentStatus::kHeld)
    {
        wire::PutNumber(sink, SecondsOf(body.fragment.left));
        PutFragment(sink, body.fragment);
    }
}

template <typename Sink>
void
Put(Sink& sink, const StoreBody& body)
{
    wire::PutKey(sink, body.key);
    wire::PutNumber(sink, SecondsOf(body.left));
    if (body.fragment)
    {
        PutFragment(sink, *body.fragment);
    }
}

template <typename Sink>
void
Put(Sink& sink, const StoredBody& body)
{
    wire::PutNumber(sink, static_cast<std::uint8_t>(body.status));
}

template <typename Sink>
void
Put(Sink& sink, const SyncBody& body)
{
    wire::PutKey(sink, body.from);
    wire::PutKey(sink, body.to);
    wire::PutNumber(sink, body.digest);
}

template <typename Sink>
void
Put(Sink& sink, const SyncedBody& body)
{
    wire::PutNumber(sink, static_cast<std::uint8_t>(body.status));
    for (std::size_t i = 0; body.status == SyncStatus::kKeys && i < body.keys.size(); ++i)
    {
        wire::PutKey(sink, body.keys[i]);
    }
    for (std::size_t i = 0; body.status == SyncStatus::kDigests && i < kSyncParts; ++i)
    {
        wire::PutNumber(sink, (*body.digests)[i]);
    }
}

// ---- What is read

WireCoordinate
TakeCoordinate(FieldReader& reader)
{
    const std::uint8_t* const at = reader.Take(WireCoordinate::kSize);
    return at ? DecodeCoordinate(at) : WireCoordinate{};
}

/// @return What a body says; or why it says nothing.
WireError
Take(FieldReader& reader, const wire::Header& header, LocateBody& body)
{
    body.lookup = reader.TakeNumber<std::uint64_t>();
    body.key = reader.TakeKey();
    body.wanted = reader.TakeNumber<std::uint8_t>();
    body.origin = reader.TakeEndpoint(header.flags);
    return body.wanted <= kMaximumLocated || body.wanted == kOnlyResponsible ? WireError::kNone
                                                                             : WireError::kField;
}

WireError
Take(FieldReader& /* reader */, const wire::Header& /* header */, AcceptedBody& /* body */)
{
    return WireError::kNone;
}

WireError
Take(FieldReader& reader, const wire::Header& header, LocatedBody& body)
{
    body.complete = (header.flags & wire::kComplete) != 0;
    const std::size_t count = reader.TakeNumber<std::uint8_t>();
    // where nobody is named, there is no family
    if (count > kMaximumLocated || (count == 0 && (header.flags & wire::kIpv6) != 0))
    {
        return WireError::kField;
    }
    if (reader.Left() != count * (wire::EndpointSize(header.flags) + WireCoordinate::kSize))
    {
        return WireError::kLength;
    }
    body.peers.reserve(count);
    for (std::size_t i = 0; i < count; ++i)
    {
        const Endpoint endpoint = reader.TakeEndpoint(header.flags);
        body.peers.push_back({endpoint, TakeCoordinate(reader)});
    }
    return WireError::kNone;
}

WireError
Take(FieldReader& reader, const wire::Header& /* header */, FetchBody& body)
{
    body.key = reader.TakeKey();
    return WireError::kNone;
}

WireError
Take(FieldReader& reader, const wire::Header& /* header */, FragmentBody& body)
{
    const auto status = reader.TakeNumber<std::uint8_t>();
    if (status > static_cast<std::uint8_t>(FragmentStatus::kTokenWanted))
    {
        return WireError::kField;
    }
    body.fragment.status = static_cast<FragmentStatus>(status);
    if (body.fragment.status != FragmentStatus::kHeld)
    {
        return WireError::kNone;
    }
    body.fragment.left = std::chrono::seconds(reader.TakeNumber<std::uint32_t>());
    return TakeFragment(reader, body.fragment);
}

WireError
Take(FieldReader& reader, const wire::Header& /* header */, StoreBody& body)
{
    body.key = reader.TakeKey();
    body.left = std::chrono::seconds(reader.TakeNumber<std::uint32_t>());
    if (reader.Left() == 0)
    {
        return WireError::kNone;
    }
    return TakeFragment(reader, body.fragment.emplace());
}

WireError
Take(FieldReader& reader, const wire::Header& /* header */, StoredBody& body)
{
    const auto status = reader.TakeNumber<std::uint8_t>();
    body.status = static_cast<StoredStatus>(status);
    return status < static_cast<std::uint8_t>(StoredStatus::kCount) ? WireError::kNone
                                                                    : WireError::kField;
}

WireError
Take(FieldReader& reader, const wire::Header& /* header */, SyncBody& body)
{
    body.from = reader.TakeKey();
    body.to = reader.TakeKey();
    body.digest = reader.TakeNumber<std::uint64_t>();
    return WireError::kNone;
}

WireError
Take(FieldReader& reader, const wire::Header& /* header */, SyncedBody& body)
{
    const auto status = reader.TakeNumber<std::uint8_t>();
    body.status = static_cast<SyncStatus>(status);
    if (status >= static_cast<std::uint8_t>(SyncStatus::kCount))
    {
        return WireError::kField;
    }
    if (body.status == SyncStatus::kKeys)
    {
        constexpr std::size_t size = kKeyBits / 8;
        if (reader.Left() % size != 0 || reader.Left() > kMostSyncKeys * size)
        {
            return WireError::kLength;
        }
        body.keys.resize(reader.Left() / size);
        std::generate(body.keys.begin(), body.keys.end(), [&] { return reader.TakeKey(); });
    }
    if (body.status == SyncStatus::kDigests)
    {
        SyncDigests& digests = body.digests.Write();
        std::generate(digests.begin(), digests.end(), [&] {
            return reader.TakeNumber<std::uint64_t>();
        });
    }
    return WireError::kNone;
}

// ---- Frames

/// @tparam Body What is in a frame. @return The bytes of one that says nothing.
template <typename Body>
std::size_t
LeastSize(std::uint8_t flags)
{
    wire::FieldCounter counter;
    Body nothing;
    if constexpr (std::is_same_v<Body, LocateBody>)
    {
        nothing.origin.ipv6 = (flags & wire::kIpv6) != 0;
    }
    if constexpr (std::is_same_v<Body, FragmentBody>)
    {
        nothing.fragment.status = FragmentStatus::kNotHere;
    }
    Put(counter, nothing);
    return kCommonHeaderSize + WireCoordinate::kSize + counter.Size();
}

constexpr std::uint8_t kNoHops = 0;
constexpr std::uint8_t kAnyHops = 255;

/// In the order of StorageBody.
constexpr wire::Layout kStorageLayouts[]{
    {wire::kLocate, wire::kIpv6, kAnyHops, LeastSize<LocateBody>},
    {wire::kAccepted, 0, kNoHops, LeastSize<AcceptedBody>},
    {wire::kLocated, wire::kIpv6 | wire::kComplete, kAnyHops, LeastSize<LocatedBody>},
    {wire::kFetch, 0, kNoHops, LeastSize<FetchBody>},
    {wire::kFragment, 0, kNoHops, LeastSize<FragmentBody>},
    {wire::kStore, 0, kNoHops, LeastSize<StoreBody>},
    {wire::kStored, 0, kNoHops, LeastSize<StoredBody>},
    {wire::kSync, 0, kNoHops, LeastSize<SyncBody>},
    {wire::kSynced, 0, kNoHops, LeastSize<SyncedBody>},
};
static_assert(std::size(kStorageLayouts) == std::variant_size_v<StorageBody>);

/// @param type Of a frame. @return Its place in the table, or the end.
const wire::Layout*
FindStorageLayout(std::uint8_t type)
{
    return std::find_if(std::begin(kStorageLayouts), std::end(kStorageLayouts), [&](const auto& l) {
        return l.type == type;
    });
}

/// @tparam place Of the first body to look at. @param index Which body. @return A new one of it.
template <std::size_t place = 0>
StorageBody
MakeBody(std::size_t index)
{
    if constexpr (place + 1 < std::variant_size_v<StorageBody>)
    {
        if (index != place)
        {
            return MakeBody<place + 1>(index);
        }
    }
    return StorageBody(std::in_place_index<place>);
}

std::uint8_t
FlagsOf(const StorageBody& body)
{
    if (const auto* const locate = std::get_if<LocateBody>(&body))
    {
        return locate->origin.ipv6 ? wire::kIpv6 : 0;
    }
    if (const auto* const located = std::get_if<LocatedBody>(&body))
    {
        const bool ipv6 = !located->peers.empty() && located->peers.front().endpoint.ipv6;
        return static_cast<std::uint8_t>((ipv6 ? wire::kIpv6 : 0) |
                                         (located->complete ? wire::kComplete : 0));
    }
    return 0;
}

} // namespace

bool
IsStorageType(std::uint8_t type)
{
    return FindStorageLayout(type) != std::end(kStorageLayouts);
}

std::size_t
FrameSize(const StorageMessage& message)
{
    wire::FieldCounter counter;
    std::visit([&](const auto& body) { Put(counter, body); }, *message.body);
    return kCommonHeaderSize + wire::ExtensionsSize(message.extensions) + WireCoordinate::kSize +
           counter.Size();
}

void
Encode(const StorageMessage& message, std::uint8_t* frame)
{
    const wire::Header header{kStorageLayouts[message.body->index()].type,
                              FlagsOf(*message.body),
                              message.hopLimit,
                              message.attempt,
                              message.id};
    wire::FieldWriter writer(
        wire::EncodeHead(header, message.extensions, FrameSize(message), frame));
    PutCoordinate(writer, message.coordinate);
    std::visit([&](const auto& body) { Put(writer, body); }, *message.body);
}

WireError
Decode(const std::uint8_t* frame, std::size_t size, StorageMessage& message)
{
    const wire::Layout* layout = FindStorageLayout(wire::TypeOf(frame, size));
    if (layout == std::end(kStorageLayouts))
    {
        layout = std::begin(kStorageLayouts); // fails at its type
    }
    wire::Head head;
    const WireError error = wire::DecodeHead(frame, size, *layout, head);
    if (error != WireError::kNone)
    {
        return error;
    }
    message.id = head.header.id;
    message.attempt = head.header.attempt;
    message.hopLimit = head.header.hopLimit;
    message.extensions = std::move(head.extensions);
    FieldReader reader(head.body, head.size);
    message.coordinate = TakeCoordinate(reader);
    StorageBody body =
        MakeBody(static_cast<std::size_t>(std::distance(std::begin(kStorageLayouts), layout)));
    const WireError inBody =
        std::visit([&](auto& content) { return Take(reader, head.header, content); }, body);
    if (inBody != WireError::kNone)
    {
        return inBody;
    }
    message.body.Write() = std::move(body);
    return reader.IsWhole() ? WireError::kNone : WireError::kLength;
}

} // namespace dht
