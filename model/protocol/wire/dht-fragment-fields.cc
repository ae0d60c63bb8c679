/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-fragment-fields.h"

#include <algorithm>

namespace dht
{
namespace wire
{

std::uint32_t
SecondsOf(Time left)
{
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(left).count();
    return static_cast<std::uint32_t>(std::clamp<std::int64_t>(seconds, 0, UINT32_MAX));
}

WireError
TakeFragment(FieldReader& reader, Fragment& fragment)
{
    fragment.needed = reader.TakeNumber<std::uint8_t>();
    fragment.blockSize = reader.TakeNumber<std::uint16_t>();
    if (reader.IsShort())
    {
        return WireError::kLength;
    }
    if (fragment.needed < 1 || fragment.needed > kMostNeeded ||
        fragment.blockSize > kMostBlockBytes)
    {
        return WireError::kField;
    }
    // no memory is taken before it is certain that the bytes are there
    const std::size_t size = FragmentSize(fragment.blockSize, fragment.needed);
    if (reader.Left() != fragment.needed + size)
    {
        return WireError::kLength;
    }
    fragment.row = {};
    std::copy_n(reader.Take(fragment.needed), fragment.needed, fragment.row.begin());
    const std::uint8_t* const bytes = reader.Take(size);
    fragment.bytes.assign(bytes, bytes + size);
    return IsWellFormed(fragment) ? WireError::kNone : WireError::kField;
}

WireError
TakeMark(FieldReader& reader, FragmentMark& mark)
{
    mark.needed = reader.TakeNumber<std::uint8_t>();
    if (mark.needed < 1 || mark.needed > kMostNeeded)
    {
        return WireError::kField;
    }
    if (reader.Left() != mark.needed + sizeof(mark.digest))
    {
        return WireError::kLength;
    }
    mark.row = {};
    std::copy_n(reader.Take(mark.needed), mark.needed, mark.row.begin());
    mark.digest = reader.TakeNumber<std::uint64_t>();
    return IsRow(mark.needed, mark.row) ? WireError::kNone : WireError::kField;
}

} // namespace wire
} // namespace dht
