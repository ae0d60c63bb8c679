/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_FRAME_ENDS_H
#define DHT_FRAME_ENDS_H

#include "dht-fifo.h"

#include <cstddef>
#include <cstdint>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * Where the frames of a stream end.
 */

namespace dht
{

/// The frames of a stream that have not arrived, one behind the other.
class FrameEnds
{
  public:
    /// @param begin Where the first one begins.
    explicit FrameEnds(std::uint64_t begin);

    /// @param end Where one more ends.
    void Add(std::uint64_t end);
    /// All has arrived before an offset. @param begin The offset.
    void Drop(std::uint64_t begin);

    /// Cut a piece of the stream so that frames stay whole: it ends with a frame; or, if its first
    /// frame does not fit or has begun before, with that one at the latest.
    /// @param begin Of the piece. @param [in,out] end Where it ends, behind the beginning.
    /// @return Whether it is whole frames.
    bool Cut(std::uint64_t begin, std::uint64_t& end) const;

    /// @return Whether there are none.
    bool IsEmpty() const
    {
        return m_ends.IsEmpty();
    }

    /// Give memory back that is not used.
    void Shrink();

  private:
    /// @param offset In the stream. @return The index of the first frame that ends behind it.
    std::size_t At(std::uint64_t offset) const;

    Fifo<std::uint64_t> m_ends; ///< Where they end.
    std::uint64_t m_begin;      ///< Where the first one begins.
};

} // namespace dht

#endif // DHT_FRAME_ENDS_H
