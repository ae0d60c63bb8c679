/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_DEFRAMER_H
#define DHT_DEFRAMER_H

#include "dht-frame-cutter.h"
#include "dht-wire-format.h"

/**
 * @file
 * @ingroup dht-protocol
 * From a byte stream to requests.
 */

namespace dht
{

/**
 * Cuts the byte stream of one connection into requests.
 *
 * A frame that is well delimited but unknown or malformed is skipped and counted. A length or a
 * version that cannot be right leaves no way to find the next frame: the stream is broken, and its
 * connection is to be closed.
 */
class Deframer
{
  public:
    /// What Next() found.
    enum class Result
    {
        kRequest,  ///< A request.
        kNeedMore, ///< Not yet a whole frame.
        kBroken,   ///< Nothing sensible will ever come; close the connection.
    };

    /// @param maximumFrameSize Bytes of the longest frame accepted.
    explicit Deframer(std::size_t maximumFrameSize = kMaximumFrameSize);

    /**
     * @param data Bytes that arrived.
     * @param size How many.
     */
    void Append(const std::uint8_t* data, std::size_t size);

    /**
     * Take the next request out of the stream.
     *
     * @param [out] request The request, if there is one.
     * @return What was found.
     */
    Result Next(Request& request);

    /// @return Bytes that wait for the rest of their frame.
    std::size_t Buffered() const;

    /// @return How many frames were rejected, by WireError.
    const WireErrorCounts& Errors() const;

  private:
    FrameCutter m_frames;       ///< What arrived.
    WireErrorCounts m_errors{}; ///< Rejected frames, by WireError.
};

} // namespace dht

#endif // DHT_DEFRAMER_H
