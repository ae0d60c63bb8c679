/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-storage-fields.h"

#include <algorithm>

namespace dht
{
namespace wire
{

WireCoordinate
TakeCoordinate(FieldReader& reader)
{
    const std::uint8_t* const at = reader.Take(WireCoordinate::kSize);
    return at ? DecodeCoordinate(at) : WireCoordinate{};
}

WireError
Take(FieldReader& reader, const Header& header, LocateBody& body)
{
    body.lookup = reader.TakeNumber<std::uint64_t>();
    body.key = reader.TakeKey();
    body.wanted = reader.TakeNumber<std::uint8_t>();
    body.origin = reader.TakeEndpoint(header.flags);
    return body.wanted <= kMaximumLocated || body.wanted == kOnlyResponsible ? WireError::kNone
                                                                             : WireError::kField;
}

WireError
Take(FieldReader& /* reader */, const Header& /* header */, AcceptedBody& /* body */)
{
    return WireError::kNone;
}

WireError
Take(FieldReader& reader, const Header& header, LocatedBody& body)
{
    body.complete = (header.flags & kComplete) != 0;
    const std::size_t count = reader.TakeNumber<std::uint8_t>();
    // where nobody is named, there is no family
    if (count > kMaximumLocated || (count == 0 && (header.flags & kIpv6) != 0))
    {
        return WireError::kField;
    }
    if (reader.Left() != count * (EndpointSize(header.flags) + WireCoordinate::kSize))
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
Take(FieldReader& reader, const Header& /* header */, FetchBody& body)
{
    body.key = reader.TakeKey();
    return WireError::kNone;
}

WireError
Take(FieldReader& reader, const Header& /* header */, FragmentBody& body)
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
Take(FieldReader& reader, const Header& /* header */, StoreBody& body)
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
Take(FieldReader& reader, const Header& /* header */, StoredBody& body)
{
    const auto status = reader.TakeNumber<std::uint8_t>();
    body.status = static_cast<StoredStatus>(status);
    if (status >= static_cast<std::uint8_t>(StoredStatus::kCount))
    {
        return WireError::kField;
    }
    return body.status == StoredStatus::kHad && reader.Left() > 0
               ? TakeMark(reader, body.had.emplace())
               : WireError::kNone;
}

WireError
Take(FieldReader& reader, const Header& /* header */, SyncBody& body)
{
    body.from = reader.TakeKey();
    body.to = reader.TakeKey();
    body.digest = reader.TakeNumber<std::uint64_t>();
    return WireError::kNone;
}

WireError
Take(FieldReader& reader, const Header& /* header */, SyncedBody& body)
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

} // namespace wire
} // namespace dht
