/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_OVERLAY_STORE_OPTIONS_H
#define DHT_OVERLAY_STORE_OPTIONS_H

#include "dht-block-key.h"
#include "dht-storage-options.h"

#include <algorithm>

/**
 * @file
 * @ingroup dht-protocol
 * @internal
 * What a store on top of the overlay is like.
 */

namespace dht
{

/// How blocks are fetched and stored by requests of the overlay. NSDI04, section 5.1, has none of
/// these numbers.
struct OverlayStoreOptions
{
    /// Fragments, needed, happy, choice and lifetime; lookups are the overlay's.
    StorageOptions storage;
    /// After which a holder is taken to be silent, and another one asked besides.
    Time patience{FromSeconds(1)};
    /// How often a peer asks for a part of a block, or sends one, if requests are given up.
    std::uint32_t tries{3};
    /// After which a get or put has failed, whatever is under way.
    Time limit{FromSeconds(60)};
    /// Bytes of a block as far as a peer knows before it has any of it: so much is asked for at
    /// once.
    std::size_t expected{kMostBlockBytes};
    /// After which the peers beneath give a request up (PeerOptions::requestLifetime).
    Time requestLifetime{FromSeconds(60)};
    /// Blocks that the responsible peer has together, or is putting together, at once.
    std::size_t mostBlocks{256};

    /// @return How long the responsible peer keeps a block together once it has it, or has spread
    /// it: who has lost the answer asks again when its request is given up, if not too late.
    Time Keep() const
    {
        return std::min(requestLifetime, limit) + FromSeconds(5);
    }
};

} // namespace dht

#endif // DHT_OVERLAY_STORE_OPTIONS_H
