/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-wire-format.h"

#include <algorithm>
#include <boost/endian/conversion.hpp>
#include <cstring>

namespace dht
{

namespace
{

enum Type : std::uint8_t
{
    kRequest = 1,
    kOverlayAck = 2,
};

enum Flag : std::uint8_t
{
    kMarked = 0x01,
    kIpv6 = 0x02,
};

/// Places in the common header, and where the bodies begin.
enum Offset : std::size_t
{
    kLength = 0,
    kVersion = 2,
    kType = 3,
    kFlags = 4,
    kHopLimit = 5,
    kAttempt = 6,
    kReserved = 7,
    kId = 8,
    kRate = kCommonHeaderSize,
    kKey = kRate + 4,
    kSource = kKey + kKeyBits / 8,
    kResponsible = kCommonHeaderSize,
};

constexpr std::size_t
EndpointSize(bool ipv6)
{
    return 2 + (ipv6 ? 16 : 4);
}

void
EncodeEndpoint(const Endpoint& endpoint, std::uint8_t* to)
{
    boost::endian::store_big_u16(to, endpoint.port);
    std::copy_n(endpoint.address.begin(), endpoint.AddressSize(), to + 2);
}

Endpoint
DecodeEndpoint(const std::uint8_t* from, bool ipv6)
{
    Endpoint endpoint;
    endpoint.port = boost::endian::load_big_u16(from);
    endpoint.ipv6 = ipv6;
    std::copy_n(from + 2, endpoint.AddressSize(), endpoint.address.begin());
    return endpoint;
}

/// Writes the common header of a request or an overlay-ack.
template <typename T>
void
EncodeHeader(const T& message, Type type, bool ipv6, std::size_t size, std::uint8_t* frame)
{
    boost::endian::store_big_u16(frame + kLength, static_cast<std::uint16_t>(size));
    frame[kVersion] = kWireVersion;
    frame[kType] = type;
    frame[kFlags] = (message.marked ? kMarked : 0) | (ipv6 ? kIpv6 : 0);
    frame[kHopLimit] = message.hopLimit;
    frame[kAttempt] = message.attempt;
    frame[kReserved] = 0;
    boost::endian::store_big_u64(frame + kId, message.id);
}

/// Checks and reads the common header; bodySize is the body's, by address family.
template <typename T>
WireError
DecodeHeader(const std::uint8_t* frame,
             std::size_t size,
             Type type,
             std::size_t (*leastSize)(bool ipv6),
             T& message)
{
    if (size < kCommonHeaderSize || boost::endian::load_big_u16(frame + kLength) != size)
    {
        return WireError::kLength;
    }
    if (frame[kVersion] != kWireVersion)
    {
        return WireError::kVersion;
    }
    if (frame[kType] != type)
    {
        return WireError::kType;
    }
    const std::uint8_t flags = frame[kFlags];
    if ((flags & ~(kMarked | kIpv6)) != 0 || frame[kReserved] != 0 || frame[kAttempt] == 0)
    {
        return WireError::kField;
    }
    if (size < leastSize((flags & kIpv6) != 0))
    {
        return WireError::kLength;
    }
    message.marked = (flags & kMarked) != 0;
    message.hopLimit = frame[kHopLimit];
    message.attempt = frame[kAttempt];
    message.id = boost::endian::load_big_u64(frame + kId);
    return WireError::kNone;
}

std::size_t
LeastRequestSize(bool ipv6)
{
    return kSource + EndpointSize(ipv6);
}

std::size_t
AckSize(bool ipv6)
{
    return kResponsible + EndpointSize(ipv6);
}

} // namespace

const char*
ToString(WireError error)
{
    constexpr const char* names[] = {"none", "length", "version", "type", "field"};
    static_assert(std::size(names) == static_cast<std::size_t>(WireError::kCount));
    return names[static_cast<std::size_t>(error)];
}

std::size_t
RequestHeaderSize(const Endpoint& source)
{
    return LeastRequestSize(source.ipv6);
}

std::size_t
FrameSize(const Request& request)
{
    return RequestHeaderSize(request.source) + request.payload.size;
}

void
Encode(const Request& request, std::uint8_t* frame)
{
    EncodeHeader(request, kRequest, request.source.ipv6, FrameSize(request), frame);
    boost::endian::store_big_u32(frame + kRate, request.milliRate);
    KeyToBytes(request.key, frame + kKey);
    EncodeEndpoint(request.source, frame + kSource);
    std::copy_n(request.payload.bytes.get(),
                request.payload.size,
                frame + RequestHeaderSize(request.source));
}

WireError
Decode(const std::uint8_t* frame, std::size_t size, Request& request)
{
    const WireError error = DecodeHeader(frame, size, kRequest, LeastRequestSize, request);
    if (error != WireError::kNone)
    {
        return error;
    }
    request.milliRate = boost::endian::load_big_u32(frame + kRate);
    request.key = KeyFromBytes(frame + kKey);
    request.source = DecodeEndpoint(frame + kSource, (frame[kFlags] & kIpv6) != 0);
    request.payload = {};
    const std::size_t header = RequestHeaderSize(request.source);
    if (size > header)
    {
        auto bytes = boost::make_shared_noinit<std::uint8_t[]>(size - header);
        std::copy_n(frame + header, size - header, bytes.get());
        request.payload = {std::move(bytes), size - header};
    }
    return WireError::kNone;
}

std::vector<std::uint8_t>
Encode(const OverlayAck& ack)
{
    std::vector<std::uint8_t> frame(AckSize(ack.responsible.ipv6));
    EncodeHeader(ack, kOverlayAck, ack.responsible.ipv6, frame.size(), frame.data());
    EncodeEndpoint(ack.responsible, frame.data() + kResponsible);
    return frame;
}

WireError
Decode(const std::uint8_t* frame, std::size_t size, OverlayAck& ack)
{
    const WireError error = DecodeHeader(frame, size, kOverlayAck, AckSize, ack);
    if (error != WireError::kNone)
    {
        return error;
    }
    const bool ipv6 = (frame[kFlags] & kIpv6) != 0;
    if (size != AckSize(ipv6))
    {
        return WireError::kLength;
    }
    ack.responsible = DecodeEndpoint(frame + kResponsible, ipv6);
    return WireError::kNone;
}

} // namespace dht
