/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-frame-cutter.h"

#include <boost/endian/conversion.hpp>

namespace dht
{

FrameCutter::FrameCutter(std::size_t maximumFrameSize)
    : m_maximumFrameSize(maximumFrameSize)
{
}

void
FrameCutter::Append(const std::uint8_t* data, std::size_t size)
{
    if (m_error == WireError::kNone)
    {
        m_buffer.erase(m_buffer.begin(), m_buffer.begin() + static_cast<std::ptrdiff_t>(m_begin));
        m_begin = 0;
        m_buffer.insert(m_buffer.end(), data, data + size);
    }
}

FrameCutter::Result
FrameCutter::Cut(const std::uint8_t*& frame, std::size_t& size)
{
    // the length and the version are known after three bytes
    if (m_error == WireError::kNone && Buffered() >= 3)
    {
        frame = m_buffer.data() + m_begin;
        size = boost::endian::load_big_u16(frame);
        if (size < kCommonHeaderSize || size > m_maximumFrameSize)
        {
            m_error = WireError::kLength;
        }
        else if (frame[2] != kWireVersion)
        {
            m_error = WireError::kVersion;
        }
        else if (Buffered() >= size)
        {
            m_begin += size;
            return Result::kFrame;
        }
    }
    return m_error == WireError::kNone ? Result::kNeedMore : Result::kBroken;
}

std::size_t
FrameCutter::Buffered() const
{
    return m_buffer.size() - m_begin;
}

WireError
FrameCutter::Error() const
{
    return m_error;
}

} // namespace dht
