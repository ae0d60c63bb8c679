/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-overlay-store-message.h"

#include "dht-block-code.h"
#include "dht-fragment-fields.h"

namespace dht
{

namespace
{

using wire::FieldReader;

template <typename Sink>
void
PutBodyTo(Sink& sink, const GetPartBody& body)
{
    wire::PutNumber(sink, body.offset);
    wire::PutNumber(sink, body.most);
}

template <typename Sink>
void
PutBodyTo(Sink& sink, const PutPartBody& body)
{
    wire::PutNumber(sink, wire::SecondsOf(body.left));
    wire::PutNumber(sink, body.size);
    wire::PutNumber(sink, body.offset);
    wire::PutBytes(sink, body.bytes.data(), body.bytes.size());
}

template <typename Sink>
void
PutBodyTo(Sink& sink, const FetchBody& body)
{
    wire::PutKey(sink, body.key);
}

template <typename Sink>
void
PutBodyTo(Sink& sink, const StoreBody& body)
{
    wire::PutKey(sink, body.key);
    wire::PutNumber(sink, wire::SecondsOf(body.left));
    wire::PutFragment(sink, *body.fragment);
}

template <typename Sink>
void
PutBodyTo(Sink& sink, const PartBody& body)
{
    wire::PutNumber(sink, static_cast<std::uint8_t>(body.status));
    wire::PutNumber(sink, body.needed);
    wire::PutNumber(sink, body.found);
    wire::PutNumber(sink, body.asked);
    wire::PutNumber(sink, body.size);
    wire::PutNumber(sink, body.offset);
    wire::PutBytes(sink, body.bytes.data(), body.bytes.size());
}

template <typename Sink>
void
PutBodyTo(Sink& sink, const PutBody& body)
{
    wire::PutNumber(sink, static_cast<std::uint8_t>(body.status));
    wire::PutNumber(sink, body.holders);
    wire::PutNumber(sink, body.enough);
    wire::PutNumber(sink, body.full);
    wire::PutNumber(sink, body.silent);
}

template <typename Sink>
void
PutBodyTo(Sink& sink, const FragmentBody& body)
{
    wire::PutNumber(sink, static_cast<std::uint8_t>(body.fragment.status));
    if (body.fragment.status == FragmentStatus::kHeld)
    {
        wire::PutNumber(sink, wire::SecondsOf(body.fragment.left));
        wire::PutFragment(sink, body.fragment);
    }
}

template <typename Sink>
void
PutBodyTo(Sink& sink, const StoredBody& body)
{
    wire::PutNumber(sink, static_cast<std::uint8_t>(body.status));
}

/// @param reader At a part, which goes on to the end. @param size Bytes of the block. @param offset
/// Where the part begins. @param [out] bytes The part. @return What is wrong with it.
WireError
TakePart(FieldReader& reader, std::size_t size, std::size_t offset, Bytes& bytes)
{
    const std::size_t count = reader.Left();
    if (size > kMostBlockBytes || count > kPartBytes || (count > 0 && offset + count > size))
    {
        return WireError::kField;
    }
    const std::uint8_t* const from = reader.Take(count);
    bytes.assign(from, from + count);
    return WireError::kNone;
}

/// @tparam Status An enumeration that ends with kCount. @param reader At one of it. @param [out]
/// status The status read. @return What is wrong with it.
template <typename Status>
WireError
TakeStatus(FieldReader& reader, Status& status)
{
    const auto number = reader.TakeNumber<std::uint8_t>();
    status = static_cast<Status>(number);
    return number < static_cast<std::uint8_t>(Status::kCount) ? WireError::kNone
                                                              : WireError::kField;
}

WireError
TakeBody(FieldReader& reader, GetPartBody& body)
{
    body.offset = reader.TakeNumber<std::uint16_t>();
    body.most = reader.TakeNumber<std::uint16_t>();
    return body.most <= kPartBytes ? WireError::kNone : WireError::kField;
}

WireError
TakeBody(FieldReader& reader, PutPartBody& body)
{
    body.left = std::chrono::seconds(reader.TakeNumber<std::uint32_t>());
    body.size = reader.TakeNumber<std::uint16_t>();
    body.offset = reader.TakeNumber<std::uint16_t>();
    return TakePart(reader, body.size, body.offset, body.bytes);
}

WireError
TakeBody(FieldReader& reader, FetchBody& body)
{
    body.key = reader.TakeKey();
    return WireError::kNone;
}

WireError
TakeBody(FieldReader& reader, StoreBody& body)
{
    body.key = reader.TakeKey();
    body.left = std::chrono::seconds(reader.TakeNumber<std::uint32_t>());
    return wire::TakeFragment(reader, body.fragment.emplace());
}

WireError
TakeBody(FieldReader& reader, PartBody& body)
{
    const WireError error = TakeStatus(reader, body.status);
    body.needed = reader.TakeNumber<std::uint8_t>();
    body.found = reader.TakeNumber<std::uint8_t>();
    body.asked = reader.TakeNumber<std::uint8_t>();
    body.size = reader.TakeNumber<std::uint16_t>();
    body.offset = reader.TakeNumber<std::uint16_t>();
    return error == WireError::kNone ? TakePart(reader, body.size, body.offset, body.bytes) : error;
}

WireError
TakeBody(FieldReader& reader, PutBody& body)
{
    const WireError error = TakeStatus(reader, body.status);
    body.holders = reader.TakeNumber<std::uint8_t>();
    body.enough = reader.TakeNumber<std::uint8_t>();
    body.full = reader.TakeNumber<std::uint8_t>();
    body.silent = reader.TakeNumber<std::uint8_t>();
    return error;
}

WireError
TakeBody(FieldReader& reader, FragmentBody& body)
{
    const auto status = reader.TakeNumber<std::uint8_t>();
    body.fragment.status = static_cast<FragmentStatus>(status);
    if (status > static_cast<std::uint8_t>(FragmentStatus::kNotHere))
    {
        return WireError::kField; // a neighbour on a connection needs no token
    }
    if (body.fragment.status == FragmentStatus::kNotHere)
    {
        return WireError::kNone;
    }
    body.fragment.left = std::chrono::seconds(reader.TakeNumber<std::uint32_t>());
    return wire::TakeFragment(reader, body.fragment);
}

WireError
TakeBody(FieldReader& reader, StoredBody& body)
{
    const WireError error = TakeStatus(reader, body.status);
    // nor to store
    return body.status == StoredStatus::kTokenWanted ? WireError::kField : error;
}

/// @tparam place Of the first body to look at. @param type Of a payload. @param reader Behind it.
/// @param [out] body What it says. @return What is wrong with it.
template <std::size_t place = 0>
WireError
TakeOfType(std::size_t type, FieldReader& reader, OverlayStoreBody& body)
{
    if constexpr (place < std::variant_size_v<OverlayStoreBody>)
    {
        return type == place ? TakeBody(reader, body.emplace<place>())
                             : TakeOfType<place + 1>(type, reader, body);
    }
    else
    {
        return WireError::kType;
    }
}

template <typename Sink>
void
PutAll(Sink& sink, const OverlayStoreBody& body)
{
    wire::PutNumber(sink, static_cast<std::uint8_t>(body.index() + 1));
    std::visit([&](const auto& content) { PutBodyTo(sink, content); }, body);
}

} // namespace

std::size_t
LeastFragments(std::size_t blockSize)
{
    std::size_t needed = 1;
    while (FragmentSize(blockSize, needed) > kMostFragmentBytes)
    {
        ++needed;
    }
    return needed;
}

Payload
EncodePayload(const OverlayStoreBody& body)
{
    wire::FieldCounter counter;
    PutAll(counter, body);
    const auto bytes = boost::make_shared<std::uint8_t[]>(counter.Size());
    wire::FieldWriter writer(bytes.get());
    PutAll(writer, body);
    return {bytes, counter.Size()};
}

WireError
DecodePayload(const Payload& payload, OverlayStoreBody& body)
{
    FieldReader reader(payload.bytes.get(), payload.size);
    const std::size_t type = reader.TakeNumber<std::uint8_t>();
    const WireError error = TakeOfType(type - 1, reader, body);
    if (reader.IsShort())
    {
        return WireError::kLength;
    }
    return error == WireError::kNone && !reader.IsWhole() ? WireError::kLength : error;
}

} // namespace dht
