/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_LINK_OPTIONS_H
#define DHT_LINK_OPTIONS_H

#include "dht-parameter.h"
#include "dht-transport-options.h"

#include <cstddef>
#include <cstdint>
#include <vector>

/**
 * @file
 * @ingroup dht-protocol
 * What carries a peer's links.
 */

namespace dht
{

/// What carries the links of a peer to its neighbours.
enum class LinkCarrier : std::uint8_t
{
    kTcp, ///< TCP of the host.
    kDtl, ///< The overlay's own transport, over the port of the peer's datagrams.
};

/// What may be set of a peer's links, whatever the host. The constants of the transport itself are
/// TransportOptions.
struct LinkOptions
{
    LinkCarrier carrier{LinkCarrier::kTcp}; ///< What carries them.
    double priority{1};                     ///< Of each link over the transport.
    /// Bytes of such a link that were written and never sent, at the most.
    std::size_t unsent{1400};
    /// When a request may be read that came over such a link.
    StreamDelivery delivery{StreamDelivery::kInOrder};

    /// @return What users may set of it: all.
    static const std::vector<ParameterOf<LinkOptions>>& Table();
};

} // namespace dht

#endif // DHT_LINK_OPTIONS_H
