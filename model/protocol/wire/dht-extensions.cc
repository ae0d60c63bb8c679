/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-extensions.h"

#include <algorithm>
#include <boost/endian/conversion.hpp>
#include <stdexcept>

namespace dht
{

namespace
{

/// Bytes before a value: its type and its size.
constexpr std::size_t kBeforeValue = 2;
/// Bytes of a token.
constexpr std::size_t kTokenSize = 8;
/// Bytes of what is shown of a puzzle: the bits that are wanted, and the work.
constexpr std::size_t kExtensionsWorkSize = 1 + 8;

/// @param type Of an extension. @param value Its value. @param size Bytes of that. @return Whether
/// the value is one of that type.
bool
IsValid(std::uint8_t type, const std::uint8_t* value, std::size_t size)
{
    switch (type)
    {
    case kFeedback:
        return size == 1 && *value != 0;
    case kToken:
        return size >= kTokenSize;
    default:
        return true;
    }
}

} // namespace

std::size_t
Extensions::PlaceOf(std::uint8_t type) const
{
    std::size_t at = 0;
    while (at < m_area.size() && m_area[at] < type)
    {
        at += kBeforeValue + m_area[at + 1];
    }
    return at;
}

std::optional<Extensions::Value>
Extensions::Find(std::uint8_t type) const
{
    const std::size_t at = PlaceOf(type);
    if (at == m_area.size() || m_area[at] != type)
    {
        return std::nullopt;
    }
    return Value{m_area.data() + at + kBeforeValue, m_area[at + 1]};
}

void
Extensions::Set(std::uint8_t type, const std::vector<std::uint8_t>& value)
{
    const auto old = Find(type);
    const std::size_t freed = old ? kBeforeValue + old->size : 0;
    if (m_area.size() - freed + kBeforeValue + value.size() > kMaximumSize)
    {
        throw std::length_error("extensions take 255 bytes at the most");
    }
    Remove(type);
    std::vector<std::uint8_t> entry{type, static_cast<std::uint8_t>(value.size())};
    entry.insert(entry.end(), value.begin(), value.end());
    const auto at = m_area.begin() + static_cast<std::ptrdiff_t>(PlaceOf(type));
    m_area.insert(at, entry.begin(), entry.end());
}

void
Extensions::Remove(std::uint8_t type)
{
    if (const auto value = Find(type))
    {
        const auto at = m_area.begin() + static_cast<std::ptrdiff_t>(PlaceOf(type));
        m_area.erase(at, at + static_cast<std::ptrdiff_t>(kBeforeValue + value->size));
    }
}

WireError
Extensions::Read(const std::uint8_t* area, std::size_t size)
{
    if (size == 0)
    {
        return WireError::kField;
    }
    int last = -1;
    for (std::size_t at = 0; at < size; at += kBeforeValue + area[at + 1])
    {
        if (size - at < kBeforeValue || size - at - kBeforeValue < area[at + 1])
        {
            return WireError::kLength;
        }
        if (area[at] <= last || !IsValid(area[at], area + at + kBeforeValue, area[at + 1]))
        {
            return WireError::kField;
        }
        last = area[at];
    }
    if (last >= kMustUnderstand)
    {
        return WireError::kExtension; // none is known
    }
    m_area.assign(area, area + size);
    return WireError::kNone;
}

void
SetFeedback(Extensions& extensions, std::uint8_t feedback)
{
    if (feedback == 0)
    {
        extensions.Remove(kFeedback);
    }
    else if (FeedbackIn(extensions) != 0 ||
             extensions.Area().size() + kBeforeValue + 1 <= Extensions::kMaximumSize)
    {
        extensions.Set(kFeedback, {feedback});
    }
}

std::uint64_t
TokenIn(const Extensions& extensions)
{
    const auto value = extensions.Find(kToken);
    return value ? boost::endian::load_big_u64(value->bytes) : 0;
}

void
SetToken(Extensions& extensions, std::uint64_t token, std::size_t padding)
{
    std::vector<std::uint8_t> value(kTokenSize + padding);
    boost::endian::store_big_u64(value.data(), token);
    extensions.Set(kToken, value);
}

ShownWork
WorkIn(const Extensions& extensions)
{
    const auto value = extensions.Area().empty() ? std::nullopt : extensions.Find(kWork);
    if (!value || value->size != kExtensionsWorkSize)
    {
        return {};
    }
    return {*value->bytes, boost::endian::load_big_u64(value->bytes + 1)};
}

void
SetWork(Extensions& extensions, const ShownWork& shown)
{
    if (shown.bits > 0)
    {
        std::vector<std::uint8_t> value(kExtensionsWorkSize, shown.bits);
        boost::endian::store_big_u64(value.data() + 1, shown.work);
        extensions.Set(kWork, value);
    }
}

namespace wire
{

std::uint8_t*
EncodeHead(Header header, const Extensions& extensions, std::size_t size, std::uint8_t* frame)
{
    const std::vector<std::uint8_t>& area = extensions.Area();
    std::uint8_t* body = frame + kCommonHeaderSize;
    if (!area.empty())
    {
        header.flags |= kExtensions;
        *body++ = static_cast<std::uint8_t>(area.size());
        body = std::copy(area.begin(), area.end(), body);
    }
    EncodeHeader(header, size, frame);
    return body;
}

WireError
DecodeHead(const std::uint8_t* frame, std::size_t size, const Layout& layout, Head& head)
{
    const WireError error = DecodeHeader(frame, size, layout, head.header);
    if (error != WireError::kNone)
    {
        return error;
    }
    head.body = frame + kCommonHeaderSize;
    if (head.header.flags & kExtensions)
    {
        const std::size_t least = layout.leastSize(head.header.flags);
        if (size < least + 1 || size < least + 1 + *head.body)
        {
            return WireError::kLength;
        }
        const std::uint8_t* const area = head.body + 1;
        const WireError wrong = head.extensions.Read(area, *head.body);
        if (wrong != WireError::kNone)
        {
            return wrong;
        }
        head.body = area + *head.body;
        head.header.flags &= static_cast<std::uint8_t>(~kExtensions);
    }
    head.size = static_cast<std::size_t>(frame + size - head.body);
    return WireError::kNone;
}

} // namespace wire
} // namespace dht
