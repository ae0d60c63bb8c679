/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-frame-header.h"

#include <algorithm>
#include <boost/endian/conversion.hpp>

namespace dht
{

const char*
ToString(WireError error)
{
    constexpr const char* names[] = {"none", "length", "version", "type", "field", "extension"};
    static_assert(std::size(names) == static_cast<std::size_t>(WireError::kCount));
    return names[static_cast<std::size_t>(error)];
}

namespace wire
{

namespace
{

/// Places in the common header.
enum CommonOffset : std::size_t
{
    kLengthAt = 0,
    kVersionAt = 2,
    kTypeAt = 3,
    kFlagsAt = 4,
    kHopLimitAt = 5,
    kAttemptAt = 6,
    kReservedAt = 7,
    kIdAt = 8,
};

} // namespace

void
EncodeHeader(const Header& header, std::size_t size, std::uint8_t* frame)
{
    boost::endian::store_big_u16(frame + kLengthAt, static_cast<std::uint16_t>(size));
    frame[kVersionAt] = kWireVersion;
    frame[kTypeAt] = header.type;
    frame[kFlagsAt] = header.flags;
    frame[kHopLimitAt] = header.hopLimit;
    frame[kAttemptAt] = header.attempt;
    frame[kReservedAt] = 0;
    boost::endian::store_big_u64(frame + kIdAt, header.id);
}

std::optional<std::uint8_t>
ReadVersion(const std::uint8_t* frame, std::size_t size, Header& header)
{
    if (size < kCommonHeaderSize || boost::endian::load_big_u16(frame + kLengthAt) != size)
    {
        return {};
    }
    header.type = frame[kTypeAt];
    header.flags = frame[kFlagsAt];
    header.hopLimit = frame[kHopLimitAt];
    header.attempt = frame[kAttemptAt];
    header.id = boost::endian::load_big_u64(frame + kIdAt);
    return frame[kVersionAt];
}

WireError
DecodeHeader(const std::uint8_t* frame, std::size_t size, const Layout& layout, Header& header)
{
    const auto version = ReadVersion(frame, size, header);
    if (!version)
    {
        return WireError::kLength;
    }
    if (*version != kWireVersion)
    {
        return WireError::kVersion;
    }
    if (header.type != layout.type)
    {
        return WireError::kType;
    }
    if ((header.flags & ~(layout.flags | kExtensions)) != 0 || header.hopLimit > layout.mostHops ||
        header.attempt == 0 || frame[kReservedAt] != 0)
    {
        return WireError::kField;
    }
    return size < layout.leastSize(header.flags) ? WireError::kLength : WireError::kNone;
}

std::uint8_t
TypeOf(const std::uint8_t* frame, std::size_t size)
{
    return size > kTypeAt ? frame[kTypeAt] : static_cast<std::uint8_t>(kNoType);
}

void
EncodeEndpoint(const Endpoint& endpoint, std::uint8_t* to)
{
    boost::endian::store_big_u16(to, endpoint.port);
    std::copy_n(endpoint.address.begin(), endpoint.AddressSize(), to + 2);
}

Endpoint
DecodeEndpoint(const std::uint8_t* from, std::uint8_t flags)
{
    Endpoint endpoint;
    endpoint.port = boost::endian::load_big_u16(from);
    endpoint.ipv6 = (flags & kIpv6) != 0;
    std::copy_n(from + 2, endpoint.AddressSize(), endpoint.address.begin());
    return endpoint;
}

} // namespace wire
} // namespace dht
