/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-storage-format.h"

#include "dht-storage-fields.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace dht
{

namespace
{

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
    {wire::kAccepted, 0, kNoHops, LeastSize<AcceptedBody>},
    {wire::kLocate, wire::kIpv6, kAnyHops, LeastSize<LocateBody>},
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
    wire::PutCoordinate(writer, message.coordinate);
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
    wire::FieldReader reader(head.body, head.size);
    message.coordinate = wire::TakeCoordinate(reader);
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
