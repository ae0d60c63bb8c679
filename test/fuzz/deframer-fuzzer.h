/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_DEFRAMER_FUZZER_H
#define DHT_CC_DEFRAMER_FUZZER_H

#include "fuzz-input.h"

#include "ns3/dht-deframer.h"

/**
 * @file
 * @ingroup dht-cc-tests
 * Any bytes on a connection.
 */

namespace dht
{
namespace fuzz
{

/// What came of a stream.
struct Deframed
{
    std::vector<Bytes> frames; ///< Its messages, encoded again.
    WireErrorCounts errors;    ///< What was rejected.
    Deframer::Result end;      ///< What came last.
    std::size_t buffered;      ///< Bytes that wait for the rest of their frame.
};

/**
 * @param stream Any bytes.
 * @param chunk How many come at a time.
 * @param longest The longest frame accepted.
 * @return What came of them.
 */
inline Deframed
Deframe(const Bytes& stream, std::size_t chunk, std::size_t longest)
{
    Deframed result{{}, {}, Deframer::Result::kNeedMore, 0};
    Deframer deframer(longest);
    for (std::size_t begin = 0; begin < stream.size(); begin += chunk)
    {
        const Bytes part(stream.begin() + static_cast<std::ptrdiff_t>(begin),
                         stream.begin() +
                             static_cast<std::ptrdiff_t>(std::min(begin + chunk, stream.size())));
        deframer.Append(part.data(), part.size());
        Request request;
        while ((result.end = deframer.Next(request)) == Deframer::Result::kRequest)
        {
            Bytes frame(FrameSize(request));
            Encode(request, frame.data());
            result.frames.push_back(std::move(frame));
        }
        Require(result.end == Deframer::Result::kBroken || deframer.Buffered() < longest,
                "no more than a frame waits");
    }
    result.errors = deframer.Errors();
    result.buffered = deframer.Buffered();
    return result;
}

/// @param data How many bytes come at a time, how long a frame may be, and the stream.
/// @param size Bytes.
inline void
FuzzDeframer(const std::uint8_t* data, std::size_t size)
{
    Input input(data, size);
    const std::size_t chunk = 1 + input.Byte();
    const std::size_t longest = input.Below(2) ? 4096 : 100;
    const Bytes stream = input.Rest();
    const Deframed parts = Deframe(stream, chunk, longest);
    const Deframed whole = Deframe(stream, stream.size() + 1, longest);
    Require(parts.frames == whole.frames, "how a stream is cut does not matter");
    Require(parts.errors == whole.errors, "nor to what is rejected");
    Require(parts.end == whole.end, "nor to how it ends");
    const bool broken = whole.end == Deframer::Result::kBroken;
    Require(broken || parts.buffered == whole.buffered, "nor to what is left");
    std::size_t bytes = 0;
    for (const Bytes& frame : whole.frames)
    {
        Request request;
        Require(DecodeStreamed(frame.data(), frame.size(), request) == WireError::kNone,
                "a message that was taken is one");
        const auto found = std::search(stream.begin() + static_cast<std::ptrdiff_t>(bytes),
                                       stream.end(),
                                       frame.begin(),
                                       frame.end());
        Require(found != stream.end(), "a message says what stands in the stream");
        bytes += frame.size();
    }
}

} // namespace fuzz
} // namespace dht

#endif // DHT_CC_DEFRAMER_FUZZER_H
