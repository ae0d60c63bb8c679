/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-deframer.h"

#include "dht-wire-errors.h"

#include <boost/endian/conversion.hpp>

namespace dht
{

Deframer::Deframer(std::size_t maximumFrameSize)
    : m_maximumFrameSize(maximumFrameSize)
{
}

void
Deframer::Append(const std::uint8_t* data, std::size_t size)
{
    if (!m_broken)
    {
        Compact();
        m_buffer.insert(m_buffer.end(), data, data + size);
    }
}

Deframer::Result
Deframer::Next(Request& request)
{
    // the length and the version are known after three bytes
    while (!m_broken && Buffered() >= 3)
    {
        const std::uint8_t* const frame = m_buffer.data() + m_begin;
        const std::size_t length = boost::endian::load_big_u16(frame);
        WireError error = WireError::kNone;
        if (length < kCommonHeaderSize || length > m_maximumFrameSize)
        {
            error = WireError::kLength;
            m_broken = true;
        }
        else if (frame[2] != kWireVersion)
        {
            error = WireError::kVersion;
            m_broken = true;
        }
        else if (Buffered() < length)
        {
            return Result::kNeedMore;
        }
        else
        {
            error = DecodeStreamed(frame, length, request);
            m_begin += length;
        }
        if (error == WireError::kNone)
        {
            return Result::kRequest;
        }
        CountWireError(m_errors, error);
    }
    return m_broken ? Result::kBroken : Result::kNeedMore;
}

std::size_t
Deframer::Buffered() const
{
    return m_buffer.size() - m_begin;
}

const WireErrorCounts&
Deframer::Errors() const
{
    return m_errors;
}

void
Deframer::Compact()
{
    m_buffer.erase(m_buffer.begin(), m_buffer.begin() + static_cast<std::ptrdiff_t>(m_begin));
    m_begin = 0;
}

} // namespace dht
