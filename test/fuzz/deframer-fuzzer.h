/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_DEFRAMER_FUZZER_H
#define DHT_CC_DEFRAMER_FUZZER_H

#include "dht-deframer.h"
#include "fuzz-input.h"

#include <numeric>

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

/**
 * The same by the words of doc/wire-protocol.rst, where all is there at once.
 *
 * @param stream Any bytes.
 * @param longest The longest frame accepted.
 * @return What has to come of them.
 */
inline Deframed
CutUp(const Bytes& stream, std::size_t longest)
{
    Deframed result{{}, {}, Deframer::Result::kNeedMore, 0};
    const auto reject = [&](WireError error) { ++result.errors[static_cast<std::size_t>(error)]; };
    std::size_t begin = 0;
    while (stream.size() - begin >= 3)
    {
        const std::size_t length = std::size_t{stream[begin]} << 8 | stream[begin + 1];
        if (length < 16 || length > longest || stream[begin + 2] != kWireVersion)
        {
            reject(length < 16 || length > longest ? WireError::kLength : WireError::kVersion);
            result.end = Deframer::Result::kBroken;
            break;
        }
        if (length > stream.size() - begin)
        {
            break;
        }
        const auto from = stream.begin() + static_cast<std::ptrdiff_t>(begin);
        const Bytes frame(from, from + static_cast<std::ptrdiff_t>(length));
        Request request;
        const WireError error = DecodeStreamed(frame.data(), frame.size(), request);
        if (error == WireError::kNone)
        {
            result.frames.push_back(frame);
        }
        else
        {
            reject(error);
        }
        begin += length;
    }
    result.buffered = stream.size() - begin;
    return result;
}

/// @param data How many bytes come at a time, how long a frame may be, and the stream.
/// @param size Bytes. @return How many frames were tried: those taken or rejected, each once.
inline std::size_t
FuzzDeframer(const std::uint8_t* data, std::size_t size)
{
    Input input(data, size);
    const std::size_t chunk = 1 + input.Byte();
    const std::size_t longest = input.Below(2) ? 4096 : 100;
    const Bytes stream = input.Rest();
    const Deframed expected = CutUp(stream, longest);
    for (const std::size_t part : {chunk, stream.size() + 1})
    {
        const Deframed result = Deframe(stream, part, longest);
        Require(result.frames == expected.frames, "each message is taken as it stands there");
        Require(result.errors == expected.errors, "everything else is rejected for its reason");
        Require(result.end == expected.end, "a stream is broken from where it cannot be right");
        Require(result.end == Deframer::Result::kBroken || result.buffered == expected.buffered,
                "what is left waits");
    }
    return std::accumulate(expected.errors.begin(), expected.errors.end(), expected.frames.size());
}

} // namespace fuzz
} // namespace dht

#endif // DHT_CC_DEFRAMER_FUZZER_H
