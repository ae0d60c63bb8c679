/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_FRAME_CUTTER_H
#define DHT_FRAME_CUTTER_H

#include "dht-frame-header.h"

#include <cstddef>
#include <cstdint>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * A stream of bytes, cut into frames.
 */

namespace dht
{

/**
 * Cuts the byte stream of one connection into frames, whatever they say.
 *
 * A length or a version that cannot be right leaves no way to find the next frame: the stream is
 * broken, and its connection is to be closed. The buffer never grows beyond the longest frame
 * allowed plus what one call to Append() hands in.
 */
class FrameCutter
{
  public:
    /// What Cut() found.
    enum class Result
    {
        kFrame,    ///< A frame.
        kNeedMore, ///< Not yet a whole one.
        kBroken,   ///< Nothing sensible will ever come; close the connection.
    };

    /// @param maximumFrameSize Bytes of the longest frame accepted.
    explicit FrameCutter(std::size_t maximumFrameSize);

    /**
     * @param data Bytes that arrived.
     * @param size How many.
     */
    void Append(const std::uint8_t* data, std::size_t size);

    /// Take the next frame out of the stream. @param [out] frame Its bytes, until the next call of
    /// Append(). @param [out] size How many. @return What was found; the rest is only set for a
    /// frame.
    Result Cut(const std::uint8_t*& frame, std::size_t& size);

    /// @return Bytes that wait for the rest of their frame.
    std::size_t Buffered() const;

    /// @return What has broken the stream; kNone if it is not broken.
    WireError Error() const;

  private:
    std::size_t m_maximumFrameSize;      ///< Bytes of the longest frame accepted.
    std::vector<std::uint8_t> m_buffer;  ///< What arrived; read up to m_begin.
    std::size_t m_begin{0};              ///< First byte that was not read.
    WireError m_error{WireError::kNone}; ///< What has broken the stream.
};

} // namespace dht

#endif // DHT_FRAME_CUTTER_H
