/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-deframer.h"

#include "dht-wire-errors.h"

namespace dht
{

Deframer::Deframer(std::size_t maximumFrameSize)
    : m_frames(maximumFrameSize)
{
}

void
Deframer::Append(const std::uint8_t* data, std::size_t size)
{
    m_frames.Append(data, size);
}

Deframer::Result
Deframer::Next(Request& request)
{
    const bool wasBroken = m_frames.Error() != WireError::kNone;
    const std::uint8_t* frame = nullptr;
    std::size_t size = 0;
    FrameCutter::Result found = m_frames.Cut(frame, size);
    for (; found == FrameCutter::Result::kFrame; found = m_frames.Cut(frame, size))
    {
        const WireError error = DecodeStreamed(frame, size, request);
        if (error == WireError::kNone)
        {
            return Result::kRequest;
        }
        CountWireError(m_errors, error);
    }
    if (found == FrameCutter::Result::kNeedMore)
    {
        return Result::kNeedMore;
    }
    if (!wasBroken)
    {
        CountWireError(m_errors, m_frames.Error());
    }
    return Result::kBroken;
}

std::size_t
Deframer::Buffered() const
{
    return m_frames.Buffered();
}

const WireErrorCounts&
Deframer::Errors() const
{
    return m_errors;
}

} // namespace dht
