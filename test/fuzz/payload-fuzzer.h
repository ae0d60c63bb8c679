/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_PAYLOAD_FUZZER_H
#define DHT_CC_PAYLOAD_FUZZER_H

#include "dht-overlay-store-message.h"
#include "fuzz-input.h"

#include <algorithm>

/**
 * @file
 * @ingroup dht-cc-tests
 * Any bytes in a request of the overlay, or in its answer, where a store is on top of it.
 */

namespace dht
{
namespace fuzz
{

/// What holds of all that a store on top of the overlay is told. @param body What came.
inline void
CheckPayload(const OverlayStoreBody& body)
{
    const auto* const get = std::get_if<GetPartBody>(&body);
    Require(!get || get->most <= kPartBytes, "nobody asks for more than a part");
    const auto* const put = std::get_if<PutPartBody>(&body);
    Require(!put || put->bytes.empty() || put->offset + put->bytes.size() <= put->size,
            "a part that is put lies in its block");
    Require(!put || (put->size <= kMostBlockBytes && put->bytes.size() <= kPartBytes),
            "neither is longer than it may be");
    const auto* const part = std::get_if<PartBody>(&body);
    Require(!part || part->bytes.empty() || part->offset + part->bytes.size() <= part->size,
            "a part that comes lies in its block");
    Require(!part || (part->size <= kMostBlockBytes && part->bytes.size() <= kPartBytes),
            "neither is longer than it may be");
    const auto* const store = std::get_if<StoreBody>(&body);
    Require(!store || (store->fragment && IsWellFormed(*store->fragment)),
            "the parts of a fragment that is to be held fit each other");
    const auto* const held = std::get_if<FragmentBody>(&body);
    Require(!held || held->fragment.status == FragmentStatus::kNotHere ||
                (held->fragment.status == FragmentStatus::kHeld && IsWellFormed(held->fragment)),
            "so do those of one that is held");
    const auto* const stored = std::get_if<StoredBody>(&body);
    Require(!stored || stored->status < StoredStatus::kTokenWanted, "a neighbour needs no token");
}

/// @param data A payload. @param size Its bytes. @return How many frames were tried: one.
inline std::size_t
FuzzPayload(const std::uint8_t* data, std::size_t size)
{
    const Bytes bytes = Input(data, size).Rest();
    const auto copy = boost::make_shared<std::uint8_t[]>(bytes.size());
    std::copy(bytes.begin(), bytes.end(), copy.get());
    OverlayStoreBody body;
    if (DecodePayload({copy, bytes.size()}, body) == WireError::kNone)
    {
        const Payload again = EncodePayload(body);
        Require(again.size == bytes.size() &&
                    std::equal(bytes.begin(), bytes.end(), again.bytes.get()),
                "each byte means something");
        CheckPayload(body);
    }
    return 1;
}

} // namespace fuzz
} // namespace dht

#endif // DHT_CC_PAYLOAD_FUZZER_H
